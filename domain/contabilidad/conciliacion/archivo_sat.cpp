#include "domain/contabilidad/conciliacion/archivo_sat.hpp"

#include <algorithm>
#include <array>

#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/memoria.hpp"
#include "domain/valores/ascii.hpp"
#include "domain/valores/texto.hpp"
#include "domain/valores/zip.hpp"

namespace gestor::contabilidad {
namespace {

constexpr std::size_t metadatos_maximos = 64UL << 20;  // of one file; a month of 100,000 CFDI takes 30 MB
constexpr std::size_t inflado_maximo = 256UL << 20;    // of all files of a .zip
constexpr std::size_t nombre_maximo = 300;             // of a party, as the CFDI bounds it
constexpr std::size_t clave_de_moneda = 3;
constexpr std::size_t columnas_maximas = 100;  // the authority writes 12
constexpr std::size_t fallas_maximas = 20;
constexpr std::size_t advertencias_maximas = 50;

// FallaDeArchivo: the file, or a part of it, is none of those that are read; what() is shown.
struct FallaDeArchivo : std::runtime_error {
    using std::runtime_error::runtime_error;
};
[[noreturn]] void rechazar(std::string const& mensaje) {
    throw FallaDeArchivo(mensaje);
}

// Text of a stranger as it can be stored, at most so many characters: a malformed byte or a control character is a
// question mark.
Cadena legible(std::string_view texto, std::size_t caracteres) {
    std::string bien;
    for (std::size_t i = 0; i < texto.size() && caracteres > 0; --caracteres) {
        auto const desde = i;
        auto const c = siguiente_caracter(texto, i);
        if (c && *c >= U' ' && *c != U'\x7F') {
            bien += texto.substr(desde, i - desde);
        } else {
            bien += '?';
            i = desde + 1;
        }
    }
    return Cadena::de_base(recortar(bien));
}

class Lector {
public:
    Lector(std::string_view rfc, std::function<void(CfdiInformado&&)> const& tomar) : rfc_(rfc), tomar_(tomar) {}

