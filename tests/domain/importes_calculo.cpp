// Reads documents, one JSON per line, and writes their totals, to be compared with an independent calculator. Only for
// tests.
#include <iostream>

#include "domain/motor/importes/importes.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/json.hpp"

namespace gestor {

struct LineaCalculo {
    Cantidad cantidad;
    Precio precioUnitario;
    Importe descuento;
    Importe promocion;
    Cadena objetoImpuesto;
    std::optional<Tasa> tasaIva;
    Tasa tasaIeps;
    Precio cuotaIeps;
    Tasa tasaIvaRetenido;
    Tasa tasaIsrRetenido;
};
DTO(LineaCalculo, cantidad, precioUnitario, descuento, promocion, objetoImpuesto, tasaIva, tasaIeps, cuotaIeps,
    tasaIvaRetenido, tasaIsrRetenido)

struct DocumentoCalculo {
    std::vector<LineaCalculo> partidas;
};
DTO(DocumentoCalculo, partidas)

struct ImpuestoCalculo {
    Cadena impuesto;
    Booleano retencion;
    Cadena tipoFactor;
    std::optional<Tasa> tasaOCuota;
    Importe base;
    Importe importe;
};
DTO(ImpuestoCalculo, impuesto, retencion, tipoFactor, tasaOCuota, base, importe)

struct PartidaCalculada {
    Importe bruto;
    Importe importe;
    std::vector<ImpuestoCalculo> impuestos;
};
DTO(PartidaCalculada, bruto, importe, impuestos)

struct TotalesCalculo {
    Dinero bruto;
    Dinero descuento;
    Dinero subtotal;
    Dinero iva;
    Dinero ieps;
    Dinero ivaRetenido;
    Dinero isrRetenido;
    Dinero total;
    Cadena cubetas;
    std::vector<ImpuestoCalculo> grupos;
    std::vector<PartidaCalculada> partidas;
};
DTO(TotalesCalculo, bruto, descuento, subtotal, iva, ieps, ivaRetenido, isrRetenido, total, cubetas, grupos, partidas)

}  // namespace gestor

using namespace gestor;

namespace {

LineaImportes linea(LineaCalculo const& l) {
    PerfilImpuestos const perfil = {std::string(l.objetoImpuesto.valor()),
                                    l.tasaIva,
                                    l.tasaIeps,
                                    l.cuotaIeps,
                                    l.tasaIvaRetenido,
                                    l.tasaIsrRetenido};
    return calcular_linea(l.cantidad, l.precioUnitario, l.descuento, l.promocion, perfil);
}

std::vector<ImpuestoCalculo> filas(std::vector<ImpuestoLinea> const& impuestos) {
    std::vector<ImpuestoCalculo> salida;
    for (auto const& i : impuestos)
        salida.push_back({Cadena(i.impuesto), Booleano(i.retencion), Cadena(i.factor), i.tasa, i.base, i.importe});
    return salida;
}

TotalesCalculo calcular(DocumentoCalculo const& documento) {
    std::vector<LineaImportes> lineas;
    for (auto const& l : documento.partidas) lineas.push_back(linea(l));
    auto const t = totalizar(lineas);
    std::string cubetas;
    t.cubetas.escribir(cubetas);
    TotalesCalculo salida = {t.bruto,
                             t.descuento,
                             t.subtotal,
                             t.iva,
                             t.ieps,
                             t.ivaRetenido,
                             t.isrRetenido,
                             t.total,
                             Cadena(cubetas),
                             filas(agrupar(lineas)),
                             {}};
    for (auto const& l : lineas) salida.partidas.push_back({l.bruto, l.importe, filas(l.impuestos)});
    return salida;
}

}  // namespace

int main() {
    std::string entrada;
    std::string salida;
    while (std::getline(std::cin, entrada)) {
        json_escribir(calcular(json_leer<DocumentoCalculo>(entrada)), salida);
        salida += '\n';
    }
    std::cout << salida;
}
