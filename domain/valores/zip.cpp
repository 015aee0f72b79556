#include "domain/valores/zip.hpp"

#include <zlib.h>

#include <limits>

#include "domain/valores/texto.hpp"

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
constexpr std::uint32_t firma_archivo = 0x04034b50, firma_directorio = 0x02014b50, firma_final = 0x06054b50;
constexpr std::uint32_t dia_cero = 0x21;  // 1980-01-01: the same content gives the same bytes, at any time

std::uint32_t suma_de(std::string_view contenido) {
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<Bytef const*>(contenido.data()), contenido.size()));
}

// ---- read ----
constexpr std::size_t bytes_archivo = 30, bytes_directorio = 46, bytes_final = 22;
constexpr std::uint32_t guardado = 0, cifrado = 0x2041;  // encrypted, strongly encrypted, masked
constexpr auto zip64 = "el .zip es ZIP64, que no se lee: hágalo de nuevo con menos archivos o más chicos";
constexpr std::uint32_t en_zip64 = 0xffffffff, muchos_zip64 = 0xffff;

[[noreturn]] void danado(std::string_view que) {
    throw ErrorZip("el .zip está dañado o incompleto: " + std::string(que));
}

// Campos: little-endian numbers of a record of fixed length, in their order.
class Campos {
public:
    Campos(std::string_view bytes, std::size_t desde, std::size_t largo) {
        if (desde > bytes.size() || bytes.size() - desde < largo) danado("termina antes de tiempo");
        quedan_ = bytes.substr(desde, largo);
    }
    std::uint32_t corto() { return numero(2); }
    std::uint32_t largo() { return numero(4); }
    void saltar(std::size_t cuantos) { quedan_.remove_prefix(cuantos); }

private:
    std::uint32_t numero(std::size_t ancho) {
        std::uint32_t n = 0;
        for (std::size_t i = ancho; i-- > 0;) n = n << 8 | static_cast<unsigned char>(quedan_[i]);
        saltar(ancho);
        return n;
    }
    std::string_view quedan_;
};

// Where the final record begins; its comment ends the file.
std::size_t final_de(std::string_view bytes) {
    auto const firma = Registro().largo(firma_final).bytes();
    for (auto en = bytes.rfind(firma); en != bytes.npos; en = en == 0 ? bytes.npos : bytes.rfind(firma, en - 1)) {
        if (bytes.size() - en > bytes_final + 0xffff) break;
        if (bytes.size() - en < bytes_final) continue;
        if (Campos c(bytes, en + 20, 2); bytes.size() - en - bytes_final == c.corto()) return en;
    }
    if (!bytes.starts_with("PK")) throw ErrorZip("no es un .zip");
    danado("no tiene su directorio");
}

std::string nombre_legible(std::string_view bytes) {
    std::string nombre;
    for (std::size_t en = 0; en < bytes.size();) {
        auto hasta = en;
        auto const c = siguiente_caracter(bytes, hasta);
        bool const legible = c && *c >= 0x20 && (*c < 0x7f || *c > 0x9f);
        if (!c) hasta = en + 1;
        nombre += legible ? bytes.substr(en, hasta - en) : "_";
        en = hasta;
    }
    return nombre;
}

// Inflates into exactly `tamano` bytes.
std::string descomprimir(std::string_view datos, std::size_t tamano, std::string const& nombre) {
    z_stream z{};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK) throw std::runtime_error("no hay memoria para descomprimir");
    std::string salida(tamano, '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(datos.data()));  // NOLINT: zlib only reads it
    z.avail_in = static_cast<uInt>(datos.size());
    z.next_out = reinterpret_cast<Bytef*>(salida.data());
    z.avail_out = static_cast<uInt>(salida.size());
    int const hecho = inflate(&z, Z_FINISH);
    bool const entero = hecho == Z_STREAM_END && z.avail_in == 0 && z.avail_out == 0;
    inflateEnd(&z);
    if (!entero) danado("el contenido de " + nombre + " no es el que dice su directorio");
    return salida;
}

}  // namespace

