#include "domain/productos/imagenes.hpp"

#include "domain/archivos/guardar.hpp"
#include "domain/productos/consultas.hpp"

namespace gestor::productos {
namespace {

struct ProductoConImagen {
    IdOCero imagenId;
};
DTO(ProductoConImagen, imagenId)

struct ImagenGuardada {
    Cadena url;
};
DTO(ImagenGuardada, url)

// What the bytes say they are; the name is only the sender's word.
std::string_view tipo_de_imagen(std::string_view inicio) {
    using namespace std::string_view_literals;
    if (inicio.starts_with("\x89PNG\r\n\x1a\n"sv)) return "image/png";
    if (inicio.starts_with("\xff\xd8\xff"sv)) return "image/jpeg";
    if (inicio.starts_with("RIFF"sv) && inicio.substr(std::min<std::size_t>(8, inicio.size())).starts_with("WEBP"sv))
        return "image/webp";
    return {};
}

std::string tipo_de_extension(ExtensionImagen const& extension) {
    return "image/" + std::string(extension == "jpg" ? "jpeg" : extension.valor());
}

void comprobar_imagen(std::string_view campo, std::string_view inicio, ExtensionImagen const& extension,
                      Fallas& fallas) {
    if (tipo_de_imagen(inicio) != tipo_de_extension(extension))
        fallas.agregar(std::string(campo), codigo::formato,
                       "el contenido no es una imagen " + std::string(extension.valor()));
}

ProductosAgregarImagenViewModel reemplazar(Escritura& db, Sesion const& sesion, Id id, std::string nombre,
                                           ExtensionImagen const& extension,
                                           archivos::ContenidoNuevo const& contenido) {
    auto const anterior = db.uno<ProductoConImagen, sql::producto_bloquear_imagen>("id"_es(id));
    if (!anterior) throw Problema(codigo::no_encontrado, "no existe el producto");
    archivos::ArchivoNuevo const nuevo{
        {}, std::move(nombre), std::string(extension.valor()), "Imagen", tipo_de_extension(extension)};
    auto const archivoId = archivos::guardar_archivo(db, sesion, nuevo, contenido);
    auto const guardada = *db.uno<ImagenGuardada, sql::producto_poner_imagen>("id"_es(id), "archivoId"_es(archivoId));
    if (auto const imagen = anterior->imagenId.id()) archivos::borrar_archivo(db, *imagen);
    ProductosAgregarImagenViewModel r;
    r.productoId = id;
    r.url = guardada.url;
    r.nombreExtension = Cadena(nuevo.nombre + "." + nuevo.extension);
    r.tamano = static_cast<std::int64_t>(contenido.bytes);
    return r;
}

}  // namespace

void validar(ImagenBase64Peticion const& p, Fallas& fallas) {
    comprobar_imagen("contenidoBase64", p.contenidoBase64.bytes(), p.extension, fallas);
}

ProductoImagenViewModel producto_imagen(Lectura& db, Id id) {
    auto imagen = db.uno<ProductoImagenViewModel, sql::producto_imagen>("id"_es(id));
    if (!imagen) throw Problema(codigo::no_encontrado, "no existe el producto");
    return std::move(*imagen);
}

ProductosAgregarImagenBase64ViewModel agregar_imagen_base64(Escritura& db, Sesion const& sesion, Id id,
                                                            Cuerpo<ImagenBase64Peticion> const& imagen) {
    auto nombre = imagen.nombre && !imagen.nombre->vacio() ? imagen.nombre->valor() : std::string("imagen");
    return {reemplazar(db, sesion, id, std::move(nombre), imagen.extension,
                       archivos::contenido_de(imagen.contenidoBase64.bytes()))};
}

ProductosAgregarImagenViewModel agregar_imagen(Escritura& db, Sesion const& sesion, Id id,
                                               Formulario<ImagenArchivoPeticion> const& imagen) {
    auto const& archivo = imagen.archivo;
    auto const punto = archivo.nombre.rfind('.');
    std::string letras(punto == std::string::npos ? "" : archivo.nombre.substr(punto + 1));
    for (char& c : letras) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    ExtensionImagen extension;
    Fallas fallas;
    if (auto const falla = ExtensionImagen::leer(letras, extension))
        fallas.agregar("archivo", codigo::formato, "la extensión del nombre " + falla->mensaje);
    else
        comprobar_imagen("archivo", archivo.leer(0, 16), extension, fallas);
    fallas.lanzar();
    auto nombre = punto == 0 ? std::string("imagen") : archivo.nombre.substr(0, punto);
    return reemplazar(db, sesion, id, std::move(nombre), extension, archivos::contenido_de(archivo));
}

}  // namespace gestor::productos
