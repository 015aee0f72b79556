#include "domain/motor/escritura/apertura.hpp"

#include <algorithm>

#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/tipo/asientos.hpp"
#include "domain/motor/tipo/lado.hpp"

namespace gestor {
namespace {

constexpr std::string_view contra = "APERTURA";

struct LineaDeTasa {
    Cubeta base;
    Cubeta iva;  // amount at this rate; for a rate without VAT, the base itself
    std::string_view descripcion;
    std::string_view factor;  // "": no taxes
    std::optional<Tasa> tasa;
};
constexpr LineaDeTasa lineas_de_tasa[] = {
    {Cubeta::base16, Cubeta::iva16, "Operaciones a la tasa de 16 %", "Tasa", Tasa{"0.16"}},
    {Cubeta::base8, Cubeta::iva8, "Operaciones a la tasa de 8 %", "Tasa", Tasa{"0.08"}},
    {Cubeta::base0, Cubeta::base0, "Operaciones a la tasa de 0 %", "Tasa", Tasa{"0"}},
    {Cubeta::exento, Cubeta::exento, "Operaciones exentas", "Exento", {}},
    {Cubeta::noAfecto, Cubeta::noAfecto, "Operaciones que no son objeto de impuesto", "", {}},
};

PartidaGuardada partida(int numero, std::string_view descripcion, Importe importe, bool objeto) {
    PartidaGuardada g;
    g.numeroPartida = Id(numero);
    g.descripcion = Cadena::de_base(descripcion);
    g.unidad = Cadena("Actividad");
    g.cantidad = g.factor = g.surtida = Cantidad::de_entero(1);
    g.precioUnitario = importe;
    g.importe = importe;
    g.claveProductoServicio = Cadena("01010101");
    g.claveUnidad = Cadena("ACT");
    g.objetoImpuesto = Cadena(objeto ? "02" : "01");
    return g;
}

// The taxes of one line, numbered.
class Impuestos {
public:
    Impuestos(std::vector<ImpuestoGuardado>& todos, int linea) : todos_(todos), linea_(linea) {}

