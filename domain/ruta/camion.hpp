#pragma once
// Truck of a route, used by the writes of routes.
#include <map>

#include "domain/motor/escritura/motor.hpp"
#include "domain/ruta/tipos_escrituras.hpp"

namespace gestor::ruta {

struct Camion {
    Id rutaId;
    Cadena ruta;
    IdOCero sucursalId;
    IdOCero almacenId;  // 0: the route has no truck
    IdOCero almacenSucursalId;
    IdOCero vendedorId;
    Cadena vendedor;
    Fecha hoy;  // today in the branch
};
DTO(Camion, rutaId, ruta, sucursalId, almacenId, almacenSucursalId, vendedorId, vendedor, hoy)

// Truck of an active route; a missing route, or a route without a truck, is a fault of `rutaId`.
std::optional<Camion> camion_de(Escritura& db, Id ruta, Fallas& fallas);
Camion camion_de(Escritura& db, Id ruta);

// ConceptosDeRuta: concepts of the documents of a route. Throws CONCEPTO_INVALIDO.
class ConceptosDeRuta {
public:
    explicit ConceptosDeRuta(Escritura& db);
    Id de(std::string const& clave) const;

private:
    std::map<std::string, Id> conceptos_;
};

// SeIdentifica: whether a product has serial numbers or lots; its count must name them. Throws SERIE_LOTE_REQUERIDO,
// SERIE_LOTE_INVALIDO.
struct SeIdentifica {
    Cadena codigo;
    Booleano manejaSeries;
    Booleano manejaLotes;

    bool alguno() const { return manejaSeries || manejaLotes; }
    void exigir(Identificados const& contado, Cantidad cantidad, std::string const& fila) const;
};
DTO(SeIdentifica, codigo, manejaSeries, manejaLotes)

// EnCamion: stock of a truck, by serial number and lot, up to a moment.
struct EnCamion {
    Id productoId;
    Cadena serie;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Cantidad cantidad;
};
DTO(EnCamion, productoId, serie, lote, caducidad, cantidad)
std::vector<EnCamion> en_camion(Escritura& db, Id almacen, std::vector<Id> const& productos, FechaHora hasta);

// Parte: a count compared with the expected stock: equal, missing and surplus goods.
struct Parte : Identificados {
    Cantidad cantidad;
};
struct Comparado {
    Parte hay, falta, sobra;
};
Comparado comparar(Cantidad esperado, Cantidad contado);
Comparado comparar(Id producto, std::vector<EnCamion> const& esperados, Identificados const& contados);

}  // namespace gestor::ruta
