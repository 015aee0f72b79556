#include "domain/viajes/reglas.hpp"

#include "domain/valores/texto_de.hpp"

namespace gestor::viajes {
namespace {

Dinero base_de(ProveedorDeGasto const& p) {
    return p.total - p.iva.valor - p.ieps.valor + p.ivaRetenido.valor + p.isrRetenido.valor;
}

void validar_quien(ProveedorDeGasto const& p, std::size_t i, Fallas& fallas) {
    auto const campo = [i](std::string_view nombre) { return en_fila("proveedores", i, nombre); };
    validar_contraparte(p.proveedorId, p.codigoProveedor, campo("proveedorId"), campo("codigoProveedor"), true, fallas);
    bool const conocido = p.proveedorId || p.codigoProveedor;
    if (conocido && p.rfc)
        return fallas.agregar(campo("rfc"), codigo::rango, "envíe uno solo de proveedorId, codigoProveedor y rfc");
    if (!conocido && !p.rfc)
        return fallas.agregar(campo("proveedorId"), codigo::requerido,
                              "es obligatorio (o codigoProveedor, o rfc y nombre)");
    if (!p.rfc) return;
    if (*p.rfc == rfc_publico) fallas.agregar(campo("rfc"), codigo::rango, "el público en general no es un proveedor");
    if (!p.nombre || p.nombre->vacio()) fallas.agregar(campo("nombre"), codigo::requerido, "es obligatorio con rfc");
    if (p.nombre && p.nombre->valor().find('|') != std::string::npos)
        fallas.agregar(campo("nombre"), codigo::formato, "no admite el carácter |, que el CFDI usa de separador");
}

void validar_importes(ProveedorDeGasto const& p, std::size_t i, Fallas& fallas) {
    Dinero const centavo = Dinero::de_unidades(1);
    Dinero const diferencia = base_de(p) - p.subtotal;
    if (diferencia > centavo || -diferencia > centavo)
        return fallas.agregar(en_fila("proveedores", i, "total"), codigo::rango,
                              "no es subtotal + iva + ieps − ivaRetenido − isrRetenido");
    bool const gravado = p.iva.valor.es_positivo() || p.ieps.valor.es_positivo() || p.ivaRetenido.valor.es_positivo() ||
                         p.isrRetenido.valor.es_positivo();
    if (gravado && !base_de(p).es_positivo())
        fallas.agregar(en_fila("proveedores", i, "subtotal"), codigo::mayor_que_cero,
                       "debe ser mayor que 0 cuando hay impuestos");
    if (p.ivaRetenido.valor > p.iva.valor)
        fallas.agregar(en_fila("proveedores", i, "ivaRetenido"), codigo::rango, "excede el IVA");
}

// Rate of a tax amount: the usual one, when it gives the amount to the cent; else amount ÷ base.
Tasa tasa_de(Dinero importe, Importe base, Tasa usual) {
    return multiplicar<2>(base, usual) == importe ? usual : Tasa(dividir<6>(importe, base));
}

// Rate of VAT for a printed amount: the nearer of the general rate and the border rate.
Tasa tasa_de_iva(Dinero iva, Importe base) {
    Dinero const mitad = multiplicar<2>(base, Tasa::de_unidades(120'000));
    return iva < mitad ? frontera : general;
}

}  // namespace

void validar(GastoDeViajeNuevo const& g, Fallas& fallas) {
    for (std::size_t i = 0; i < g.proveedores.size(); ++i) {
        auto const& p = g.proveedores[i];
        validar_quien(p, i, fallas);
        validar_importes(p, i, fallas);
        for (std::size_t j = 0; j < i; ++j)
            if (p.uuid && g.proveedores[j].uuid == p.uuid) {
                fallas.agregar(en_fila("proveedores", i, "uuid"), codigo::duplicado, "repite el de otro proveedor");
                break;
            }
    }
    for (std::size_t i = 0; i < g.pagos.size(); ++i)
        if (static_cast<std::size_t>(g.pagos[i].indiceProveedor.valor.valor()) >= g.proveedores.size())
            fallas.agregar(en_fila("pagos", i, "indiceProveedor"), codigo::rango, "no existe el proveedor");
}

// VAT of an expense: of a concept with VAT, at the general rate or the border rate (the supplier may be at the border).
// An expense without VAT comes from a supplier that charges none.
void comprobar_iva(ProveedorDeGasto const& p, PerfilImpuestos const& concepto, std::string campo, Fallas& fallas) {
    if (p.esTercero.valor || p.iva.valor.es_cero()) return;
    bool const causa = concepto.objeto != "01" && concepto.iva && concepto.iva->es_positivo();
    if (!causa) return fallas.agregar(std::move(campo), codigo::rango, "el concepto no causa IVA");
    Importe const base = base_de(p) + p.ieps.valor;
    auto const es = [&](Tasa tasa) {
        Importe const diferencia = multiplicar<6>(base, tasa) - Importe(p.iva.valor);
        return diferencia <= Importe{"0.01"} && -diferencia <= Importe{"0.01"};
    };
    if (!es(general) && !es(frontera))
        fallas.agregar(
            std::move(campo), codigo::rango,
            "no corresponde a la tasa del concepto: serían " + texto_de(multiplicar<2>(base, *concepto.iva)));
}

void poner_importes(ProveedorDeGasto const& p, Linea& l) {
    auto& g = l.guardada;
    LineaImportes x;
    x.bruto = x.importe = p.esTercero.valor ? Dinero(p.total) : base_de(p);
    x.cubeta = Cubeta::noAfecto;
    bool const objeto = !p.esTercero.valor && l.perfil.objeto != "01";
    g.objetoImpuesto = Cadena(objeto ? "02" : "01");
    if (!p.esTercero.valor) {
        Importe const base = x.importe;
        x.ieps = Dinero(p.ieps.valor);
        Importe const con_ieps = base + x.ieps;
        if (p.iva.valor.es_positivo()) {
            Tasa const tasa = tasa_de_iva(p.iva.valor, con_ieps);
            x.cubeta = tasa == general ? Cubeta::base16 : Cubeta::base8;
            x.impuestos.push_back(
                {"002", false, "Tasa", tasa, con_ieps, Dinero(p.iva.valor), {}, l.perfil.noAcreditable});
        } else if (objeto && l.perfil.iva) {
            x.cubeta = Cubeta::base0;
            x.impuestos.push_back({"002", false, "Tasa", Tasa{}, con_ieps, {}});
        } else if (objeto) {
            x.cubeta = Cubeta::exento;
            x.impuestos.push_back({"002", false, "Exento", {}, con_ieps, {}});
        }
        if (p.ieps.valor.es_positivo())
            x.impuestos.push_back({"003", false, "Tasa", tasa_de(p.ieps.valor, base, l.perfil.ieps), base, x.ieps});
        auto const retener = [&](std::string_view impuesto, Dinero importe, Tasa usual, Tasa no_acreditable) {
            if (importe.es_positivo())
                x.impuestos.push_back({std::string(impuesto), true, "Tasa", tasa_de(importe, base, usual), base,
                                       importe, l.perfil.tipoRetencion, no_acreditable});
        };
        retener("002", p.ivaRetenido.valor, l.perfil.ivaRetenido, l.perfil.noAcreditable);
        retener("001", p.isrRetenido.valor, l.perfil.isrRetenido, {});
    }
    g.precioUnitario = Precio(x.importe);
    g.importe = x.importe;
    l.importes = std::move(x);
}

Problema en_pago(Problema const& p, std::size_t i) {
    constexpr std::pair<std::string_view, std::string_view> nombres[] = {{"fecha", "fechaPago"},
                                                                         {"partidas[0].importeAbono", "importe"},
                                                                         {"aplicaciones[0].importe", "importe"},
                                                                         {"aplicaciones", "importe"},
                                                                         {"aplicaciones[0].tipoCambio", "tipoCambio"},
                                                                         {"partidas", "importe"},
                                                                         {"numeroCheque", "formaPagoId"},
                                                                         {"partidas[0].tipoCambio", "tipoCambio"}};
    std::vector<ErrorCampo> errores;
    for (auto e : p.errores()) {
        for (auto const& [suyo, nuestro] : nombres)
            if (e.campo == suyo) {
                e.campo = nuestro;
                break;
            }
        e.campo = en_fila("pagos", i, e.campo);
        errores.push_back(std::move(e));
    }
    Problema aqui(p.codigo(), p.detalle(), std::move(errores));
    for (auto const& [nombre, json] : p.extra()) aqui.con(nombre, json);
    return aqui;
}

}  // namespace gestor::viajes
