#include "domain/importar/importar.hpp"

#include <algorithm>
#include <unordered_map>

#include "domain/importar/consultas.hpp"
#include "domain/importar/explicar.hpp"
#include "domain/valores/glosario.hpp"
#include "domain/valores/texto.hpp"
#include "persistence/error_base.hpp"

namespace gestor::importar {
namespace {

constexpr std::size_t fallas_maximas = 50, filas_maximas = 500'000;

struct Registro {
    std::size_t linea;
    std::vector<std::string> celdas;
};

struct Tabla;

class FallasArchivo {
public:
    void agregar(std::size_t linea, std::string_view columna, std::string_view mensaje) {
        if (++total_ > fallas_maximas) return;
        texto_ += "\n  ";
        if (linea > 0) texto_ += "línea " + std::to_string(linea) + (columna.empty() ? ": " : ", ");
        if (!columna.empty()) texto_ += "columna " + std::string(columna) + ": ";
        texto_ += mensaje;
    }
    void agregar(Lectura& db, Recurso const& recurso, Registro const& fila, Problema const& problema,
                 Tabla const& archivo);
    bool vacio() const { return total_ == 0; }
    void lanzar() const {
        if (vacio()) return;
        auto texto = "no se importó nada:" + texto_;
        if (total_ > fallas_maximas) texto += "\n  y " + std::to_string(total_ - fallas_maximas) + " más";
        throw ErroresImportacion(texto);
    }

private:
    // Column of an error's field: a path (cuentas[2]) or the name of a constraint of the database (padreId).
    static std::string columna_de(std::string campo, std::span<std::string const> columnas) {
        campo.resize(std::min(campo.find('['), campo.size()));
        bool const conocida = std::find(columnas.begin(), columnas.end(), campo) != columnas.end();
        if (!conocida && campo.ends_with("Id")) campo.resize(campo.size() - 2);
        return campo;
    }
    std::string texto_;
    std::size_t total_ = 0;
};

// Columns of a file from the members of its DTO; a nested member is "domicilio.calle".
void columnas_de(Tipo const& objeto, std::string const& prefijo, std::vector<Alias> const& alias,
                 std::vector<std::pair<std::string, Tipo const*>>& salida) {
    for (auto const& campo : objeto.campos()) {
        auto const a =
            std::find_if(alias.begin(), alias.end(), [&](Alias const& x) { return x.campo == campo.nombre; });
        auto const& tipo = campo.tipo->contenido();
        if (a != alias.end())
            salida.emplace_back(a->columna, tipo_de<std::optional<Texto<60>>>());
        else if (tipo.especie == Especie::objeto)
            columnas_de(tipo, prefijo + std::string(campo.nombre) + ".", {}, salida);
        // lists of objects are left out
        else if (tipo.especie != Especie::lista || tipo.interno->especie == Especie::valor)
            salida.emplace_back(prefijo + std::string(campo.nombre), campo.tipo);
    }
}
std::vector<std::pair<std::string, Tipo const*>> columnas_de(Recurso const& recurso) {
    std::vector<std::pair<std::string, Tipo const*>> salida;
    columnas_de(*recurso.tipo, "", recurso.alias, salida);
    return salida;
}

Json texto_json(Json::Clase clase, std::string_view texto) {
    Json json;
    json.clase = clase;
    json.texto = texto;
    return json;
}

// "si" and "no" in any spelling, converted to the API's true and false.
std::string_view booleano(std::string_view texto) {
    auto const dicho = mayusculas(texto);
    if (dicho == "SI" || dicho == "SÍ" || dicho == "TRUE") return "true";
    if (dicho == "NO" || dicho == "FALSE") return "false";
    return texto;
}

// JSON of a cell, as the API would receive it; an empty cell is null.
Json celda(Tipo const& columna, std::string_view texto) {
    texto = recortar(texto);
    Tipo const& tipo = columna.contenido();
    if (texto.empty()) return {};
    if (tipo.especie == Especie::lista) {
        Json lista;
        lista.clase = Json::Clase::lista;
        std::string_view const separadores = texto.find(';') == texto.npos ? " \t\n" : ";";
        for (std::size_t desde = 0; desde < texto.size();) {
            auto const hasta = std::min(texto.find_first_of(separadores, desde), texto.size());
            auto elemento = celda(*tipo.interno, texto.substr(desde, hasta - desde));
            if (elemento.clase != Json::Clase::nulo) lista.hijos.push_back(std::move(elemento));
            desde = hasta + 1;
        }
        return lista;
    }
    switch (tipo.forma->clase) {
        case Clase::booleano:
            return texto_json(Json::Clase::booleano, booleano(texto));
        case Clase::entero:
        case Clase::numero:
            return texto_json(Json::Clase::numero, numero_escrito(texto));
        case Clase::objeto:  // no file has a column of this kind
        case Clase::texto:
            break;
    }
    return texto_json(Json::Clase::texto, texto);
}

void poner(Json& objeto, std::string_view nombre, Json valor) {
    objeto.clase = Json::Clase::objeto;
    auto const punto = nombre.find('.');
    if (punto == nombre.npos) {
        objeto.claves.emplace_back(nombre);
        objeto.hijos.push_back(std::move(valor));
        return;
    }
    auto const clave = nombre.substr(0, punto);
    auto donde = std::find(objeto.claves.begin(), objeto.claves.end(), clave);
    if (donde == objeto.claves.end()) {
        objeto.claves.emplace_back(clave);
        objeto.hijos.emplace_back();
        donde = objeto.claves.end() - 1;
    }
    poner(objeto.hijos[static_cast<std::size_t>(donde - objeto.claves.begin())], nombre.substr(punto + 1),
          std::move(valor));
}

struct Tabla {
    std::vector<std::string> columnas;
    std::vector<Tipo const*> tipos;           // types of the columns; null for an unknown or repeated column
    std::vector<std::string_view> sin_llave;  // key columns missing in the header
    bool mal_encabezado = false;
    std::vector<Registro> filas;

