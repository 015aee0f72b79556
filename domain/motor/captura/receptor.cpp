#include "domain/motor/captura/receptor.hpp"

#include "domain/comun/nombrados.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"

namespace gestor {

void comprobar_global(std::optional<InformacionGlobal> const& g, Contexto const& c, Fallas& fallas) {
    bool const al_publico = c.rfc == rfc_publico;
    if (al_publico && !g)
        fallas.agregar("informacionGlobal", codigo::requerido, "es obligatoria en la factura al público en general");
    if (!al_publico && g) fallas.agregar("informacionGlobal", codigo::rango, "sólo se admite al público en general");
    if (!g) return;
    bool const bimestral = g->periodicidad.valor() == "05";
    if (bimestral != (g->meses.valor() >= "13"))
        fallas.agregar(
            "informacionGlobal.meses", codigo::rango,
            bimestral ? "con periodicidad 05 debe ser un bimestre, de 13 a 18" : "debe ser un mes, de 01 a 12");
    auto const anio = g->anio.valor();
    if (anio > c.ahora.fecha().anio() || anio < c.ahora.fecha().anio() - 1)
        fallas.agregar("informacionGlobal.anio", codigo::rango, "debe ser el año en curso o el anterior");
}

bool cubre(InformacionGlobal const& g, Fecha fecha) {
    auto const i = static_cast<unsigned>(g.meses.indice());
    unsigned const primero = i < 12 ? i + 1 : 2 * (i - 12) + 1;
    unsigned const ultimo = i < 12 ? primero : primero + 1;
    return fecha.anio() == g.anio.valor() && fecha.mes() >= primero && fecha.mes() <= ultimo;
}

void comprobar_receptor(Lectura& db, Contexto const& c, DatosFiscales const& datos, Fallas& fallas) {
    if (!c.contraparteId.presente()) return;  // the missing customer is already a fault
    auto const uso = datos.usoCFDI ? sql_de(*datos.usoCFDI) : sql_de(c.usoCFDI);
    fallas_de_campos(db.lista<FallaDeCampo, sql::receptor_fallas>(
                         "clienteId"_es(c.contraparteId), "rfc"_es(c.rfc), "regimenFiscal"_es(c.regimenFiscal),
                         "codigoPostal"_es(c.codigoPostal),
                         "usoCFDI"_es(es_rfc_generico(c.rfc) && !datos.usoCFDI ? ValorSql("S01") : uso),
                         "metodoPago"_es(datos.metodoPago), "formaPago"_es(datos.formaPago)),
                     fallas);
}

void validar_forma_de_pago(DatosFiscales const& d, Fallas& fallas) {
    if (!d.metodoPago || !d.formaPago) return;
    bool const por_definir = *d.formaPago == std::string_view("99");
    if (*d.metodoPago == std::string_view("PPD") && !por_definir)
        fallas.agregar("formaPago", codigo::rango, "con metodoPago PPD debe ser 99");
    if (*d.metodoPago == std::string_view("PUE") && por_definir)
        fallas.agregar("formaPago", codigo::rango, "con metodoPago PUE no puede ser 99");
}

void poner_fiscales(CabeceraNueva& n, Contexto const& c, DatosFiscales const& d, bool pagada,
                    std::string_view forma_del_pago) {
    auto const texto = [](auto const& opcional) { return Cadena::de_base(std::string_view(*opcional)); };
    n.regimenFiscal = es_rfc_generico(c.rfc) ? Cadena("616") : c.regimenFiscal;
    n.usoCFDI = d.usoCFDI ? texto(d.usoCFDI) : es_rfc_generico(c.rfc) ? Cadena("S01") : c.usoCFDI;
    bool const una_exhibicion = d.metodoPago  ? *d.metodoPago == std::string_view("PUE")
                                : d.formaPago ? *d.formaPago != std::string_view("99")
                                              : pagada;
    n.metodoPago = Cadena(una_exhibicion ? "PUE" : "PPD");
    if (d.formaPago)
        n.formaPago = texto(d.formaPago);
    else if (!una_exhibicion)
        n.formaPago = Cadena("99");
    else if (!forma_del_pago.empty())
        n.formaPago = Cadena(forma_del_pago);
    else
        n.formaPago = c.formaPago.vacio() || c.formaPago == "99" ? Cadena("03") : c.formaPago;
}

}  // namespace gestor
