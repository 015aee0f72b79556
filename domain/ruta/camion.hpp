#pragma once
// The truck of a route, as whoever writes of it needs it.
#include <map>

#include "domain/motor/motor.hpp"
#include "domain/ruta/tipos_escrituras.hpp"

namespace gestor::ruta {

struct Camion {
    Id rutaId;
    Cadena ruta;
    IdOCero sucursalId;
    IdOCero almacenId;  // 0: it has none
    IdOCero almacenSucursalId;
    IdOCero vendedorId;
    Cadena vendedor;
    Fecha hoy;  // in its branch
};
DTO(Camion, rutaId, ruta, sucursalId, almacenId, almacenSucursalId, vendedorId, vendedor, hoy)

// Truck of an active route; none, or one without a truck, is a fault of `rutaId`.
std::optional<Camion> camion_de(Escritura& db, Id ruta, Fallas& fallas);
Camion camion_de(Escritura& db, Id ruta);

// Concepts that the documents of a route post by. Throws CONCEPTO_INVALIDO.
class ConceptosDeRuta {
public:
    explicit ConceptosDeRuta(Escritura& db);
    Id de(std::string const& clave) const;

private:
    std::map<std::string, Id> conceptos_;
};

// How a product is told apart, and whether what was counted of it is. Throws SERIE_LOTE_REQUERIDO, SERIE_LOTE_INVALIDO.
struct SeIdentifica {
    Cadena codigo;
    Booleano manejaSeries;
    Booleano manejaLotes;

    bool alguno() const { return manejaSeries || manejaLotes; }
    void exigir(Identificados const& contado, Cantidad cantidad, std::string const& fila) const;
};
DTO(SeIdentifica, codigo, manejaSeries, manejaLotes)

// Stock of a truck of a product that is told apart, up to a moment.
struct EnCamion {
    Id productoId;
    Cadena serie;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Cantidad cantidad;
};
DTO(EnCamion, productoId, serie, lote, caducidad, cantidad)
std::vector<EnCamion> en_camion(Escritura& db, Id almacen, std::vector<Id> const& productos, FechaHora hasta);

// Count beside what there should be: what agrees, what is missing, what is too much.
struct Parte : Identificados {
    Cantidad cantidad;
};
struct Comparado {
    Parte hay, falta, sobra;
};
Comparado comparar(Cantidad esperado, Cantidad contado);
Comparado comparar(Id producto, std::vector<EnCamion> const& esperados, Identificados const& contados);

}  // namespace gestor::ruta
