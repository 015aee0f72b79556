#include "domain/productos/imagenes.hpp"

#include "domain/archivos/ofrece.hpp"
#include "domain/productos/consultas.hpp"

namespace gestor::productos {
namespace {

struct ProductoConImagen {
    IdOCero imagenId;
};
DTO(ProductoConImagen, imagenId)

void comprobar_imagen(std::string_view campo, archivos::ContenidoNuevo const& contenido,
                      ExtensionImagen const& extension, Fallas& fallas) {
    if (auto falla = archivos::impropio(*archivos::clase_de(extension.valor()), contenido))
        fallas.agregar(std::string(campo), falla->codigo, std::move(falla->mensaje));
}

ProductosAgregarImagenViewModel reemplazar(Escritura& db, Sesion const& sesion, Id id, std::string nombre,
                                           ExtensionImagen const& extension,
                                           archivos::ContenidoNuevo const& contenido) {
    auto const anterior = db.uno<ProductoConImagen, sql::producto_bloquear_imagen>("id"_es(id));
    if (!anterior) throw Problema(codigo::no_encontrado, "no existe el producto");
    auto const& clase = *archivos::clase_de(extension.valor());
    auto const archivo = archivos::guardar_archivo(
        db, sesion,
        {{}, std::move(nombre), std::string(clase.extension), std::string(clase.tipo), std::string(clase.contenido)},
        contenido);
    db.consultar<sql::producto_poner_imagen>("id"_es(id), "archivoId"_es(archivo.archivoId));
    if (auto const imagen = anterior->imagenId.id()) archivos::borrar_archivo(db, *imagen);
    ProductosAgregarImagenViewModel r;
    r.productoId = id;
    r.url = archivo.url;
    r.nombreExtension = archivo.nombreExtension;
    r.tamano = archivo.tamano;
    return r;
}

}  // namespace

void validar(ImagenBase64Peticion const& p, Fallas& fallas) {
    comprobar_imagen("contenidoBase64", archivos::contenido_de(p.contenidoBase64.bytes()), p.extension, fallas);
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
    auto [nombre, letras] = archivos::partir_nombre(imagen.archivo.nombre);
    auto const contenido = archivos::contenido_de(imagen.archivo);
    ExtensionImagen extension;
    Fallas fallas;
    if (auto const falla = ExtensionImagen::leer(letras, extension))
        fallas.agregar("archivo", codigo::formato, "la extensión del nombre " + falla->mensaje);
    else
        comprobar_imagen("archivo", contenido, extension, fallas);
    fallas.lanzar();
    return reemplazar(db, sesion, id, std::move(nombre), extension, contenido);
}

}  // namespace gestor::productos
