// A JSON document, read as a tree and into a DTO. An accepted document is read the same after being written; its texts
// are UTF-8; an update with the same document changes nothing.
#include "domain/valores/json.hpp"

#include <set>

#include "domain/valores/decimal.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/libre.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/texto.hpp"
#include "tests/fuzz/property.hpp"

namespace gestor {

struct Renglon {
    Id productoId;
    Positivo<Cantidad> cantidad;
    std::optional<Importe> importe;
};
DTO(Renglon, productoId, cantidad, importe)

struct Pedido {
    Id clienteId;
    TextoReq<30> folio;
    Fecha fecha;
    std::optional<FechaHora> entrega;
    std::optional<Texto<60>> notas;
    Defecto<Booleano, "true"> activo;
    std::optional<Opcion<"Contado", "Credito">> condicion;
    std::optional<Dinero> total;
    std::optional<ObjetoLibre> addenda;
    std::optional<Renglon> principal;
    Lista<Renglon, 0, 8> renglones;
};
DTO(Pedido, clienteId, folio, fecha, entrega, notas, activo, condicion, total, addenda, principal, renglones)

}  // namespace gestor

using namespace gestor;

namespace {

bool same(Json const& a, Json const& b) {
    if (a.clase != b.clase || a.texto != b.texto || a.claves != b.claves || a.hijos.size() != b.hijos.size())
        return false;
    for (std::size_t i = 0; i < a.hijos.size(); ++i)
        if (!same(a.hijos[i], b.hijos[i])) return false;
    return true;
}

bool utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();)
        if (!siguiente_caracter(text, at)) return false;
    return true;
}

void sound(Json const& json, unsigned depth) {
    property(depth <= 33, "the depth is bounded");
    property(utf8(json.texto), "a text is UTF-8");
    std::set<std::string_view> keys;
    for (auto const& k : json.claves) property(utf8(k) && keys.insert(k).second, "keys are UTF-8 and unique");
    for (auto const& child : json.hijos) sound(child, depth + 1);
}

void into_dto(Json const& json) {
    Pedido first{};
    Fallas faults;
    json_leer(*tipo_de<Pedido>(), json, &first, "", faults);
    if (!faults.vacio()) return;
    auto const text = como_json(first);
    property(como_json(json_leer<Pedido>(text)) == text, "what is read is written and read as the same");
    Edicion<Pedido>{json}.sobre(first);
    property(como_json(first) == text, "an update with the same document changes nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    Json json;
    try {
        json = json_leer(text_of(data, size));
    } catch (Problema const& p) {
        property(p.codigo() == codigo::json_invalido, "a refusal has its code");
        return 0;
    }
    sound(json, 1);
    std::string text, again;
    json_escribir(json, text);
    auto const second = json_leer(text);
    property(same(json, second), "the tree survives its text");
    json_escribir(second, again);
    property(text == again, "one spelling");
    into_dto(json);
    return 0;
}
