#include "domain/motor/receptor.hpp"

#include "domain/motor/consultas_resolver.hpp"
#include "domain/motor/nombrados.hpp"

namespace gestor {

bool es_rfc_generico(std::string_view rfc) {
    return rfc == "XAXX010101000" || rfc == "XEXX010101000";
}

void comprobar_receptor(Lectura& db, Contexto const& c, DatosFiscales const& datos, Fallas& fallas) {
    if (!c.clienteId.presente()) return;  // a fault already
    auto const uso = datos.usoCFDI ? sql_de(*datos.usoCFDI) : sql_de(c.usoCFDI);
    fallas_de_campos(db, sql::receptor_fallas,
                     {{"rfc", sql_de(c.rfc)},
                      {"regimenFiscal", sql_de(c.regimenFiscal)},
                      {"codigoPostal", sql_de(c.codigoPostal)},
                      {"usoCFDI", es_rfc_generico(c.rfc) && !datos.usoCFDI ? ValorSql("S01") : uso},
                      {"metodoPago", sql_de(datos.metodoPago)},
                      {"formaPago", sql_de(datos.formaPago)}},
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
