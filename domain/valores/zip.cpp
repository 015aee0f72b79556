#include "domain/valores/zip.hpp"

#include <zlib.h>

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace gestor {
namespace {

// Deflate without zlib's header.
std::string comprimir(std::string_view contenido) {
    z_stream z{};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("no hay memoria para comprimir");
    std::string salida(deflateBound(&z, static_cast<uLong>(contenido.size())), '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(contenido.data()));  // NOLINT: zlib only reads it
    z.avail_in = static_cast<uInt>(contenido.size());
    z.next_out = reinterpret_cast<Bytef*>(salida.data());
    z.avail_out = static_cast<uInt>(salida.size());
    int const hecho = deflate(&z, Z_FINISH);
    salida.resize(z.total_out);
    deflateEnd(&z);
    if (hecho != Z_STREAM_END) throw std::runtime_error("no se pudo comprimir");
    return salida;
}

class Registro {
public:
    Registro& corto(std::uint32_t n) { return numero(n, 2); }
    Registro& largo(std::uint32_t n) { return numero(n, 4); }
    Registro& texto(std::string_view t) {
        bytes_ += t;
        return *this;
    }
    std::string const& bytes() const { return bytes_; }

private:
    Registro& numero(std::uint32_t n, int ancho) {  // little-endian
        for (int i = 0; i < ancho; ++i, n >>= 8) bytes_ += static_cast<char>(n & 0xff);
        return *this;
    }
    std::string bytes_;
};

constexpr std::uint32_t version = 20, nombre_en_utf8 = 0x0800, deflate_ = 8;
constexpr std::uint32_t dia_cero = 0x21;  // 1980-01-01: the same content gives the same bytes, at any time

}  // namespace

std::string zip_de(std::string_view nombre, std::string_view contenido) {
    if (contenido.size() > std::numeric_limits<std::int32_t>::max() || nombre.size() > 0xffff)
        throw std::length_error("demasiado grande para un .zip");
    auto const datos = comprimir(contenido);
    auto const suma = static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<Bytef const*>(contenido.data()), static_cast<uInt>(contenido.size())));
    auto const descripcion = [&](Registro& r) {
        r.corto(version).corto(nombre_en_utf8).corto(deflate_).corto(0).corto(dia_cero);
        r.largo(suma).largo(static_cast<std::uint32_t>(datos.size()));
        r.largo(static_cast<std::uint32_t>(contenido.size())).corto(static_cast<std::uint32_t>(nombre.size())).corto(0);
    };
    Registro archivo, directorio, final_;
    archivo.largo(0x04034b50);
    descripcion(archivo);
    archivo.texto(nombre).texto(datos);
    directorio.largo(0x02014b50).corto(version);
    descripcion(directorio);
    directorio.corto(0).corto(0).corto(0).largo(0).largo(0).texto(nombre);
    final_.largo(0x06054b50).corto(0).corto(0).corto(1).corto(1);
    final_.largo(static_cast<std::uint32_t>(directorio.bytes().size()));
    final_.largo(static_cast<std::uint32_t>(archivo.bytes().size())).corto(0);
    return archivo.bytes() + directorio.bytes() + final_.bytes();
}

}  // namespace gestor