    void archivo(std::string_view bytes) {
        if (bytes.starts_with("PK")) {
            comprimido(bytes);
        } else if (auto const texto = sin_marca(bytes); texto.starts_with('<')) {
            try {
                xml(texto);
            } catch (fiscal::Ilegible const& e) {
                rechazar(e.what());
            }
        } else {
            metadatos(texto, "");
        }
    }
    LecturaDeArchivo leido;

private:
    static std::string_view sin_marca(std::string_view bytes) {
        if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
        return bytes.substr(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
    }

    void comprimido(std::string_view bytes) {
        try {
            LectorZip const zip(bytes);
            std::size_t queda = inflado_maximo;
            for (auto const& e : zip.entradas()) {
                bool const es_xml = termina(e.nombre, ".xml");
                if (!es_xml && !termina(e.nombre, ".txt")) {
                    advertir(e.nombre, "no es .xml ni .txt");
                    continue;
                }
                if (es_xml && e.tamano > fiscal::xml_maximo) {
                    advertir(e.nombre, "es mayor que un CFDI");
                    continue;
                }
                auto const memoria = fiscal::tomar_memoria(static_cast<std::size_t>(e.tamano));
                auto const contenido = zip.leer(e, std::min(queda, es_xml ? fiscal::xml_maximo : metadatos_maximos));
                queda -= contenido.size();
                if (!es_xml) {
                    metadatos(sin_marca(contenido), fiscal::citado(e.nombre) + ", ");
                    continue;
                }
                try {
                    xml(sin_marca(contenido));
                } catch (fiscal::Ilegible const& ilegible) {
                    advertir(e.nombre, ilegible.what());
                }
            }
        } catch (ErrorZip const& e) {
            rechazar(e.what());
        }
    }
    static bool termina(std::string_view nombre, std::string_view extension) {
        return nombre.size() >= extension.size() && iequals(nombre.substr(nombre.size() - extension.size()), extension);
    }
    void advertir(std::string const& nombre, std::string const& motivo) {
        if (leido.advertencias.size() < advertencias_maximas) {
            leido.advertencias.push_back(fiscal::citado(nombre) + ": " + motivo);
        } else if (leido.advertencias.size() == advertencias_maximas) {
            leido.advertencias.emplace_back("hay más archivos que no se leyeron");
        }
    }

    void xml(std::string_view bytes) {
        auto const cfdi = fiscal::leer_cfdi(bytes);
        CfdiInformado c;
        auto const folio = cfdi.uuid();
        if (!folio) throw fiscal::Ilegible("el CFDI no tiene folio fiscal");
        c.uuid = Uuid::de_base(*folio);
        NoNegativo<Importe> total;
        if (TipoCfdi::leer(cfdi.tipoDeComprobante.value_or(""), c.tipo))
            throw fiscal::Ilegible("TipoDeComprobante no es I, E, T, N o P");
        if (FechaHora::leer(cfdi.fecha.value_or(""), c.fecha)) throw fiscal::Ilegible("Fecha no es una fecha");
        if (NoNegativo<Importe>::leer(cfdi.total.value_or(""), total)) throw fiscal::Ilegible("Total no es un importe");
        c.total = redondear<2>(Importe(total));
        c.moneda = legible(cfdi.moneda.value_or(""), clave_de_moneda);
        c.estado = EstadoCfdi("Vigente");
        auto const falla =
            de_las_partes({cfdi.emisor.rfc.value_or(""), cfdi.emisor.nombre.value_or("")},
                          {cfdi.receptor.rfc.value_or(""), cfdi.receptor.nombre.value_or("")}, std::move(c));
        if (!falla.empty()) throw fiscal::Ilegible(falla);
    }

    // Columns of the metadata, by the names of its first line, in any order; others are not read.
    enum Columna {
        uuid,
        rfc_emisor,
        nombre_emisor,
        rfc_receptor,
        nombre_receptor,
        fecha,
        monto,
        efecto,
        estatus,
        cancelacion,
        columnas
    };
    static constexpr std::array<std::string_view, columnas> nombres{
        "Uuid",         "RfcEmisor", "NombreEmisor",      "RfcReceptor", "NombreReceptor",
        "FechaEmision", "Monto",     "EfectoComprobante", "Estatus",     "FechaCancelacion"};

    void metadatos(std::string_view texto, std::string const& donde) {
        if (texto.size() > metadatos_maximos) rechazar(donde + "pasa de 64 MB");
        Fallas fallas;
        std::array<std::size_t, columnas> lugar{};
        lugar.fill(std::string::npos);
        std::size_t cuantas = 0, linea = 0, malas = 0;
        char const fin_de_linea = texto.find('\n') == texto.npos ? '\r' : '\n';
        while (!texto.empty()) {
            auto const fin = std::min(texto.find(fin_de_linea), texto.size());
            auto const renglon = recortar(texto.substr(0, fin));
            texto.remove_prefix(std::min(fin + 1, texto.size()));
            ++linea;
            if (renglon.empty()) continue;
            // A line without its fields: 64 MB of separators would take a gigabyte.
            auto const tiene = static_cast<std::size_t>(std::ranges::count(renglon, '~')) + 1;
            if (cuantas == 0) {
                auto const campos = tiene > columnas_maximas ? std::vector<std::string_view>() : partir(renglon);
                for (std::size_t i = 0; i < columnas; ++i)
                    for (std::size_t j = 0; j < campos.size(); ++j)
                        if (iequals(campos[j], nombres[i])) lugar[i] = j;
                for (auto const c : {uuid, rfc_emisor, rfc_receptor, fecha, monto, efecto, estatus})
                    if (lugar[c] == std::string::npos)
                        rechazar(donde + (c == uuid
                                              ? "no es un archivo de metadatos del SAT, un CFDI ni un .zip de ellos"
                                              : "falta la columna " + std::string(nombres[c])));
                cuantas = tiene;
                continue;
            }
            auto const aqui = donde + "línea " + std::to_string(linea) + ": ";
            auto falla = tiene != cuantas
                             ? "tiene " + std::to_string(tiene) + " campos y el encabezado " + std::to_string(cuantas)
                             : fila(lugar, partir(renglon));
            if (falla.empty()) continue;
            fallas.agregar("archivo", codigo::formato, aqui + falla);
            if (++malas == fallas_maximas) break;
        }
        if (cuantas == 0) rechazar(donde + "está vacío");
        fallas.lanzar();
    }
    static std::vector<std::string_view> partir(std::string_view renglon) {
        std::vector<std::string_view> campos;
        for (;;) {
            auto const fin = std::min(renglon.find('~'), renglon.size());
            campos.push_back(recortar(renglon.substr(0, fin)));
            if (fin == renglon.size()) return campos;
            renglon.remove_prefix(fin + 1);
        }
    }
    // The authority writes a moment with a space or with a T between day and hour.
    static std::optional<Falla> leer_momento(std::string_view texto, FechaHora& salida) {
        std::string momento(texto);
        if (momento.size() > 10 && momento[10] == ' ') momento[10] = 'T';
        return FechaHora::leer(momento, salida);
    }
    // Fault of a row; empty: none.
    std::string fila(std::array<std::size_t, columnas> const& lugar, std::vector<std::string_view> const& campos) {
        auto const campo = [&](Columna c) { return lugar[c] < campos.size() ? campos[lugar[c]] : std::string_view(); };
        CfdiInformado c;
        NoNegativo<Importe> total;
        if (auto const f = Uuid::leer(campo(uuid), c.uuid)) return "Uuid " + f->mensaje;
        if (auto const f = leer_momento(campo(fecha), c.fecha)) return "FechaEmision " + f->mensaje;
        if (auto const f = NoNegativo<Importe>::leer(campo(monto), total)) return "Monto " + f->mensaje;
        if (TipoCfdi::leer(campo(efecto).substr(0, 1), c.tipo)) return "EfectoComprobante debe ser I, E, T, N o P";
        if (campo(estatus) != "0" && campo(estatus) != "1") return "Estatus debe ser 1 (vigente) o 0 (cancelado)";
        c.total = redondear<2>(Importe(total));
        c.estado = campo(estatus) == "1" ? EstadoCfdi("Vigente") : EstadoCfdi("Cancelado");
        if (auto const dia = campo(cancelacion); !dia.empty() && c.estado == EstadoCfdi("Cancelado")) {
            c.fechaCancelacion.emplace();
            if (auto const f = leer_momento(dia, *c.fechaCancelacion)) return "FechaCancelacion " + f->mensaje;
        }
        return de_las_partes({campo(rfc_emisor), campo(nombre_emisor)}, {campo(rfc_receptor), campo(nombre_receptor)},
                             std::move(c));
    }

    struct ParteCfdi {
        std::string_view rfc, nombre;
    };
    // Fault of the other party; empty: none.
    std::string de_las_partes(ParteCfdi const& emisor, ParteCfdi const& receptor, CfdiInformado&& c) {
        ++leido.leidos;
        bool const emitido = iequals(emisor.rfc, rfc_);
        if (!emitido && !iequals(receptor.rfc, rfc_)) {
            ++leido.ajenos;
            return {};
        }
        auto const& otro = emitido ? receptor : emisor;
        c.lado = emitido ? LadoCfdi("Emitido") : LadoCfdi("Recibido");
        if (auto const f = Rfc::leer(otro.rfc, c.rfc)) return (emitido ? "RfcReceptor " : "RfcEmisor ") + f->mensaje;
        c.nombre = legible(otro.nombre, nombre_maximo);
        tomar_(std::move(c));
        return {};
    }

    std::string rfc_;
    std::function<void(CfdiInformado&&)> const& tomar_;
};

}  // namespace

LecturaDeArchivo leer_archivo_sat(std::string_view bytes, std::string_view rfc,
                                  std::function<void(CfdiInformado&&)> const& tomar) {
    Lector lector(rfc, tomar);
    Fallas fallas;
    try {
        lector.archivo(bytes);
    } catch (FallaDeArchivo const& e) {
        fallas.agregar("archivo", codigo::formato, e.what());
    }
    fallas.lanzar();
    return std::move(lector.leido);
}

}  // namespace gestor::contabilidad
