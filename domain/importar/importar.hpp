#pragma once
// Import of records that the interface lists but does not create. Each row becomes the request that the API would have
// received, and is read, checked and stored like one; an existing record is updated (an absent column keeps, an empty
// cell clears). A file is imported whole or not at all.
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/valores/csv.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/json.hpp"
#include "persistence/unidad.hpp"

namespace gestor::importar {

enum class Efecto : std::uint8_t { agregado, actualizado, igual, parte };  // parte: a further row of a counted record

struct ResumenImportacion {
    std::size_t agregados = 0, actualizados = 0, iguales = 0;
    std::vector<std::string> dictamen{};  // result for each line, of the resources that report one
};

// Importacion: one file being imported. Both functions throw Problema for faults of the file.
class Importacion {
public:
    virtual ~Importacion() = default;
    virtual Efecto fila(Escritura& db, Json const& datos) = 0;
    // Faults that no row has alone, of records of several rows. Called after the last row, also when rows have faults.
    using AlFallar = std::function<void(std::size_t linea, std::string_view columna, std::string_view mensaje)>;
    virtual void revisar(Escritura&, AlFallar const&) {}
    virtual void terminar(Escritura&) {}  // called last, when there are no faults
    Fecha corte;                          // day of the cut-over, of the resources that require one
    std::string de_cuenta;                // key of the bank account, of the resources that require one
    std::size_t linea = 0;                // line of the row in the file
    bool con_puntos = false;              // each row or record has a savepoint: another pass found a fault
    ResumenImportacion resumen;           // effects of the rows; a resource that knows them only at the end counts
                                          // there
};

// Alias: a column with the clave or codigo of a record, where the API has its id: `sql` finds the id, from :clave.
struct Alias {
    std::string_view columna;
    std::string_view campo;
    Maestra maestra;
};

struct Recurso {
    std::string_view nombre;  // name in the command
    std::string_view descripcion;
    Tipo const* tipo = nullptr;           // type of a row
    std::vector<std::string_view> llave;  // columns that identify a record; required in the file
    std::function<std::unique_ptr<Importacion>()> empezar;
    // help for columns that the glossary does not explain
    std::vector<std::pair<std::string_view, std::string>> ayuda{};
    bool repite = false;  // true: several rows make one record
    std::vector<Alias> alias{};
    bool corte = false;   // true: balances of another system, on the day given in the command
    bool cuenta = false;  // true: the bank account is given in the command
    std::vector<std::pair<std::string_view, Maestra>> referencias{};  // columns that name a record of another table
};
std::span<Recurso const> recursos();
Recurso const* recurso_buscar(std::string_view nombre);

// Template: the header line and, below it as comments, the meaning of each column.
std::string plantilla(Recurso const& recurso);

// ErroresImportacion: all faults of the file, as text for a person: one line each.
struct ErroresImportacion : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void exigir_organizacion(Lectura& db);  // throws ErroresImportacion when the organization does not exist

// OpcionesImportacion: options of the command.
struct OpcionesImportacion {
    Fecha corte;
    std::string cuenta;
    bool simular = false;  // dry run: does everything and rolls it back
};
using AlAvanzar = std::function<void(std::size_t hechas, std::size_t total)>;
// Throws ErroresImportacion, ErrorRegistros.
ResumenImportacion importar(Session& sesion, std::int64_t organizacion, Recurso const& recurso,
                            LectorRegistros& archivo, OpcionesImportacion const& opciones, AlAvanzar const& avance);

}  // namespace gestor::importar
