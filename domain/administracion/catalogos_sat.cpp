#include "domain/administracion/catalogos_sat.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <stdexcept>
#include <unordered_map>

#include "domain/administracion/catalogos_incluidos.hpp"
#include "domain/administracion/catalogos_sat_tabla.hpp"
#include "domain/valores/csv.hpp"
#include "domain/valores/texto.hpp"
#include "persistence/migrations.hpp"

namespace gestor::administracion {

using namespace sat;

namespace {

// Name for comparison: letters and digits in lower case, without accents and without the prefix c_ of a catalog.
std::string nombre_simple(std::string_view nombre) {
    static constexpr std::pair<std::string_view, char> acentos[] = {
        {"á", 'a'}, {"é", 'e'}, {"í", 'i'}, {"ó", 'o'}, {"ú", 'u'}, {"ü", 'u'}, {"ñ", 'n'},
        {"Á", 'a'}, {"É", 'e'}, {"Í", 'i'}, {"Ó", 'o'}, {"Ú", 'u'}, {"Ü", 'u'}, {"Ñ", 'n'}};
    if (nombre.starts_with("c_")) nombre.remove_prefix(2);
    std::string simple;
    for (std::size_t i = 0; i < nombre.size(); ++i) {
        for (auto const& [acentuada, letra] : acentos)
            if (nombre.substr(i).starts_with(acentuada)) simple += letra;
        if (auto const c = static_cast<unsigned char>(nombre[i]); c < 0x80 && std::isalnum(c) != 0)
            simple += static_cast<char>(std::tolower(c));
    }
    return simple;
}

std::vector<std::string_view> palabras(std::string_view frase) {
    std::vector<std::string_view> todas;
    for (std::size_t i = 0; i < frase.size();) {
        auto const fin = std::min(frase.find(' ', i), frase.size());
        todas.push_back(frase.substr(i, fin - i));
        i = fin + 1;
    }
    return todas;
}

Catalogo const& buscar_catalogo(std::string const& archivo, std::string_view nombre) {
    auto buscado = std::filesystem::path(archivo).filename().string();
    buscado = nombre.empty() ? buscado.substr(0, buscado.find('.')) : std::string(nombre);
    std::string todos;
    for (auto const& c : catalogos) {
        if (nombre_simple(c.nombre) == nombre_simple(buscado)) return c;
        todos += (todos.empty() ? "" : ", ") + std::string(c.nombre);
    }
    throw std::runtime_error("no existe el catálogo «" + buscado + "»; indique uno con --catalogo: " + todos);
}

std::unique_ptr<LectorRegistros> lector_de(std::string const& archivo, std::istream& entrada) {
    auto extension = std::filesystem::path(archivo).extension().string();
    for (auto& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (extension == ".csv") return std::make_unique<LectorCsv>(entrada, ',');
    if (extension == ".tsv" || extension == ".txt") return std::make_unique<LectorCsv>(entrada, '\t');
    if (extension == ".json") return std::make_unique<LectorJson>(entrada);
    throw std::runtime_error("el archivo debe terminar en .csv, .tsv, .txt o .json");
}

// ---- reading ----
constexpr std::size_t fallas_maximas = 20;

class Carga {
public:
    Carga(Catalogo const& catalogo, LectorRegistros& lector, bool numerar)
        : catalogo_(catalogo), lector_(lector), numerar_(numerar) {}

    void encabezado(CatalogoImportado& salida) {
        auto const nombres = linea_de_encabezado();
        auto const simples = simplificados(nombres);
        campos_ = nombres.size();
        std::vector<bool> usadas(campos_);
        for (Columna const& columna : todas()) {
            auto const i = donde(columna, simples);
            if (i < campos_) {
                columnas_.push_back({&columna, i});
                usadas[i] = true;
            } else if (!columna.puede_faltar) {
                falla("falta la columna «" + std::string(columna.nombre) + "»");
            }
        }
        for (std::size_t i = 0; i < campos_; ++i)
            if (!usadas[i]) salida.sin_uso.push_back(nombres[i]);
        lanzar();
    }

    // Next record in COPY's form; false at the end. A record with faults is noted and skipped.
    bool fila(std::string& salida) {
        std::vector<std::string> campos;
        if (fallas_.size() >= fallas_maximas) return false;
        try {
            if (!lector_.siguiente(campos)) return false;
        } catch (ErrorRegistros const& e) {
            fallas_.emplace_back(e.what());
            return false;
        }
        ++leidas_;
        if (campos.size() != campos_) {
            falla("tiene " + std::to_string(campos.size()) + " campos y el encabezado " + std::to_string(campos_));
            return true;
        }
        auto const antes = fallas_.size();
        std::string fila, llave;
        for (auto const& [columna, i] : columnas_)
            if (!columna->omitida.empty() && recortar(campos[i]) == columna->omitida) {
                --leidas_;
                return true;
            }
        for (auto const& [columna, i] : columnas_) {
            auto const valor = leer(*columna, campos[i]);
            if (columna->llave) llave += valor + '\n';
            fila += (fila.empty() ? "" : "\t") + valor;
        }
        if (fallas_.size() > antes) return true;
        auto const [primera, nueva] = vistas_.try_emplace(llave, lector_.linea());
        if (!nueva) falla("la clave se repite; ya está en la línea " + std::to_string(primera->second));
        salida += fila + '\n';
        return true;
    }

    void lanzar() const {
        if (fallas_.empty()) return;
        std::string todas = "no se importó nada:";
        for (auto const& f : fallas_) todas += "\n  " + f;
        if (fallas_.size() >= fallas_maximas) todas += "\n  (puede haber más)";
        throw std::runtime_error(todas);
    }

    bool con_fallas() const { return !fallas_.empty(); }
    std::int64_t leidas() const { return leidas_; }
    // Columns of the file, separated by commas, each after `prefijo`.
    std::string lista(std::string const& prefijo, bool solo_llaves = false, bool con_vigencia = true) const {
        std::string nombres;
        for (auto const& [c, i] : columnas_)
            if ((!solo_llaves || c->llave) && (con_vigencia || !c->nombre.starts_with("vigencia_")))
                nombres += (nombres.empty() ? "" : ", ") + prefijo + std::string(c->nombre);
        return nombres;
    }
    bool tiene(std::string_view nombre) const {
        return std::any_of(columnas_.begin(), columnas_.end(),
                           [&](auto const& u) { return u.columna->nombre == nombre; });
    }

private:
    struct Usada {
        Columna const* columna;
        std::size_t campo;
    };

    static std::vector<std::string> simplificados(std::vector<std::string> const& nombres) {
        std::vector<std::string> simples;
        for (auto const& nombre : nombres) simples.push_back(nombre_simple(nombre));
        return simples;
    }
    // Names of the columns; lines of title stand above them in some of the authority's files.
    std::vector<std::string> linea_de_encabezado() {
        std::vector<std::string> nombres;
        for (int titulos = 0; titulos <= catalogo_.titulos; ++titulos) {
            if (!lector_.siguiente(nombres))
                throw std::runtime_error("el archivo está vacío, o le falta el encabezado");
            auto const simples = simplificados(nombres);
            if (donde(catalogo_.columnas[0], simples) < simples.size()) break;
        }
        return nombres;
    }

    std::vector<std::reference_wrapper<Columna const>> todas() const {
        std::vector<std::reference_wrapper<Columna const>> v(catalogo_.columnas.begin(), catalogo_.columnas.end());
        v.insert(v.end(), std::begin(vigencia), std::end(vigencia));
        return v;
    }

    std::size_t donde(Columna const& columna, std::vector<std::string> const& simples) const {
        auto origenes = palabras(columna.origenes);
        auto const propio = nombre_simple(catalogo_.nombre);
        if (columna.nombre == "clave") origenes.push_back(propio);
        for (auto const& origen : origenes)
            if (auto const i = std::find(simples.begin(), simples.end(), origen); i != simples.end())
                return static_cast<std::size_t>(i - simples.begin());
        return simples.size();
    }

    std::string leer(Columna const& columna, std::string_view campo) {
        campo = recortar(campo);
        if (campo.empty() && columna.vacio != nullptr) return columna.vacio;
        std::string valor, escapado;
        auto fallo =
            campo.empty() ? std::optional(Falla{codigo::requerido, "es obligatorio"}) : columna.leer(campo, valor);
        if (fallo) return falla("«" + std::string(columna.nombre) + "» " + fallo->mensaje), "";
        for (char const c : valor) {
            if (c == '\\') escapado += '\\';
            if (c == '\n' || c == '\t')
                escapado += c == '\n' ? "\\n" : "\\t";
            else
                escapado += c;
        }
        return escapado;
    }

    void falla(std::string const& mensaje) {
        auto donde = "línea " + std::to_string(lector_.linea());
        if (numerar_ && leidas_ > 0) donde += " (registro " + std::to_string(leidas_) + ")";
        if (fallas_.size() < fallas_maximas) fallas_.push_back(donde + ": " + mensaje);
    }

    Catalogo const& catalogo_;
    LectorRegistros& lector_;
    bool numerar_;  // records are counted instead of lines: a JSON file may be one line
    std::size_t campos_ = 0;
    std::int64_t leidas_ = 0;
    std::vector<Usada> columnas_;
    std::vector<std::string> fallas_;
    std::unordered_map<std::string, std::size_t> vistas_;
};

// ---- storing ----
// New keys in, changed keys updated, missing keys ended yesterday: one statement that counts what it did. A file
// without dates keeps the beginnings that are known; a key that it has is in force.
std::string guardar_sql(Catalogo const& c, Carga const& carga) {
    auto const tabla = std::string(c.tabla);
    auto const propias = carga.lista("", false, false);
    auto const llaves = carga.lista("", true);
    auto const desde = std::string("coalesce(") + (carga.tiene("vigencia_desde") ? "c.vigencia_desde, " : "") +
                       "v.vigencia_desde, date '2022-01-01')";
    auto const hasta = carga.tiene("vigencia_hasta") ? "c.vigencia_hasta" : "NULL::date";
    std::string cambios = "vigencia_desde = EXCLUDED.vigencia_desde, vigencia_hasta = EXCLUDED.vigencia_hasta";
    for (auto const& columna : c.columnas)
        if (!columna.llave && carga.tiene(columna.nombre))
            cambios += ", " + std::string(columna.nombre) + " = EXCLUDED." + std::string(columna.nombre);
    return "WITH puestas AS (INSERT INTO " + tabla + " AS t (" + propias + ", vigencia_desde, vigencia_hasta) SELECT " +
           carga.lista("c.", false, false) + ", " + desde + ", " + hasta + " FROM carga c LEFT JOIN " + tabla +
           " v USING (" + llaves + ") ON CONFLICT (" + llaves + ") DO UPDATE SET " + cambios + " WHERE (" +
           carga.lista("t.", false, false) + ", t.vigencia_desde, t.vigencia_hasta) IS DISTINCT FROM (" +
           carga.lista("EXCLUDED.", false, false) +
           ", EXCLUDED.vigencia_desde, EXCLUDED.vigencia_hasta) RETURNING t.xmax = 0 AS nueva), "
           "bajas AS (UPDATE " +
           tabla +
           " t SET vigencia_hasta = sat_hoy() - 1 WHERE (t.vigencia_hasta IS NULL OR t.vigencia_hasta >= sat_hoy()) "
           "AND NOT EXISTS (SELECT FROM carga c WHERE (" +
           carga.lista("c.", true) + ") = (" + carga.lista("t.", true) +
           ")) RETURNING 1) "
           "SELECT (SELECT count(*) FILTER (WHERE nueva) FROM puestas) || ' ' || "
           "(SELECT count(*) FILTER (WHERE NOT nueva) FROM puestas) || ' ' || (SELECT count(*) FROM bajas)";
}

void guardar(AdminConnection& db, Catalogo const& c, Carga const& carga, CatalogoImportado& salida) {
    auto const tabla = std::string(c.tabla);
    if (carga.tiene("vigencia_desde")) {
        // Newest date of the keys, dates after today left out: one mistyped future date would make every later file
        // look older.
        auto const ultima = [](std::string const& de) {
            return "(SELECT max(vigencia_desde) FROM " + de + " WHERE vigencia_desde <= sat_hoy())";
        };
        auto const anterior = db.value("SELECT d FROM " + ultima(tabla) + " t (d) WHERE d > " + ultima("carga"));
        if (anterior)
            throw std::runtime_error(
                "no se importó nada: el archivo es anterior al catálogo que ya está, que tiene "
                "claves vigentes desde " +
                *anterior);
    }
    auto const cuentas = db.value(guardar_sql(c, carga)).value();
    auto const partes = palabras(cuentas);
    salida.nuevas = std::stoll(std::string(partes[0]));
    salida.cambiadas = std::stoll(std::string(partes[1]));
    salida.bajas = std::stoll(std::string(partes[2]));
    db.script("ANALYZE " + tabla);
}

// Imports a whole catalog within the transaction of `db`; `avance` is called during the reading and at its end.
CatalogoImportado importar(AdminConnection& db, Catalogo const& catalogo, LectorRegistros& lector, bool numerar,
                           std::function<void(bool leido)> const& avance) {
    CatalogoImportado salida;
    salida.catalogo = catalogo.nombre;
    Carga carga(catalogo, lector, numerar);
    carga.encabezado(salida);

    auto const tabla = std::string(catalogo.tabla);
    db.script("LOCK TABLE " + tabla + " IN SHARE ROW EXCLUSIVE MODE");  // one import at a time; readers are not blocked
    db.script("CREATE TEMP TABLE carga ON COMMIT DROP AS SELECT " + carga.lista("") + " FROM " + tabla + " LIMIT 0");
    db.copy_begin("COPY carga (" + carga.lista("") + ") FROM STDIN");
    std::string filas;
    for (bool hay = true; hay;) {
        hay = carga.fila(filas);
        if (hay && filas.size() < 65'536) continue;
        if (!carga.con_fallas()) db.copy_put(filas);
        filas.clear();
        avance(false);
    }
    carga.lanzar();
    salida.leidas = carga.leidas();
    // A file without keys is refused: it would end every key of the catalog.
    if (salida.leidas == 0) throw std::runtime_error("no se importó nada: el archivo no tiene registros");
    db.copy_end();
    avance(true);
    guardar(db, catalogo, carga, salida);
    db.script("DROP TABLE carga");
    return salida;
}

void anotar_edicion(AdminConnection& db, std::string_view catalogo, std::string_view edicion) {
    db.value(
        "INSERT INTO catalogo_edicion (catalogo, edicion) VALUES ($1, coalesce(nullif($2, '')::date, sat_hoy())) ON "
        "CONFLICT (catalogo) DO UPDATE SET edicion = EXCLUDED.edicion, cargado = now()",
        {std::string(catalogo), std::string(edicion)});
}

constexpr auto ajustes_sql = "SET LOCAL statement_timeout = 0";

}  // namespace

CatalogoImportado importar_catalogo(std::string const& conninfo_admin, std::string const& archivo,
                                    std::string_view nombre, Progress& progress) {
    auto const& catalogo = buscar_catalogo(archivo, nombre);
    std::ifstream entrada(archivo, std::ios::binary);
    std::error_code error;
    auto const bytes = static_cast<std::int64_t>(std::filesystem::file_size(archivo, error));
    if (!entrada || error) throw std::runtime_error("no se puede leer " + archivo);
    auto const lector = lector_de(archivo, entrada);
    AdminConnection db(conninfo_admin);
    AdminTransaction transaccion(db);
    db.script(ajustes_sql);
    auto const leyendo = "leyendo " + std::string(catalogo.nombre);
    auto const numerar = dynamic_cast<LectorJson const*>(lector.get()) != nullptr;
    auto const salida = importar(db, catalogo, *lector, numerar, [&](bool leido) {
        auto const van = static_cast<std::int64_t>(entrada.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in));
        // reading is one half of the progress, storing the other
        progress.advance(leido ? bytes : van, bytes * 2, leido ? "guardando" : leyendo);
    });
    anotar_edicion(db, catalogo.nombre, {});
    transaccion.commit();
    progress.advance(bytes * 2, bytes * 2, "listo");
    return salida;
}

void cargar_catalogos_incluidos(std::string const& conninfo_admin, std::ostream& log) {
    AdminConnection db(conninfo_admin);
    for (auto restantes = catalogos_incluidos(); !restantes.empty();) {
        LectorCompacto lector(restantes);
        AdminTransaction transaccion(db);
        db.script(ajustes_sql);
        db.value("SELECT pg_advisory_xact_lock(hashtext('catalogo_edicion'))");
        bool const esta = db.value("SELECT 1 FROM catalogo_edicion WHERE catalogo = $1 AND edicion >= $2::date",
                                   {lector.catalogo(), lector.edicion()})
                              .has_value();
        if (!esta) {
            auto const r = importar(db, buscar_catalogo(lector.catalogo(), {}), lector, false, [](bool) {});
            anotar_edicion(db, lector.catalogo(), lector.edicion());
            log << "catálogo " << r.catalogo << " del " << lector.edicion() << ": " << r.leidas << " claves, "
                << r.nuevas << " nuevas\n";
        }
        transaccion.commit();
        restantes = lector.resto();
    }
}

}  // namespace gestor::administracion
