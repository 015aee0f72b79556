#include <algorithm>

#include "domain/comun/reglas.hpp"
#include "domain/importar/tipos.hpp"

namespace gestor::importar {
namespace {

template <class T>
void fechas(T const& inicio, std::optional<Fecha> const& fin, std::string_view campo, Fallas& fallas) {
    std::optional<Fecha> const desde = inicio;
    if (desde && fin && *fin < *desde)
        fallas.agregar(std::string(campo), codigo::rango_fechas, "debe ser igual o posterior al inicio");
}

bool es_nombre(std::string_view texto) {
    return !texto.empty() && std::all_of(texto.begin(), texto.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

}  // namespace

void validar(SucursalFila const& f, Fallas& fallas) {
    auto const sufijo = f.sufijoSerie ? std::string_view(*f.sufijoSerie) : std::string_view();
    if (!std::all_of(sufijo.begin(), sufijo.end(), [](char c) { return c >= 'A' && c <= 'Z'; }))
        fallas.agregar("sufijoSerie", codigo::formato, "sólo admite letras de la A a la Z, en mayúsculas");
}

void validar(CuentaBancariaFila const& f, Fallas& fallas) {
    if (f.tipo == "Banco" && !f.banco)
        fallas.agregar("banco", codigo::requerido, "es obligatorio en una cuenta de banco");
    if (f.clabe && f.banco && f.clabe->banco() != std::string_view(*f.banco))
        fallas.agregar("clabe", codigo::formato, "es de otro banco: empieza con " + std::string(f.clabe->banco()));
}

void validar(MonedaFila const& f, Fallas& fallas) {
    if (f.predeterminada.valor && !f.activo.valor)
        fallas.agregar("activo", codigo::rango, "la moneda predeterminada no puede estar inactiva");
}

void validar(UnidadFila const& f, Fallas& fallas) {
    if (f.unidadBase && std::string_view(*f.unidadBase) == std::string_view(f.clave))
        fallas.agregar("unidadBase", codigo::rango, "una unidad base no tiene unidad base: deje la celda vacía");
    else if (!f.unidadBase && f.factor.valor != Cantidad{"1"})
        fallas.agregar("factor", codigo::rango, "debe ser 1 en una unidad base");
}

void validar(VendedorFila const& f, Fallas& fallas) {
    if (f.comision.valor > Porcentaje{"100"})
        fallas.agregar("comision", codigo::rango, "es un porcentaje: debe estar entre 0 y 100");
}

void validar(ConceptoFila const& f, Fallas& fallas) {
    if (f.noAfecto.valor && f.tasaIva)
        fallas.agregar("tasaIva", codigo::rango, "no va en un concepto que no es afecto al IVA");
    if (f.pagoIvaRetenido.valor || f.pagoIsrRetenido.valor) {
        if (f.tipo != "Egreso")
            fallas.agregar("tipo", codigo::rango, "el impuesto retenido se entera con un concepto de Egreso");
        if (!f.noAfecto.valor)
            fallas.agregar("noAfecto", codigo::rango, "un concepto que entera impuestos retenidos no lleva impuestos");
    }
    validar_ieps(f, fallas);
}

void validar(AddendaFila const& f, Fallas& fallas) {
    for (std::string_view campo : f.campos) {
        auto const tipo = campo.find(':');
        auto const requerido = campo.find(':', tipo == campo.npos ? tipo : tipo + 1);
        auto const si_no = requerido == campo.npos ? std::string_view("no") : campo.substr(requerido + 1);
        bool const bien = tipo != campo.npos && es_nombre(campo.substr(0, tipo)) &&
                          es_nombre(campo.substr(tipo + 1, requerido - tipo - 1)) && (si_no == "si" || si_no == "no");
        if (!bien)
            fallas.agregar("campos", codigo::formato,
                           "«" + std::string(campo) + "» no es nombre:tipo o nombre:tipo:si");
    }
}

void validar(ContratoFila const& f, Fallas& fallas) {
    fechas(f.fechaInicio, f.fechaFin, "fechaFin", fallas);
}

void validar(PromocionFila const& f, Fallas& fallas) {
    fechas(f.vigenciaInicio, f.vigenciaFin, "vigenciaFin", fallas);
    if (f.producto.has_value() == f.clasificacion.has_value())
        fallas.agregar("producto", codigo::requerido, "cada fila lleva un producto o una clasificación, y sólo uno");
    if (f.tipo == "Condicion" && f.tipoBeneficio)
        fallas.agregar("tipoBeneficio", codigo::rango, "no va en una condición");
    if (f.tipo == "Beneficio" && !f.tipoBeneficio)
        fallas.agregar("tipoBeneficio", codigo::requerido, "es obligatorio en un beneficio");
    if (f.tipoBeneficio && *f.tipoBeneficio == "Porcentaje" && f.valor.valor > Importe{"100"})
        fallas.agregar("valor", codigo::rango, "es un porcentaje: debe estar entre 0 y 100");
}

void validar(SaldoInicialFila const& f, Fallas& fallas) {
    if (f.debe.valor.es_cero() == f.haber.valor.es_cero())
        fallas.agregar("debe", codigo::rango, "cada fila lleva debe o haber, y sólo uno");
}

void validar(PolizaFila const& f, Fallas& fallas) {
    if (f.debe.valor.es_cero() == f.haber.valor.es_cero())
        fallas.agregar("debe", codigo::rango, "cada fila lleva debe o haber, y sólo uno");
}

void validar(EstadoCuentaFila const& f, Fallas& fallas) {
    if (f.deposito.valor.es_cero() == f.retiro.valor.es_cero())
        fallas.agregar("deposito", codigo::rango, "cada fila lleva deposito o retiro, y sólo uno");
}

Cubetas DocumentoAbiertoFila::pendiente() const {
    Cubetas c;
    c[Cubeta::base16] = base16.valor, c[Cubeta::iva16] = iva16.valor;
    c[Cubeta::base8] = base8.valor, c[Cubeta::iva8] = iva8.valor;
    c[Cubeta::base0] = base0.valor, c[Cubeta::exento] = exento.valor, c[Cubeta::noAfecto] = noObjeto.valor;
    c[Cubeta::ieps] = ieps.valor, c[Cubeta::ivaRet] = ivaRet.valor, c[Cubeta::isrRet] = isrRet.valor;
    return c;
}

namespace {

std::string texto(Dinero importe) {
    std::string t;
    importe.escribir(t);
    return t;
}

// Detects exchanged columns, not cents: a balance was rounded at every payment.
void iva_de(Dinero base, Dinero iva, Tasa tasa, std::string_view columna, Fallas& fallas) {
    static constexpr Dinero tolerancia{"1"};
    Dinero const debe = multiplicar<2>(base, tasa);
    if (iva > debe + tolerancia || iva < debe - tolerancia)
        fallas.agregar(std::string(columna), codigo::rango, "no es el de su base, que sería " + texto(debe));
}

void partes(DocumentoAbiertoFila const& f, Fallas& fallas) {
    auto const c = f.pendiente();
    Dinero bases;
    for (std::size_t i = 0; i < numero_bases; ++i) bases += c.valores[i];
    if (c.total() != f.saldo) fallas.agregar("saldo", codigo::rango, "las partes suman " + texto(c.total()));
    iva_de(c[Cubeta::base16], c[Cubeta::iva16], Tasa{"0.16"}, "iva16", fallas);
    iva_de(c[Cubeta::base8], c[Cubeta::iva8], Tasa{"0.08"}, "iva8", fallas);
    if (c[Cubeta::ieps] > bases) fallas.agregar("ieps", codigo::rango, "es parte de las bases, y es mayor");
}

}  // namespace

void validar(DocumentoAbiertoFila const& f, Fallas& fallas) {
    if (!f.codigo && !f.rfc) fallas.agregar("codigo", codigo::requerido, "indique codigo o rfc");
    fechas(f.fecha, f.vencimiento, "vencimiento", fallas);
    bool const pesos = f.moneda.valor == "MXN";
    if (pesos && f.tipoCambio && *f.tipoCambio != TipoCambio::de_entero(1))
        fallas.agregar("tipoCambio", codigo::rango, "el de MXN es 1");
    if (!pesos && !f.tipoCambio) fallas.agregar("tipoCambio", codigo::requerido, "es obligatorio en otra moneda");
    bool const a_favor = f.tipo == "AnticipoCliente" || f.tipo == "NotaCreditoCliente";
    if (f.saldo > f.total) fallas.agregar("saldo", codigo::rango, "es mayor que el total");
    if (a_favor && f.total != f.saldo)
        fallas.agregar("total", codigo::rango,
                       "un documento a favor se importa sólo por su saldo: el total debe ser igual");
    partes(f, fallas);
}

}  // namespace gestor::importar
