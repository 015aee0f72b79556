#include "domain/importar/agregados.hpp"
#include "domain/importar/archivos.hpp"
#include "domain/operacion/llamar.hpp"

namespace gestor::importar {
namespace {

Accion const& accion_de(Verbo verbo, std::string_view ruta) {
    for (auto const* area : areas())
        for (auto const& o : area->operaciones)
            if (o.verbo == verbo && o.ruta == ruta) return o.que;
    throw std::logic_error("no hay operación " + std::string(ruta));
}

bool es_numero(std::string_view texto) {
    if (texto.starts_with('-')) texto.remove_prefix(1);
    auto const entero = texto.substr(0, texto.find('.'));
    auto const cifras = [](std::string_view t) { return !t.empty() && t.find_first_not_of("0123456789") == t.npos; };
    bool const fraccion = entero.size() == texto.size() || cifras(texto.substr(entero.size() + 1));
    return cifras(entero) && (entero.size() == 1 || entero[0] != '0') && fraccion;
}

// Writes the body of the request. An invalid value is sent as text, and the operation reports it.
void escribir(Json const& json, std::string& salida) {
    bool const literal = (json.clase == Json::Clase::numero && es_numero(json.texto)) ||
                         (json.clase == Json::Clase::booleano && (json.texto == "true" || json.texto == "false"));
    if (json.clase == Json::Clase::nulo) {
        salida += "null";
    } else if (literal) {
        salida += json.texto;
    } else if (json.clase == Json::Clase::objeto || json.clase == Json::Clase::lista) {
        bool const objeto = json.clase == Json::Clase::objeto;
        salida += objeto ? '{' : '[';
        for (std::size_t i = 0; i < json.hijos.size(); ++i) {
            if (i > 0) salida += ',';
            if (objeto) json_texto(json.claves[i], salida), salida += ':';
            escribir(json.hijos[i], salida);
        }
        salida += objeto ? '}' : ']';
    } else {
        json_texto(json.texto, salida);
    }
}

class ImportarPorOperacion final : public Importacion {
public:
    explicit ImportarPorOperacion(PorOperacion const& por) : por_(por) {}

    Efecto fila(Escritura& db, Json const& datos) override {
        // A key is required: the API makes an absent key, so a file without keys would add its records again each time.
        auto const& clave = datos.buscar(por_.llave)->texto;
        if (clave.empty()) rechazar(por_.llave, codigo::requerido, "es obligatorio");
        auto const id = db.consultar(por_.maestra.id_de_clave(), {{"clave", clave}});
        std::string cuerpo;
        Fallas fallas;
        escribir(con_ids(db, datos, fallas), cuerpo);
        return en_una_ola(fallas, [&] { return guardar(db, clave, id, cuerpo); });
    }

private:
    Efecto guardar(Escritura& db, std::string const& clave, Filas const& id, std::string const& cuerpo) {
        if (id.vacia()) {
            llamar_operador(db, {"POST", por_.alta, cuerpo});
            return Efecto::agregado;
        }
        if (por_.edicion.empty())
            rechazar(por_.llave, codigo::duplicado, "ya existe, y este recurso sólo admite registros nuevos");
        auto const& accion = accion_de(Verbo::PUT, por_.edicion);
        auto const numero = id.filas[0][0].value();
        auto const leer = [&] {
            if (accion.version_de != nullptr) return db.registro(*accion.version_de, std::stoll(numero));
            return db.consultar(por_.maestra.id_de_clave(true), {{"clave", clave}}).filas[0][1].value_or("");
        };
        auto const antes = leer();
        llamar_operador(db, {"PUT", ruta_de(numero), cuerpo});
        return antes == leer() ? Efecto::igual : Efecto::actualizado;
    }

    std::string ruta_de(std::string const& id) const {
        return std::string(por_.edicion.substr(0, por_.edicion.find('{'))) + id;
    }

    Json con_ids(Lectura& db, Json datos, Fallas& fallas) const {
        for (auto const& a : por_.alias)
            for (std::size_t i = 0; i < datos.claves.size(); ++i) {
                if (datos.claves[i] != a.columna) continue;
                datos.claves[i] = a.campo;
                auto& celda = datos.hijos[i];
                if (celda.clase == Json::Clase::nulo) continue;
                auto const id = db.consultar(a.maestra.id_de_clave(), {{"clave", celda.texto}});
                if (id.vacia()) fallas.agregar(std::string(a.campo), codigo::no_existe, "no existe");
                celda.clase = id.vacia() ? Json::Clase::nulo : Json::Clase::numero;
                celda.texto = id.vacia() ? "" : id.filas[0][0].value();
            }
        return datos;
    }
    PorOperacion const& por_;
};

}  // namespace

Sesion sesion_del_operador(Escritura& db) {
    Sesion sesion;
    sesion.organizacionId = db.quien().organizacion;
    sesion.permisos = {"*"};
    return sesion;
}

Json llamar_operador(Escritura& db, Pedido const& pedido, Entorno const& entorno) {
    return *json_leer(llamar(db, sesion_del_operador(db), entorno, pedido).cuerpo).buscar("data");
}

Recurso recurso_por_operacion(std::string_view nombre, std::string_view descripcion, PorOperacion por,
                              std::vector<std::pair<std::string_view, std::string>> ayuda) {
    auto const guardada = std::make_shared<PorOperacion const>(std::move(por));
    for (auto const& a : guardada->alias)
        ayuda.emplace_back(a.columna, "clave o código de " + std::string(a.columna) + ", que ya existe");
    Recurso r;
    r.nombre = nombre;
    r.descripcion = descripcion;
    r.tipo = accion_de(Verbo::POST, guardada->alta).cuerpo;
    r.llave = {guardada->llave};
    r.empezar = [guardada]() -> std::unique_ptr<Importacion> {
        return std::make_unique<ImportarPorOperacion>(*guardada);
    };
    r.ayuda = std::move(ayuda);
    r.alias = guardada->alias;
    for (auto const& a : guardada->alias) r.referencias.emplace_back(a.columna, a.maestra);
    return r;
}

}  // namespace gestor::importar
