#pragma once
// CFDI of suppliers from a directory, its .zip files included, or from one .zip, thousands of them: each is registered
// in a transaction of its own, or refused with a reason; the same directory again changes nothing, except that a
// payment receipt finds what was paid since. A file of rules assigns the supplier's lines: with a concept of purchases,
// for lines that are no product of ours, the CFDI becomes a purchase invoice by the API's own operation; with a concept
// of expenses, an expense. Credit notes go over the invoices that they are related to, and payment receipts to the
// payments of ours.
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "domain/fiscal/certificado.hpp"
#include "domain/importar/importar.hpp"
#include "domain/importar/resumen_cfdi.hpp"

namespace gestor::importar {

// ReglaCfdi: keys of a row. An empty key leaves its member absent.
struct ReglaCfdi {
    std::string concepto, centroCosto, proyecto, sucursal;
};
using ReglasCfdi = std::map<std::string, ReglaCfdi, std::less<>>;  // by the RFC of the supplier; * is any other

// Reads the columns rfc (required), concepto, centroCosto, proyecto, sucursal, in any order. Throws ErroresImportacion.
ReglasCfdi leer_reglas_cfdi(LectorRegistros& archivo);

struct ResumenCfdi {
    std::size_t registradas = 0, estaban = 0, rechazadas = 0;
    std::size_t de_otra_clase = 0;  // payroll, transports, and CFDI that the organization issued
    std::size_t sin_pago = 0;       // payment receipts of an invoice, or of an amount, that was not paid here
    ResumenPorProveedor sumas{};    // of the invoices and credit notes in the books: registered now or before
};
// AlDictaminar: called with the result of each file at once: number, total, name, and a sentence.
using AlDictaminar =
    std::function<void(std::size_t cual, std::size_t de, std::string const& archivo, std::string const& dictamen)>;
// FechaCfdi: date of the documents: that of the CFDI, or the first open day after it when its month is closed; today;
// or this day.
struct FechaCfdi {
    bool hoy = false;
    std::optional<Fecha> dia{};
};
// Reads cfdi, hoy or AAAA-MM-DD. Throws ErroresImportacion.
FechaCfdi leer_fecha_cfdi(std::string_view texto);

struct OpcionesCfdi {
    ReglasCfdi reglas;
    fiscal::Certificados del_sat;  // certificates that verify seals and stamps
    bool simular = false;
    FechaCfdi fecha{};
    bool crear_proveedores = false;  // a supplier that does not exist is created from the XML
};
ResumenCfdi importar_cfdi(Session& sesion, std::int64_t organizacion, std::filesystem::path const& origen,
                          OpcionesCfdi const& opciones, AlDictaminar const& dictaminar);

}  // namespace gestor::importar