    std::string_view celda_de(Registro const& fila, std::string_view columna) const {
        auto const i =
            static_cast<std::size_t>(std::find(columnas.begin(), columnas.end(), columna) - columnas.begin());
        return i < fila.celdas.size() ? recortar(fila.celdas[i]) : std::string_view();
    }
    // Type of the column's value; nullptr when there is no such column, or it is a list.
    Tipo const* tipo(std::string_view columna) const {
        auto const i =
            static_cast<std::size_t>(std::find(columnas.begin(), columnas.end(), columna) - columnas.begin());
        auto const* valor = i == columnas.size() || tipos[i] == nullptr ? nullptr : &tipos[i]->contenido();
        return valor == nullptr || valor->especie != Especie::valor ? nullptr : valor;
    }
    Json documento(Registro const& fila) const {
        Json json;
        json.clase = Json::Clase::objeto;
        for (std::size_t i = 0; i < columnas.size(); ++i)
            if (tipos[i] != nullptr) poner(json, columnas[i], celda(*tipos[i], fila.celdas[i]));
        for (auto const llave : sin_llave) poner(json, llave, {});
        return json;
    }
    // Whether the header lacks the column: its fault is reported once, for the header.
    bool perdida(std::string_view columna) const {
        return mal_encabezado && std::find(columnas.begin(), columnas.end(), columna) == columnas.end();
    }
};

void FallasArchivo::agregar(Lectura& db, Recurso const& recurso, Registro const& fila, Problema const& problema,
                            Tabla const& archivo) {
    if (problema.errores().empty()) return agregar(fila.linea, "", problema.detalle());
    std::vector<std::string> dichas;
    for (auto const& e : problema.errores()) {
        auto const columna = columna_de(e.campo, archivo.columnas);
        if (archivo.perdida(columna)) continue;
        auto const celda = archivo.celda_de(fila, columna);
        agregar(fila.linea, columna, explicar(db, recurso, columna, archivo.tipo(columna), celda, e));
        dichas.push_back(columna);
    }
    // Masters that the row names are looked up here, so that a missing one is reported with the other faults of the
    // row.
    for (auto const& [columna, maestra] : recurso.referencias) {
        bool const de_lista = archivo.tipo(columna) == nullptr;
        auto const celda = archivo.celda_de(fila, columna);
        if (de_lista || celda.empty() || std::ranges::find(dichas, columna) != dichas.end()) continue;
        if (db.consultar(maestra.id_de_clave(), {{"clave", std::string(celda)}}).vacia())
            agregar(fila.linea, columna, parecidas(db, recurso, columna, celda, "no existe"));
    }
}

std::string unir(std::vector<std::pair<std::string, Tipo const*>> const& columnas) {
    std::string salida;
    for (auto const& c : columnas) salida += (salida.empty() ? "" : ", ") + c.first;
    return salida;
}

void leer_encabezado(Recurso const& recurso, Registro const& registro, Tabla& archivo, FallasArchivo& fallas) {
    auto const conocidas = columnas_de(recurso);
    for (auto const& celda_nombre : registro.celdas) {
        std::string const nombre(recortar(celda_nombre));
        auto const conocida =
            std::find_if(conocidas.begin(), conocidas.end(), [&](auto const& c) { return c.first == nombre; });
        if (conocida == conocidas.end())
            fallas.agregar(registro.linea, nombre,
                           "no es una columna de " + std::string(recurso.nombre) + ", que tiene: " + unir(conocidas));
        bool const repetida = std::ranges::find(archivo.columnas, nombre) != archivo.columnas.end();
        if (conocida != conocidas.end() && repetida) fallas.agregar(registro.linea, nombre, "está repetida");
        archivo.columnas.push_back(nombre);
        archivo.tipos.push_back(conocida == conocidas.end() || repetida ? nullptr : conocida->second);
    }
    for (auto const llave : recurso.llave)
        if (std::ranges::find(archivo.columnas, llave) == archivo.columnas.end()) {
            fallas.agregar(registro.linea, llave, "falta: sin esa columna no se puede identificar cada fila");
            archivo.sin_llave.push_back(llave);
        }
    archivo.mal_encabezado = !fallas.vacio();
}

bool se_salta(std::vector<std::string> const& celdas) {
    if (celdas[0].starts_with('#')) return true;
    return std::all_of(celdas.begin(), celdas.end(), [](auto const& c) { return recortar(c).empty(); });
}

// Reads the whole file, because a transaction that must be repeated cannot read the standard input again.
Tabla leer(Recurso const& recurso, LectorRegistros& lector, FallasArchivo& fallas) {
    Tabla archivo;
    Registro registro{};
    while (lector.siguiente(registro.celdas)) {
        registro.linea = lector.linea();
        if (se_salta(registro.celdas)) continue;
        if (archivo.columnas.empty())
            leer_encabezado(recurso, registro, archivo, fallas);
        else if (registro.celdas.size() != archivo.columnas.size())
            fallas.agregar(registro.linea, "",
                           "tiene " + std::to_string(registro.celdas.size()) + " campos y el encabezado " +
                               std::to_string(archivo.columnas.size()));
        else if (archivo.filas.size() == filas_maximas)
            throw ErroresImportacion("el archivo pasa de " + std::to_string(filas_maximas) + " filas: divídalo");
        else
            archivo.filas.push_back(registro);
    }
    if (archivo.columnas.empty()) throw ErroresImportacion("el archivo está vacío: la primera línea da las columnas");
    return archivo;
}

void buscar_repetidas(Recurso const& recurso, Tabla const& archivo, FallasArchivo& fallas) {
    std::unordered_map<std::string, std::size_t> vistas;
    for (auto const& fila : archivo.filas) {
        std::string llave;
        bool completa = true;
        for (auto const columna : recurso.llave) {
            auto const parte = archivo.celda_de(fila, columna);
            completa = completa && !parte.empty();
            llave += std::string(parte) + '\n';
        }
        if (!completa) continue;  // the row already has a fault
        auto const [donde, nueva] = vistas.emplace(std::move(llave), fila.linea);
        if (!nueva)
            fallas.agregar(fila.linea, recurso.llave[0],
                           "se repite: ya está en la línea " + std::to_string(donde->second));
    }
}

void contar(ResumenImportacion& resumen, Efecto efecto) {
    if (efecto == Efecto::agregado) ++resumen.agregados;
    if (efecto == Efecto::actualizado) ++resumen.actualizados;
    if (efecto == Efecto::igual) ++resumen.iguales;
}

struct Simulacro {};

bool es_de_la_fila(ErrorBase const& e) {
    return e.sqlstate().starts_with("22") || e.sqlstate().starts_with("23");
}

// Imports a row. A value refused by the database is a fault of the row; a lost connection or a deadlock is not.
Efecto importar_fila(Importacion& importacion, Escritura& db, Json const& datos) {
    try {
        return importacion.fila(db, datos);
    } catch (ErrorBase const& e) {
        if (es_de_la_fila(e)) e.traducir();
        throw;
    }
}

}  // namespace

void exigir_organizacion(Lectura& db) {
    if (db.consultar<sql::organizacion_existe>().vacia())
        throw ErroresImportacion("no existe la organización " + std::to_string(db.quien().organizacion));
}

Recurso const* recurso_buscar(std::string_view nombre) {
    for (auto const& r : recursos())
        if (r.nombre == nombre) return &r;
    return nullptr;
}

ResumenImportacion importar(Session& sesion, std::int64_t organizacion, Recurso const& recurso, LectorRegistros& lector,
                            OpcionesImportacion const& opciones, AlAvanzar const& avance) {
    FallasArchivo del_archivo;
    auto const archivo = leer(recurso, lector, del_archivo);
    if (!recurso.repite) buscar_repetidas(recurso, archivo, del_archivo);
    ResumenImportacion resumen;
    auto const trabajo = [&](Escritura& db) {
        exigir_organizacion(db);
        auto fallas = del_archivo;
        std::unique_ptr<Importacion> importacion;
        auto const pasar = [&](bool con_puntos) {
            importacion = recurso.empezar();
            importacion->corte = opciones.corte;
            importacion->de_cuenta = opciones.cuenta;
            importacion->con_puntos = con_puntos;
            for (std::size_t i = 0; i < archivo.filas.size(); ++i) {
                avance(i, archivo.filas.size());
                importacion->linea = archivo.filas[i].linea;
                auto const importada = [&] {
                    contar(importacion->resumen, importar_fila(*importacion, db, archivo.documento(archivo.filas[i])));
                };
                if (!con_puntos) {
                    importada();
                    continue;
                }
                // Savepoint: a row refused by the database must not hide the faults of the next rows.
                db.consultar<sql::punto>();
                try {
                    importada();
                    db.consultar<sql::soltar_punto>();
                } catch (Problema const& p) {
                    db.consultar<sql::volver_al_punto>();
                    fallas.agregar(db, recurso, archivo.filas[i], p, archivo);
                }
            }
            importacion->revisar(db, [&](std::size_t linea, std::string_view columna, std::string_view mensaje) {
                fallas.agregar(linea, columna, mensaje);
            });
        };
        // A savepoint for each row is a quarter of the time of a file without faults. So the first pass has one, and
        // only after a fault a second pass finds them all.
        db.consultar<sql::punto>();
        bool bien = false;
        try {
            pasar(false);
            db.consultar<sql::soltar_punto>();
            bien = true;
        } catch (Problema const&) {
        } catch (ErrorBase const& e) {
            if (!es_de_la_fila(e)) throw;
        }
        if (!bien) {
            db.consultar<sql::volver_al_punto>();
            fallas = del_archivo;
            pasar(true);
        }
        fallas.lanzar();
        try {
            importacion->terminar(db);
        } catch (Problema const& p) {
            fallas.agregar(db, recurso, Registro{}, p, archivo);
        }
        fallas.lanzar();
        avance(archivo.filas.size(), archivo.filas.size());
        resumen = std::move(importacion->resumen);
        if (opciones.simular) throw Simulacro{};
    };
    try {
        std::string respuesta;
        escribir_en_unidad(sesion, {organizacion, 0, ""}, nullptr, respuesta, trabajo);
    } catch (Simulacro const&) {
    }
    return resumen;
}

namespace {

std::string que_admite(Tipo const& columna) {
    Tipo const& tipo = columna.contenido();
    if (tipo.especie == Especie::lista) return "varios, separados con espacio o punto y coma";
    auto const forma = *tipo.forma;
    if (!forma.opciones.empty()) {
        std::string opciones;
        for (auto const o : forma.opciones) opciones += (opciones.empty() ? "" : "|") + std::string(o);
        return opciones;
    }
    if (forma.clase == Clase::booleano) return "si|no";
    if (forma.clase == Clase::numero || forma.clase == Clase::entero) return "número";
    if (forma.formato == "date") return "fecha AAAA-MM-DD";
    if (forma.maximo_texto > 0) return "hasta " + std::to_string(forma.maximo_texto) + " caracteres";
    return forma.ejemplo.empty() ? "texto" : "como " + std::string(forma.ejemplo);
}

std::string de_fabrica(Tipo const& tipo) {
    if (tipo.forma->clase == Clase::booleano) return tipo.defecto == "true" ? "si" : "no";
    return std::string(tipo.defecto);
}

std::string que_es(Recurso const& recurso, std::string const& nombre) {
    for (auto const& [columna, ayuda] : recurso.ayuda)
        if (columna == nombre) return ayuda;
    if (nombre.find('.') != nombre.npos) return "parte del domicilio";
    auto const* termino = glosario_buscar(nombre);
    return termino == nullptr ? nombre : std::string(termino->descripcion);
}

}  // namespace

std::string plantilla(Recurso const& recurso) {
    std::string encabezado, lineas;
    for (auto const& [nombre, puntero] : columnas_de(recurso)) {
        auto const& tipo = *puntero;
        encabezado += (encabezado.empty() ? "" : ",") + nombre;
        bool const llave = std::find(recurso.llave.begin(), recurso.llave.end(), nombre) != recurso.llave.end();
        auto const uso = llave || !prescindible(tipo) ? std::string("obligatoria")
                         : tipo.defecto.empty()       ? std::string("opcional")
                                                      : "si se omite: " + de_fabrica(tipo);
        lineas.append("# ").append(nombre).append(": ").append(que_es(recurso, nombre));
        lineas.append(" (").append(que_admite(tipo)).append("; ").append(uso).append(")\n");
    }
    return encabezado + "\n" + lineas;
}

}  // namespace gestor::importar
