// Invoice made from sale notes: the notes sold, delivered and posted everything; the invoice takes over their remaining
// debt.
#include <algorithm>

#include "domain/contactos/ofrece.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/captura/receptor.hpp"
#include "domain/motor/cartera/devuelto.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/motor/tipo/lado.hpp"
#include "domain/ventas/consultas_devoluciones.hpp"
#include "domain/ventas/documentos.hpp"
#include "domain/ventas/escrituras.hpp"
#include "domain/ventas/escrituras_regreso.hpp"
#include "domain/ventas/ofrece.hpp"
#include "domain/ventas/propios.hpp"

namespace gestor::ventas {
namespace {

struct NotaLeida : ImportesDocumento {
    Id transaccionId;
    Cadena folio;
    FechaHora fecha;
    Id sucursalId;
    Entero<1, 100'000> monedaId;
    TipoCambio tipoCambio;
    IdOCero contactoId;
    Cadena rfc;
    IdOCero vendedorId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    IdOCero almacenId;
    Booleano devuelta;  // the whole note was returned
    Cubetas devueltoCubetas;
    Cubetas devueltoPesos;
    Booleano entregaInmediata;
};
DTO_DE((ImportesDocumento), NotaLeida, transaccionId, folio, fecha, sucursalId, monedaId, tipoCambio, contactoId, rfc,
       vendedorId, proyectoId, centroCostoId, almacenId, devuelta, devueltoCubetas, devueltoPesos, entregaInmediata)

struct ClaveDeForma {
    Cadena clave;
};
DTO(ClaveDeForma, clave)

struct ClienteHallado {
    Id id;
};
DTO(ClienteHallado, id)

// Reads every named note; a note that does not exist is a fault.
std::vector<NotaLeida> leer_notas(Escritura& db, Id id, NotaPorFacturar const& f, Fallas& fallas) {
    std::vector<Id> ids{id};
    ids.insert(ids.end(), f.notas.begin(), f.notas.end());
    auto notas = db.lista<NotaLeida, sql::notas_por_facturar>("ids"_es(ids));
    if (notas.empty() || notas[0].transaccionId != id)
        throw Problema(codigo::no_encontrado, "no existe la nota de venta con ese identificador");
    auto const& primera = notas[0];
    for (std::size_t i = 0; i < f.notas.size(); ++i) {
        auto const nota =
            std::find_if(notas.begin(), notas.end(), [&](NotaLeida const& n) { return n.transaccionId == f.notas[i]; });
        if (nota == notas.end())
            fallas.agregar(en_fila("notas", i), codigo::no_existe, "no existe");
        else if (f.notas[i] == id || std::count(f.notas.begin(), f.notas.end(), f.notas[i]) > 1)
            fallas.agregar(en_fila("notas", i), codigo::duplicado, "repite una nota");
        else if (nota->sucursalId != primera.sucursalId || nota->monedaId.valor() != primera.monedaId.valor())
            fallas.agregar(en_fila("notas", i), codigo::rango, "es de otra sucursal o de otra moneda");
    }
    return notas;
}

// A described customer is found by RFC, or created.
Id cliente_de(Escritura& db, ClienteDeFactura const& c, std::vector<Cadena>& avisos) {
    auto const hallado = db.uno<ClienteHallado, sql::cliente_por_rfc>(
        "rfc"_es(c.rfc), "contactos"_es(std::string(contraparte_de(factura_de_venta).contactos)));
    return hallado ? hallado->id : contactos::crear_contacto(db, datos_de(c), avisos);
}

// Sale notes of a global invoice belong to its period.
void comprobar_periodo(NotaPorFacturar const& f, std::vector<NotaLeida> const& notas, Fallas& fallas) {
    if (!f.informacionGlobal) return;
    for (auto const& n : notas) {
        if (cubre(*f.informacionGlobal, n.fecha.fecha())) continue;
        std::string dia;
        n.fecha.fecha().escribir(dia);
        return fallas.agregar("informacionGlobal.meses", codigo::rango,
                              "no cubre la nota " + n.folio.valor() + ", del " + dia);
    }
}

EncabezadoNuevo encabezado_de(NotaPorFacturar const& f, NotaLeida const& nota) {
    EncabezadoNuevo e;
    e.fecha = f.fecha, e.serie = f.serie;
    e.sucursalId = nota.sucursalId;
    e.monedaId = IdCatalogo(nota.monedaId.valor());
    e.tipoCambio = Positivo<TipoCambio>(nota.tipoCambio);
    return e;
}

// All notes belong to one customer, or all to the general public. The debt of a named customer can be invoiced to that
// customer only, and never in a global invoice.
void exigir_un_deudor(std::vector<NotaLeida> const& notas, Cartera& cartera, Contexto const& c,
                      NotaPorFacturar const& f) {
    Fallas fallas;
    auto const es_publico = [](NotaLeida const& n) { return n.rfc == rfc_publico; };
    bool const global = c.rfc == rfc_publico;
    auto const& primera = notas[0];
    for (std::size_t i = 0; i < notas.size(); ++i) {
        auto const& n = notas[i];
        bool const publico = es_publico(n);
        bool const suya = n.contactoId.valor() == c.contraparteId.valor();
        bool const debe = cartera.buscar(n.transaccionId)->saldo.es_positivo();
        std::string motivo;
        if (publico != es_publico(primera) || (!publico && n.contactoId.valor() != primera.contactoId.valor()))
            motivo = " es de otro cliente que " + primera.folio.valor();
        else if (!publico && global)
            motivo = " es de un cliente: no va en una factura global";
        else if (!publico && !suya && debe)
            motivo = " la debe su cliente: sólo a él se le factura";
        else if (n.devuelta)
            motivo = " se devolvió por completo";
        if (motivo.empty()) continue;
        std::string const de_la_ruta = f.cliente ? "cliente" : "clienteId";
        fallas.agregar(i == 0 ? de_la_ruta : en_fila("notas", i - 1), codigo::rango, n.folio.valor() + motivo);
    }
    fallas.lanzar();
}

void exigir_facturables(std::vector<NotaLeida> const& notas, Cartera& cartera, Contexto const& c,
                        Sesion const& sesion) {
    for (auto const& n : notas) {
        auto const& d = *cartera.buscar(n.transaccionId);
        transicion(nota_de_venta, d, AccionDocumento::facturar, sesion);
        if (d.fecha.fecha().anio() < c.ahora.fecha().anio())
            throw Problema(codigo::estado_invalido,
                           "la nota " + d.folio.valor() + " es de un ejercicio fiscal anterior y ya no se factura");
    }
}

// Debts of other customers that this customer takes over. The customer's own debt is already counted in the credit.
Dinero deuda_ajena(std::vector<NotaLeida> const& notas, Cartera& cartera, Contexto const& c) {
    Dinero suma;
    for (auto const& n : notas) {
        auto const& d = *cartera.buscar(n.transaccionId);
        if (d.contactoId.valor() != c.contraparteId.valor()) suma += Dinero(multiplicar<2>(d.saldo, d.tipoCambio));
    }
    return suma;
}

// The rest of a stored line after its returns.
Linea lo_que_queda(LineaOrigen const& o, Id nota, LineaDevuelta const& antes) {
    auto const& vendida = o.linea.guardada;
    auto l = parte_de_linea(o, nota, vendida.cantidad - antes.cantidad);
    auto& g = l.guardada;
    g.descuento = vendida.descuento - antes.descuento;
    g.promocion = vendida.promocion - antes.promocion;
    g.importe = multiplicar<6>(g.cantidad, g.precioUnitario) - g.descuento - g.promocion;
    g.surtida = std::max(Cantidad{}, Cantidad(o.surtida - antes.cantidad));
    g.avanceFacturada = g.cantidad;
    return l;
}

void tomar_lineas(Escritura& db, NotaLeida const& n, std::vector<Linea>& lineas, Hechos& h) {
    auto const cual = "transaccionId"_es(n.transaccionId);
    auto const devueltas = db.lista<LineaDevuelta, sql::devolucion_lineas>(cual);
    auto const impuestos = db.lista<ImpuestoDevuelto, sql::devolucion_impuestos>(cual);
    for (auto const& o : lineas_de(db, Lado::venta, n.transaccionId)) {
        auto const numero = o.linea.guardada.numeroPartida.valor();
        LineaDevuelta antes;
        for (auto const& d : devueltas)
            if (d.numeroPartida.valor() == numero) antes = d;
        if (antes.cantidad == o.linea.guardada.cantidad) continue;
        auto l = lo_que_queda(o, n.transaccionId, antes);
        for (auto const& i : impuestos)
            if (i.numeroPartida.valor() == numero)
                l.importes.impuestos.push_back({i.impuesto.valor(), i.tipo == "Retencion", i.tipoFactor.valor(),
                                                i.tasaOCuota, i.base - i.devueltaBase, i.importe - i.devueltoImporte});
        h.avances.push_back({n.transaccionId, numero, {}, l.guardada.cantidad, {}});
        lineas.push_back(std::move(l));
    }
}

Partes devuelto_de(NotaLeida const& n, Cartera& cartera) {
    return {cartera.buscar(n.transaccionId)->total - n.total, n.devueltoCubetas, n.devueltoPesos};
}

// When a collection is cancelled after a return, a note may owe more of some part than is left of it. Such a note
// cannot be invoiced: the parts of an invoice are the owed and the collected ones. A partial invoice would leave a rest
// that nobody can pay, because an invoiced note is collected through its invoice only. The excess equals the credit
// that the return gave, and can be paid with that credit or with money.
void exigir_partes(NotaLeida const& n, Cartera& cartera) {
    auto const& d = *cartera.buscar(n.transaccionId);
    auto const devuelto = devuelto_de(n, cartera);
    Partes queda{d.total, d.cubetas.value_or(Cubetas{}), d.cubetasMxn.value_or(Cubetas{})};
    queda -= devuelto;
    Partes const debido{d.saldo, d.partes(), d.pesos()};
    if (d.cubetas && !debido.caben_en(queda))
        throw Problema(
            codigo::estado_invalido,
            "la nota " + d.folio.valor() +
                " tiene un saldo mayor que su importe vigente, porque se canceló un cobro después de una devolución; "
                "asígnele el crédito de la devolución, cóbrela, o cancele la devolución");
}

// Adds up the remaining parts of the notes, as the notes posted them; no tax is computed again.
void sumar(std::vector<NotaLeida> const& notas, Cartera& cartera, Hechos& h) {
    Totales t;
    Cubetas pesos;
    for (auto const& n : notas) {
        t += n;
        auto const& d = *cartera.buscar(n.transaccionId);
        t.cubetas += d.cubetas.value_or(Cubetas{});
        t.cubetas -= n.devueltoCubetas;
        if (d.cubetas) pesos += por_facturar(d, devuelto_de(n, cartera)).pesos;
    }
    auto& c = h.documento.cabecera;
    if (notas.size() > 1 && c.monedaId.valor() != 1 && !t.total.es_cero())  // mean of the notes' rates
        c.tipoCambio = dividir<6>(pesos.total(), t.total);
    poner_totales(h, t);
    h.cubetasMxn = pesos;
    c.cubetasMxn = pesos;
}

void completar_cabecera(Emisor& x, NotaPorFacturar const& f, std::vector<NotaLeida> const& notas, Dinero debe) {
    auto& n = x.cabecera();
    n.vendedorId = notas[0].vendedorId, n.almacenId = notas[0].almacenId;
    n.proyectoId = notas[0].proyectoId, n.centroCostoId = notas[0].centroCostoId;
    x.dar_credito();
    std::vector<Id> ids;
    for (auto const& nota : notas) ids.push_back(nota.transaccionId);
    auto const forma = x.db.uno<ClaveDeForma, sql::forma_de_las_notas>("ids"_es(ids));
    poner_fiscales(n, x.c, f, debe.es_cero(), forma ? forma->clave.valor() : std::string());
    bool const entregadas =
        std::all_of(notas.begin(), notas.end(), [](NotaLeida const& nota) { return nota.entregaInmediata.valor(); });
    x.propio(tabla_factura, FacturaPropia{entregadas, {}, f.addenda, f.informacionGlobal, {}});
}

}  // namespace

contactos::ContactoDatos datos_de(ClienteDeFactura const& c) {
    contactos::ContactoDatos datos;
    datos.tipoContacto = contactos::TipoContacto("Cliente");
    datos.nombre = c.nombre, datos.rfc = c.rfc, datos.codigoPostal = c.codigoPostal;
    datos.regimenFiscal = c.regimenFiscal, datos.usoCFDI = c.usoCFDI, datos.correo = c.correo;
    return datos;
}

void validar(NotaPorFacturar const& f, Fallas& fallas) {
    validar_forma_de_pago(f, fallas);
    validar_contraparte(f.clienteId, f.codigoCliente, "clienteId", "codigoCliente", true, fallas);
    if ((f.clienteId || f.codigoCliente) && f.cliente)
        fallas.agregar("cliente", codigo::rango, "envíe uno solo de clienteId, codigoCliente y cliente");
}

NotasFacturadas facturar_notas(Escritura& db, Sesion const& sesion, Id id, Cuerpo<NotaPorFacturar> const& f) {
    Fallas fallas;
    auto notas = leer_notas(db, id, f, fallas);
    fallas.lanzar();
    std::vector<Cadena> avisos;
    Borrador b(db, factura_de_venta, factura_de_notas);
    Menciones p;
    p.nombrar(f.cliente ? cliente_de(db, *f.cliente, avisos) : f.clienteId, f.codigoCliente);
    // an inactive customer is allowed, because this is not a new sale
    if (p.sin_contraparte() || p.contraparteId == notas[0].contactoId.id()) p.quien = Quien::conocido;
    for (auto const& n : notas) p.origenes.push_back(n.transaccionId);
    p.del_origen = p.hereda = true;
    b.encabezado(encabezado_de(f, notas[0]), p);
    DatosFiscales fiscales = f;
    if (f.cliente) {
        b.c.regimenFiscal = Cadena::de_base(f.cliente->regimenFiscal.valor());
        b.c.codigoPostal = Cadena::de_base(f.cliente->codigoPostal.valor());
        if (!fiscales.usoCFDI && !f.cliente->rfc.generico()) fiscales.usoCFDI = f.cliente->usoCFDI;
    }
    comprobar_receptor(db, b.c, fiscales, b.fallas);
    if (b.c.contraparteId.presente()) comprobar_global(f.informacionGlobal, b.c, b.fallas);
    if (b.fallas.vacio()) comprobar_periodo(f, notas, b.fallas);

    auto x = std::move(b).bloquear();
    auto& cartera = x.cartera();
    notas = leer_notas(db, id, f, x.fallas);  // read again, now under their locks
    exigir_facturables(notas, cartera, x.c, sesion);
    exigir_sin_incobrables(db, p.origenes);
    exigir_un_deudor(notas, cartera, x.c, f);
    exigir_credito(db, x.c, deuda_ajena(notas, cartera, x.c));

    auto& h = x.h();
    Dinero debe;
    for (auto const& n : notas) {
        exigir_partes(n, cartera);
        tomar_lineas(db, n, x.lineas, h);
        x.viene_de(n.transaccionId);
        x.e.notas.push_back({n.transaccionId, devuelto_de(n, cartera)});
        debe += cartera.buscar(n.transaccionId)->saldo;
    }
    poner_lineas(h, x.lineas);
    sumar(notas, cartera, h);
    NotaPorFacturar con_fiscales = f;
    static_cast<DatosFiscales&>(con_fiscales) = fiscales;
    completar_cabecera(x, con_fiscales, notas, debe);
    auto hecha = std::move(x).emitir();

    NotasFacturadas r{hecha.resultado(), {}};
    r.advertencias = std::move(avisos);
    for (auto const& n : notas)
        r.notasFacturadas.push_back(
            {n.transaccionId, Cadena::de_base(hecha.cartera.buscar(n.transaccionId)->folio.valor()), n.total});
    return r;
}

}  // namespace gestor::ventas
