#pragma once
// Catalogs and lists of the tax authority: for each, its table, its columns, and their names in a file. A new catalog
// is a row at the end. Private to catalogos_sat.cpp.
#include <cctype>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "domain/valores/decimal.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/texto.hpp"

namespace gestor::sat {

// ---- readers of a field: check its text and write it as PostgreSQL reads it ----
using Lector = std::optional<Falla> (*)(std::string_view, std::string&);

template <class T>
std::optional<Falla> como(std::string_view texto, std::string& salida) {
    T valor{};
    if (auto falla = T::leer(texto, valor)) return falla;
    valor.escribir(salida);
    return {};
}
inline constexpr Lector clave = como<TextoReq<30>>;
inline constexpr Lector texto = como<Texto<2000, true>>;
inline constexpr Lector fecha = como<Fecha>;
inline constexpr Lector entero = como<Entero<0, 1000>>;
inline constexpr Lector decimal = como<Tasa>;

inline std::optional<Falla> booleano(std::string_view t, std::string& salida) {
    for (std::string_view const si : {"1", "01", "true", "si", "Si", "SI", "sí", "Sí"})
        if (t == si) return salida = "true", std::nullopt;
    for (std::string_view const no : {"0", "00", "false", "no", "No", "NO"})
        if (t == no) return salida = "false", std::nullopt;
    return Falla{codigo::tipo, "debe ser 1 o 0, sí o no, true o false"};
}
// Keys separated by commas, converted to an array.
inline std::optional<Falla> claves(std::string_view t, std::string& salida) {
    salida = "{";
    for (char const c : t)
        if (c == ',' || std::isalnum(static_cast<unsigned char>(c)) != 0)
            salida += c;
        else if (c != ' ')
            return Falla{codigo::formato, "debe ser una lista de claves separadas por comas"};
    salida += "}";
    return {};
}
// Tax of a rate of c_TasaOCuota; the border rate is named "IVA Crédito aplicado del 50%".
inline std::optional<Falla> impuesto(std::string_view t, std::string& salida) {
    for (auto const& [nombre, numero] : {std::pair{"ISR", "001"}, {"IVA", "002"}, {"IEPS", "003"}})
        if (t == numero || t.starts_with(nombre)) return salida = numero, std::nullopt;
    return Falla{codigo::formato, "debe ser ISR, IVA o IEPS"};
}

// ---- the catalogs ----
struct Columna {
    std::string_view nombre;
    std::string_view origenes;  // names of the column in a file, the best first, in the form of nombre_simple
    Lector leer;
    char const* vacio = nullptr;  // value of an empty field; null: the field must not be empty
    bool puede_faltar = false;    // the table has a default for a missing column
    bool llave = false;
    std::string_view omitida = {};  // rows with this value are left out
};
struct Catalogo {
    std::string_view nombre, tabla;
    std::span<Columna const> columnas;
    int titulos = 0;  // lines above the header, at most
};

// Columns that every catalog has after its own.
inline constexpr Columna vigencia[] = {
    {"vigencia_desde", "vigenciadesde fechadeiniciodevigencia fechainiciodevigencia fechainiciovigencia iniciovigencia",
     fecha, "\\N", true},
    {"vigencia_hasta", "vigenciahasta fechadefindevigencia fechafindevigencia fechafinvigencia finvigencia", fecha,
     "\\N", true},
};
// `clave` is also found under the catalog's own name: c_Estado or estado in c_Estado.
inline constexpr Columna k{"clave", "clave id", clave, nullptr, false, true};
inline constexpr Columna n{"nombre", "nombre texto descripcion", texto};
inline constexpr Columna de_estado{"estado", "estado", clave, nullptr, false, true};
inline constexpr Columna frontera{"estimulo_frontera", "estimulofrontera estimulofranjafronteriza", booleano, "false",
                                  true};
inline constexpr Columna traslado{"traslado", "traslado", booleano, "false"};
inline constexpr Columna retencion{"retencion", "retencion", booleano, "false"};
inline constexpr Columna fisica{"fisica", "fisica aplicafisica", booleano, "false"};
inline constexpr Columna moral{"moral", "moral aplicamoral", booleano, "false"};

inline constexpr Columna solo_clave[] = {k};
inline constexpr Columna sencillo[] = {k, n};
inline constexpr Columna forma_pago[] = {
    k,
    n,
    {"bancarizado", "bancarizado esbancarizado", booleano, "false"},
    {"ordenante", "ordenante permitebancoordenanterfc", booleano, "false", true},
    {"cuenta_ordenante", "cuentaordenante permitecuentaordenante", booleano, "false", true},
    {"patron_ordenante", "patronordenante patroncuentaordenante", texto, "", true},
    {"beneficiario", "beneficiario permitebancobeneficiariorfc", booleano, "false", true},
    {"cuenta_beneficiario", "cuentabeneficiario permitecuentabeneficiario", booleano, "false", true},
    {"patron_beneficiario", "patronbeneficiario patroncuentabeneficiario", texto, "", true},
    {"cadena_pago", "cadenapago permitetipocadenapago", booleano, "false", true}};
inline constexpr Columna impuestos[] = {k, n, traslado, retencion};
inline constexpr Columna regimen[] = {k, n, fisica, moral};
inline constexpr Columna uso[] = {
    k,
    n,
    fisica,
    moral,
    {"regimenes", "regimenes regimenesfiscales regimenesfiscalesreceptores regimenfiscalreceptor", claves, "{}"}};
inline constexpr Columna tasa[] = {{"impuesto", "impuesto", impuesto, nullptr, false, true},
                                   {"factor", "factor tipofactor", clave, nullptr, false, true},
                                   {"tipo", "tipo rangoofijo", clave, nullptr, false, true},
                                   {"maximo", "maximo valor valormaximo", decimal, nullptr, false, true},
                                   {"minimo", "minimo valorminimo", decimal, "\\N", true},
                                   traslado,
                                   retencion};
inline constexpr Columna moneda[] = {k, n, {"decimales", "decimales", entero}};
inline constexpr Columna banco[] = {
    k, {"nombre", "nombre texto nombrecorto", texto}, {"razon_social", "razonsocial nombreorazonsocial", texto}};
inline constexpr Columna unidad[] = {k,
                                     {"nombre", "nombre texto", texto},
                                     {"descripcion", "descripcion", texto, "", true},
                                     {"simbolo", "simbolo", texto, "", true}};
inline constexpr Columna producto[] = {k,
                                       {"descripcion", "descripcion texto nombre", texto},
                                       frontera,
                                       {"palabras_similares", "palabrassimilares", texto, "", true}};
inline constexpr Columna pais[] = {
    k,
    n,
    {"patron_codigo_postal", "patroncodigopostal formatodecodigopostal", texto, "", true},
    {"patron_identidad_tributaria", "patronidentidadtributaria formatoderegistrodeidentidadtributaria", texto, "",
     true},
    {"agrupacion", "agrupacion agrupaciones", texto, "", true}};
inline constexpr Columna estado[] = {k, {"pais", "pais", clave}, n};
inline constexpr Columna lugar[] = {de_estado, k, n};
inline constexpr Columna codigo_postal[] = {k,
                                            {"estado", "estado", clave},
                                            {"municipio", "municipio", texto, "", true},
                                            {"localidad", "localidad", texto, "", true},
                                            frontera};

// The authority masks the RFC of a taxpayer whom a court protected.
inline constexpr Columna efos[] = {{"rfc", "rfc", como<TextoReq<13>>, nullptr, false, true, "XXXXXXXXXXXX"},
                                   {"situacion", "situacion situaciondelcontribuyente", clave, nullptr, false, true},
                                   {"nombre", "nombre nombredelcontribuyente", texto}};

inline constexpr Catalogo catalogos[] = {
    {"c_Aduana", "sat_aduana", sencillo},
    {"c_Banco", "banco", banco},
    {"c_ClaveProdServ", "sat_clave_prod_serv", producto},
    {"c_ClaveUnidad", "sat_clave_unidad", unidad},
    {"c_CodigoPostal", "sat_codigo_postal", codigo_postal},
    {"c_Estado", "sat_estado", estado},
    {"c_Exportacion", "sat_exportacion", sencillo},
    {"c_FormaPago", "sat_forma_pago", forma_pago},
    {"c_Impuesto", "sat_impuesto", impuestos},
    {"c_Localidad", "sat_localidad", lugar},
    {"c_Meses", "sat_meses", sencillo},
    {"c_MetodoPago", "sat_metodo_pago", sencillo},
    {"c_Moneda", "moneda", moneda},
    {"c_Municipio", "sat_municipio", lugar},
    {"c_ObjetoImp", "sat_objeto_impuesto", sencillo},
    {"c_Pais", "sat_pais", pais},
    {"c_Periodicidad", "sat_periodicidad", sencillo},
    {"c_RegimenFiscal", "sat_regimen_fiscal", regimen},
    {"c_TasaOCuota", "sat_tasa_cuota", tasa},
    {"c_TipoCadenaPago", "sat_tipo_cadena_pago", sencillo},
    {"c_TipoDeComprobante", "sat_tipo_comprobante", sencillo},
    {"c_TipoFactor", "sat_tipo_factor", solo_clave},
    {"c_TipoRelacion", "sat_tipo_relacion", sencillo},
    {"c_UsoCFDI", "sat_uso_cfdi", uso},
    {"efos", "sat_efos", efos, 5},
};

}  // namespace gestor::sat
