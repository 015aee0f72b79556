#include "domain/archivos/adjuntar.hpp"
#include "domain/archivos/consulta_sat.hpp"
#include "domain/archivos/consultas.hpp"
#include "domain/archivos/ofrece.hpp"
#include "domain/archivos/validar.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/operacion/token.hpp"
#include "domain/valores/base64.hpp"

namespace gestor::archivos {
namespace {

struct ArchivoGuardado {
    Cadena nombre;
    Cadena tipo;
    Entero<0, maximo_json> tamano;
    Cadena hash;
};
DTO(ArchivoGuardado, nombre, tipo, tamano, hash)

Descarga contenido(Lectura& db, Id archivoId) {
    auto const archivo = db.uno<ArchivoGuardado, sql::archivo_guardado>("archivoId"_es(archivoId));
    if (!archivo) throw Problema(codigo::no_encontrado, "no existe el archivo");
    Descarga d;
    d.nombre = archivo->nombre.valor();
    d.tipo = archivo->tipo.valor();
    d.etag = archivo->hash.valor();
    d.bytes = static_cast<std::uint64_t>(archivo->tamano.valor());
    // A stored content never changes, so its blocks are read one by one, each in its own short transaction; when a
    // product's picture is replaced meanwhile, the answer is cut.
    d.bloque = [archivoId](Lectura& otra, std::uint64_t desde) {
        auto const filas = otra.consultar<sql::archivo_bloque>("archivoId"_es(archivoId),
                                                               "numero"_es(std::to_string(desde / bytes_por_bloque)));
        if (filas.vacia()) throw std::runtime_error("falta un bloque del archivo " + std::to_string(archivoId.valor()));
        return base64_leer(filas.filas[0][0].value_or("")).value_or("");
    };
    return d;
}

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                                         permiso              qué                  sobre         resumen
    {Verbo::GET,  "/api/ArchivoDigital/Contenido/{archivoId}", "archivos.leer",     op<&contenido>,      Sobre::PLAIN, "Descarga el contenido de un archivo"},
    {Verbo::POST, "/api/ArchivoDigital/Agregar",               "archivos.escribir", op<&agregar>,        Sobre::ONE,   "Agrega un archivo a un documento"},
    {Verbo::POST, "/api/ArchivoDigital/AgregarBase64",         "archivos.escribir", op<&agregar_base64>, Sobre::ONE,   "Agrega a un documento un archivo en base64"},
    {Verbo::POST, "/api/ArchivoDigital/AgregarCfdi",           "archivos.escribir", op<&agregar_cfdi>,   Sobre::ONE,   "Agrega un CFDI, y su representación impresa, al documento que le corresponde"},
    {Verbo::POST, "/api/ArchivoDigital/ValidarFolioFiscal",    "archivos.escribir", op<&validar_folio>,  Sobre::ONE,   "Valida un CFDI por su folio fiscal ante el SAT"},
    {Verbo::POST, "/api/ArchivoDigital/ValidarArchivo", "archivos.leer", op<&validar_archivo>, Sobre::ONE, "Valida un CFDI sin guardar nada"},
    {Verbo::POST, "/api/ArchivoDigital/ValidarArchivoAlmacenado", "archivos.escribir", op<&validar_almacenado>, Sobre::ONE, "Valida el CFDI guardado de un documento"},
    {Verbo::POST, "/api/Transacciones/VerificarArchivo", "archivos.escribir", op<&verificar_archivo>, Sobre::ONE, "Verifica que el CFDI de un documento le corresponda"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"archivos", "Archivos digitales", operaciones};

}  // namespace gestor::archivos