    void agregar(std::string_view impuesto, std::string_view tipo, std::string_view factor, std::optional<Tasa> tasa,
                 Dinero base, Dinero importe) {
        ImpuestoGuardado i;
        i.numeroPartida = linea_;
        i.consecutivo = ++numero_;
        i.impuesto = Cadena::de_base(impuesto);
        i.tipo = Cadena::de_base(tipo);
        i.tipoFactor = Cadena::de_base(factor);
        i.tasaOCuota = tasa;
        i.base = base;
        i.importe = importe;
        todos_.push_back(i);
    }
    // A withholding without kind: the other system's is unknown.
    void retener(std::string_view impuesto, Dinero base, Partes const& todo, Cubeta c,
                 std::vector<RetencionGuardada>& filas) {
        Dinero const importe = todo.propias[c];
        if (importe.es_cero()) return;
        Tasa const tasa(dividir<6>(importe, base));
        agregar(impuesto, "Retencion", "Tasa", tasa, base, importe);
        std::int64_t const consecutivo = std::ssize(filas) + 1;
        filas.push_back({consecutivo, Cadena::de_base(impuesto), {}, tasa, base, importe, todo.pesos[c], {}});
    }

private:
    std::vector<ImpuestoGuardado>& todos_;
    int linea_;
    int numero_ = 0;
};

// One line per rate, since the sold products are unknown. IEPS is taken out of the bases, the largest first; the
// withholdings belong to the largest base.
void poner_lineas(DocumentoNuevo& d, Partes const& todo) {
    auto const& c = todo.propias;
    Dinero ieps = c[Cubeta::ieps];
    Cubeta const mayor = c.mayor_base();
    auto const poner = [&](LineaDeTasa const& l) {
        Dinero const base = c[l.base];
        if (!base.es_positivo()) return;
        Dinero const suyo = std::min(ieps, base);
        ieps -= suyo;
        int const numero = static_cast<int>(d.partidas.size()) + 1;
        d.partidas.push_back(partida(numero, l.descripcion, Dinero(base - suyo), !l.factor.empty()));
        Impuestos impuestos(d.impuestos, numero);
        if (!suyo.es_cero()) impuestos.agregar("003", "Traslado", "Cuota", Tasa(suyo), base, suyo);
        if (!l.factor.empty())
            impuestos.agregar("002", "Traslado", l.factor, l.tasa, base, l.iva == l.base ? Dinero{} : c[l.iva]);
        if (l.base != mayor) return;
        impuestos.retener("002", base, todo, Cubeta::ivaRet, d.retenciones);
        impuestos.retener("001", base, todo, Cubeta::isrRet, d.retenciones);
    };
    for (bool const primero : {true, false})
        for (auto const& l : lineas_de_tasa)
            if ((l.base == mayor) == primero) poner(l);
}

void poner_importes(CabeceraNueva& n, Cubetas const& c) {
    n.iva = c.iva();
    n.ieps = c[Cubeta::ieps];
    n.ivaRetenido = c[Cubeta::ivaRet];
    n.isrRetenido = c[Cubeta::isrRet];
    n.subtotal = n.total - n.iva - n.ieps + n.ivaRetenido + n.isrRetenido;
    n.cubetas = c;
}

// Opening entry: a debt with its unpaid taxes; an advance without the VAT that it declared; a credit with all its
// parts.
void poliza_apertura(Hechos const& h, Poliza& p) {
    auto const& n = h.documento.cabecera;
    auto const& tipo = *tipo_de_objeto(n.objId.valor(), n.origen.valor());
    auto const& lado = cuentas_de(tipo.lado);
    auto const& queda = h.porCobrar;
    Asiento a(p, lado);
    if (tipo.naturaleza == Naturaleza::anticipo) {
        a.haber(lado.anticipo, queda.total() - queda.iva());
    } else if (tipo.naturaleza == Naturaleza::credito) {
        a.haber(cuenta_de_deuda(tipo), queda.total());
    } else {
        a.debe(cuenta_de_deuda(tipo), queda.total());
        a.haber(lado.iva.pendiente, queda.iva());
        a.haber(lado.ieps.pendiente, queda[Cubeta::ieps]);
        a.debe(lado.iva_retenido.pendiente, queda[Cubeta::ivaRet]);
        a.debe(lado.isr_retenido.pendiente, queda[Cubeta::isrRet]);
    }
    p.haber({contra}, p.descuadre());
}

}  // namespace

constinit Nacimiento const de_apertura{segun_saldo, {.poliza = poliza_apertura}};

bool se_abre_con_documentos(std::string_view cuenta) {
    for (auto const* t : tipos_de_documento()) {
        if (std::find(t->nacimientos.begin(), t->nacimientos.end(), &de_apertura) == t->nacimientos.end()) continue;
        Hechos h;  // sample facts with an amount in every part: its entry shows the accounts that the type opens
        h.documento.cabecera.objId = t->obj_id;
        h.porCobrar.valores.fill(Dinero::de_entero(1));
        Poliza p;
        poliza_apertura(h, p);
        for (auto const& l : p.lineas)
            if (l.clave == cuenta && cuenta != contra) return true;
    }
    return false;
}

Sellado apertura(TipoDocumento const& tipo, CabeceraNueva cabecera, Cubetas const& pendiente) {
    Partes queda{pendiente.total(), pendiente, a_pesos(pendiente, cabecera.tipoCambio)};
    Partes cobrado{cabecera.total - queda.importe, {}, {}};
    cobrado.propias = escalar(pendiente, cobrado.importe);
    cobrado.pesos = a_pesos(cobrado.propias, cabecera.tipoCambio);
    Hechos h;
    h.porCobrar = queda.pesos;
    queda += cobrado;
    cabecera.objId = tipo.obj_id;
    poner_importes(cabecera, queda.propias);
    cabecera.cubetasMxn = h.cubetasMxn = queda.pesos;
    FechaHora const dia(*cabecera.fechaApertura);
    h.documento.cabecera = std::move(cabecera);
    if (tipo.naturaleza != Naturaleza::anticipo) poner_lineas(h.documento, queda);  // money has no lines
    auto plan = planificar(tipo, de_apertura, std::move(h));
    plan.fecha = dia;
    Cartera cartera;
    cartera.agregar(por_aplicar(plan));
    cartera.anteceder(plan.transaccionId, cobrado, dia, plan);
    return sellar(std::move(plan));
}

void abrir(Escritura& db, TipoDocumento const& tipo, CabeceraNueva cabecera, Cubetas const& pendiente) {
    aplicar(db, apertura(tipo, std::move(cabecera), pendiente));
}

}  // namespace gestor
