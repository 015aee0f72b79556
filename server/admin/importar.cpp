// gestor importar, gestor periodo, gestor parametro: an organization set up from files and from the command line.
#include <algorithm>
#include <fstream>
#include <iostream>

#include "domain/administracion/administracion.hpp"
#include "domain/comun/parametros.hpp"
#include "domain/contabilidad/periodos/periodos.hpp"
#include "domain/importar/cfdi.hpp"
#include "domain/importar/importar.hpp"
#include "server/admin/comun.hpp"

namespace gestor {
namespace {

std::string con_corte() {
    std::string nombres;
    for (auto const& r : importar::recursos())
        if (r.corte) nombres += (nombres.empty() ? "" : ", ") + std::string(r.nombre);
    return nombres;
}

// Day of the cut-over: required by the resources that need it, refused by the others.
Fecha corte_de(Banderas const& b, importar::Recurso const& recurso) {
    auto const dada = !opcional(b, "fecha").empty();
    if (dada && !recurso.corte)
        throw std::runtime_error(fmt::format("--fecha: {} no la lleva; es de {}", recurso.nombre, con_corte()));
    return recurso.corte ? obligatoria<Fecha>(b, "fecha") : Fecha{};
}

// Bank account: required by the resources that need it, refused by the others.
std::string cuenta_de(Banderas const& b, importar::Recurso const& recurso) {
    auto const dada = opcional(b, "cuenta");
    if (!dada.empty() && !recurso.cuenta)
        throw std::runtime_error(fmt::format("--cuenta: {} no la lleva; es de estado-cuenta", recurso.nombre));
    return recurso.cuenta ? texto_de(obligatoria<TextoReq<30>>(b, "cuenta")) : std::string();
}

int listar_recursos() {
    fmt::print("gestor importar RECURSO ARCHIVO.csv --organizacion ID   («-» lee de la entrada)\n\n");
    for (auto const& r : importar::recursos()) fmt::print("  {:<26}{}\n", r.nombre, r.descripcion);
    fmt::print(
        "\nCon --plantilla imprime las columnas de un recurso; con --simular prueba sin guardar.\n"
        "Lo que deja otro sistema lleva --fecha AAAA-MM-DD, el día del corte: {}.\n"
        "Un estado de cuenta lleva --cuenta CLAVE, la de la cuenta bancaria.\n",
        con_corte());
    return 0;
}

int cargar(Settings const& s, Banderas const& b, importar::Recurso const& recurso, std::istream& entrada) {
    importar::OpcionesImportacion const opciones{corte_de(b, recurso), cuenta_de(b, recurso), si(b, "simular")};
    auto const organizacion = obligatoria<Id>(b, "organizacion").valor();
    Session sesion({.conninfo = conexion(s), .segundos = 600});
    LectorCsv lector(entrada, LectorCsv::por_ver);
    Barra barra;
    auto const avance = [&](std::size_t hechas, std::size_t total) {
        barra.advance(static_cast<std::int64_t>(hechas), static_cast<std::int64_t>(total), recurso.nombre);
    };
    auto const r = importar::importar(sesion, organizacion, recurso, lector, opciones, avance);
    for (auto const& linea : r.dictamen) fmt::print("{}\n", linea);
    fmt::print("{}: {} agregados, {} actualizados, {} sin cambio\n", recurso.nombre, r.agregados, r.actualizados,
               r.iguales);
    if (opciones.simular) fmt::print("fue una simulación: no se guardó nada\n");
    return 0;
}

ParametroOrganizacion const& parametro_de(std::string const& clave) {
    auto const* p = parametro_buscar(clave);
    if (p == nullptr) throw std::runtime_error("no hay un parámetro «" + clave + "»; gestor parametro leer los lista");
    return *p;
}

void en_organizacion(Settings const& s, Banderas const& b, std::function<void(Escritura&)> const& trabajo) {
    auto const organizacion = obligatoria<Id>(b, "organizacion").valor();
    Session sesion({.conninfo = conexion(s)});
    std::string respuesta;
    escribir_en_unidad(sesion, {organizacion, 0, ""}, nullptr, respuesta, [&](Escritura& db) {
        importar::exigir_organizacion(db);
        trabajo(db);
    });
}

// Opens or closes a month by the rules of the API.
int poner_periodo(Settings const& s, Banderas const& b, bool abierto) {
    auto const texto = opcional(b, "AAAA-MM");
    auto const [anio, mes] = mes_de(texto);
    auto const motivo = b.contains("motivo") ? texto_de(obligatoria<Texto<250>>(b, "motivo")) : std::string();
    bool cambio = false;
    en_organizacion(s, b, [&, anio = anio, mes = mes](Escritura& db) {
        cambio = (abierto ? contabilidad::reabrir_mes : contabilidad::cerrar_mes)(db, anio, mes, motivo);
    });
    fmt::print("{}: {}{}\n", texto, cambio ? "" : "ya estaba ", abierto ? "abierto" : "cerrado");
    return 0;
}

}  // namespace

int importar_recurso(Settings const& s, Banderas const& b) {
    auto const nombre = opcional(b, "RECURSO");
    if (nombre.empty()) return listar_recursos();
    auto const* recurso = importar::recurso_buscar(nombre);
    if (recurso == nullptr) throw std::runtime_error("no hay un recurso «" + nombre + "»; gestor importar los lista");
    if (si(b, "plantilla")) return fmt::print("{}", importar::plantilla(*recurso)), 0;
    auto const ruta = opcional(b, "ARCHIVO|-");
    if (ruta.empty()) throw std::runtime_error("falta ARCHIVO: un .csv, o - para leer de la entrada");
    if (ruta == "-") return cargar(s, b, *recurso, std::cin);
    std::ifstream archivo(ruta, std::ios::binary);
    if (!archivo) throw std::runtime_error("no se puede leer " + ruta);
    return cargar(s, b, *recurso, archivo);
}

int importar_cfdis(Settings const& s, Banderas const& b) {
    auto const ruta = texto_de(obligatoria<TextoReq<1000>>(b, "reglas"));
    std::ifstream archivo(ruta, std::ios::binary);
    if (!archivo) throw std::runtime_error("no se puede leer " + ruta);
    LectorCsv lector(archivo, LectorCsv::por_ver);
    importar::OpcionesCfdi const opciones{
        importar::leer_reglas_cfdi(lector), fiscal::Certificados::de_directorio(s.texto("certificados-sat")),
        si(b, "simular"), importar::leer_fecha_cfdi(opcional(b, "fecha")), si(b, "crear-proveedores")};
    auto const organizacion = obligatoria<Id>(b, "organizacion").valor();
    Session sesion({.conninfo = conexion(s), .segundos = 600});
    auto const r = importar::importar_cfdi(
        sesion, organizacion, opcional(b, "CARPETA|ARCHIVO"), opciones,
        [](std::size_t cual, std::size_t de, std::string archivo_xml, std::string const& dictamen) {
            // The name of a file may hold line breaks and escapes, and so forge a line of another.
            std::ranges::replace_if(
                archivo_xml, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '_');
            fmt::print("[{}/{}] {}: {}\n", cual, de, archivo_xml, dictamen);
        });
    auto const ademas = [](std::size_t cuantos, std::string_view que) {
        return cuantos == 0 ? std::string() : fmt::format(", {} {}", cuantos, que);
    };
    fmt::print("cfdi: {} registradas, {} ya estaban, {} no{}{}\n", r.registradas, r.estaban, r.rechazadas,
               ademas(r.de_otra_clase, "de otra clase"), ademas(r.sin_pago, "recibos de pago sin su egreso"));
    if (auto const resumen = opcional(b, "resumen"); !resumen.empty()) {
        std::ofstream salida(resumen, std::ios::binary);
        salida << r.sumas.csv();
        if (!salida.flush()) throw std::runtime_error("no se puede escribir " + resumen);
    }
    if (opciones.simular) fmt::print("fue una simulación: no se guardó nada\n");
    if (!opciones.del_sat.hay_autoridades())
        fmt::print(stderr, "aviso: sin certificados-sat no se comprobó quién emitió los certificados ni los timbres\n");
    return r.rechazadas == 0 ? 0 : 1;
}

int periodo_abrir(Settings const& s, Banderas const& b) {
    return poner_periodo(s, b, true);
}
int periodo_cerrar(Settings const& s, Banderas const& b) {
    return poner_periodo(s, b, false);
}
int periodo_listar(Settings const& s, Banderas const& b) {
    fmt::print("{}", administracion::periodos(conexion(s), obligatoria<Id>(b, "organizacion").valor()));
    return 0;
}

int parametro_leer_orden(Settings const& s, Banderas const& b) {
    auto const clave = opcional(b, "CLAVE");
    if (!clave.empty()) parametro_de(clave);
    en_organizacion(s, b, [&](Escritura& db) {
        for (auto const& p : parametros())
            if (clave.empty())
                fmt::print("{} = {}    {}; de fábrica: {}\n", p.clave, parametro_leer(db, p), p.descripcion, p.defecto);
            else if (p.clave == clave)
                fmt::print("{}\n", parametro_leer(db, p));
    });
    return 0;
}

int parametro_poner_orden(Settings const& s, Banderas const& b) {
    auto const& p = parametro_de(opcional(b, "CLAVE"));
    en_organizacion(s, b, [&](Escritura& db) {
        parametro_poner(db, p, opcional(b, "VALOR"));
        fmt::print("{} = {}\n", p.clave, parametro_leer(db, p));
    });
    return 0;
}

}  // namespace gestor