std::string zip_de(std::string_view nombre, std::string_view contenido) {
    if (contenido.size() > std::numeric_limits<std::int32_t>::max() || nombre.size() > 0xffff)
        throw std::length_error("demasiado grande para un .zip");
    auto const datos = comprimir(contenido);
    auto const suma = suma_de(contenido);
    auto const descripcion = [&](Registro& r) {
        r.corto(version).corto(nombre_en_utf8).corto(deflate_).corto(0).corto(dia_cero);
        r.largo(suma).largo(static_cast<std::uint32_t>(datos.size()));
        r.largo(static_cast<std::uint32_t>(contenido.size())).corto(static_cast<std::uint32_t>(nombre.size())).corto(0);
    };
    Registro archivo, directorio, final_;
    archivo.largo(firma_archivo);
    descripcion(archivo);
    archivo.texto(nombre).texto(datos);
    directorio.largo(firma_directorio).corto(version);
    descripcion(directorio);
    directorio.corto(0).corto(0).corto(0).largo(0).largo(0).texto(nombre);
    final_.largo(firma_final).corto(0).corto(0).corto(1).corto(1);
    final_.largo(static_cast<std::uint32_t>(directorio.bytes().size()));
    final_.largo(static_cast<std::uint32_t>(archivo.bytes().size())).corto(0);
    return archivo.bytes() + directorio.bytes() + final_.bytes();
}

LectorZip::LectorZip(std::string_view bytes) : bytes_(bytes) {
    auto const fin = final_de(bytes);
    Campos cierre(bytes, fin + 4, bytes_final - 4);
    auto const disco = cierre.corto(), disco_del_directorio = cierre.corto(), aqui = cierre.corto(),
               cuantas = cierre.corto(), largo = cierre.largo(), desde = cierre.largo();
    if (cuantas == muchos_zip64 || largo == en_zip64 || desde == en_zip64) throw ErrorZip(zip64);
    if (disco != 0 || disco_del_directorio != 0 || aqui != cuantas)
        throw ErrorZip("el .zip viene en partes: júntelas en uno");
    if (desde > fin || fin - desde != largo) danado("su directorio no está donde dice");

    std::size_t en = desde, ocupado = 0;
    for (std::uint32_t i = 0; i < cuantas; ++i) {
        Campos c(bytes.substr(0, fin), en, bytes_directorio);
        if (c.largo() != firma_directorio) danado("su directorio no está donde dice");
        c.saltar(4);  // versions
        Entrada e;
        e.banderas_ = c.corto(), e.metodo_ = c.corto();
        c.saltar(4);  // hour and day
        e.suma_ = c.largo(), e.comprimido = c.largo(), e.tamano = c.largo();
        auto const nombre = c.corto(), extra = c.corto(), nota = c.corto();
        c.saltar(8);  // disk and attributes
        auto const local = c.largo();
        auto const siguiente = en + bytes_directorio + nombre + extra + nota;
        if (siguiente > fin) danado("su directorio termina antes de tiempo");
        if (e.comprimido == en_zip64 || e.tamano == en_zip64 || local == en_zip64) throw ErrorZip(zip64);
        auto const escrito = bytes.substr(en + bytes_directorio, nombre);
        en = siguiente;

        // The record before the content repeats the name; its lengths may be absent.
        Campos l(bytes.substr(0, desde), local, bytes_archivo);
        if (l.largo() != firma_archivo) danado("un archivo no está donde dice su directorio");
        l.saltar(22);
        auto const nombre_local = l.corto(), extra_local = l.corto();
        e.datos_ = local + bytes_archivo + nombre_local + extra_local;
        if (bytes.substr(local + bytes_archivo, nombre_local) != escrito || e.datos_ > desde ||
            desde - e.datos_ < e.comprimido)
            danado("un archivo no está donde dice su directorio");
        ocupado += e.datos_ - local + static_cast<std::size_t>(e.comprimido);
        e.nombre = nombre_legible(escrito);
        if (!escrito.ends_with('/')) entradas_.push_back(std::move(e));
    }
    if (en != fin) danado("su directorio no está donde dice");
    if (ocupado > desde) danado("sus archivos se enciman");
}

std::string LectorZip::leer(Entrada const& entrada, std::size_t limite) const {
    if ((entrada.banderas_ & cifrado) != 0)
        throw ErrorZip(entrada.nombre + " está cifrado: quite la contraseña del .zip");
    if (entrada.metodo_ != guardado && entrada.metodo_ != deflate_)
        throw ErrorZip(entrada.nombre + " está comprimido de un modo que no se lee: use el .zip normal");
    if (entrada.tamano > limite) throw ErrorZip(entrada.nombre + " mide más de " + std::to_string(limite) + " bytes");
    auto const datos = bytes_.substr(entrada.datos_, static_cast<std::size_t>(entrada.comprimido));
    auto contenido = entrada.metodo_ == guardado
                         ? std::string(datos)
                         : descomprimir(datos, static_cast<std::size_t>(entrada.tamano), entrada.nombre);
    if (contenido.size() != entrada.tamano || suma_de(contenido) != entrada.suma_)
        danado("el contenido de " + entrada.nombre + " no es el que dice su directorio");
    return contenido;
}

}  // namespace gestor
