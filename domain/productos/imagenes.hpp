#pragma once
// Picture of a product: a single one, replaced as a whole, sent as base64 or as a file.
#include "domain/motor/tipos.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/valores/base64.hpp"

namespace gestor::productos {

inline constexpr std::uint64_t imagen_maxima = 5UL * 1024 * 1024;
using ExtensionImagen = Opcion<"png", "jpg", "jpeg", "webp">;

struct ProductoImagenViewModel {
    Cadena foto;
    Cadena url;
};
DTO(ProductoImagenViewModel, foto, url)

struct ImagenBase64Peticion {
    static constexpr std::uint64_t cuerpo_maximo = base64_longitud(imagen_maxima) + 8192;  // 8192: the other fields
    std::optional<Nombre> nombre;
    ExtensionImagen extension;
    Base64<imagen_maxima> contenidoBase64;
};
DTO(ImagenBase64Peticion, nombre, extension, contenidoBase64)
void validar(ImagenBase64Peticion const& p, Fallas& fallas);

struct ImagenArchivoPeticion {
    ArchivoDe<imagen_maxima> archivo;
};
DTO(ImagenArchivoPeticion, archivo)

struct ProductosAgregarImagenViewModel {
    Id productoId;
    Cadena url;
    Cadena nombreExtension;
    Entero<0, maximo_json> tamano;
};
DTO(ProductosAgregarImagenViewModel, productoId, url, nombreExtension, tamano)
struct ProductosAgregarImagenBase64ViewModel : ProductosAgregarImagenViewModel {};
DTO_DE((ProductosAgregarImagenViewModel), ProductosAgregarImagenBase64ViewModel)

ProductoImagenViewModel producto_imagen(Lectura& db, Id id);
ProductosAgregarImagenBase64ViewModel agregar_imagen_base64(Escritura& db, Sesion const& sesion, Id id,
                                                            Cuerpo<ImagenBase64Peticion> const& imagen);
ProductosAgregarImagenViewModel agregar_imagen(Escritura& db, Sesion const& sesion, Id id,
                                               Formulario<ImagenArchivoPeticion> const& imagen);

}  // namespace gestor::productos
