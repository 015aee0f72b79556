#include "server/admin/admin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "domain/administracion/catalogos_sat.hpp"
#include "domain/administracion/demo.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/opcion.hpp"
#include "persistence/migrations.hpp"
#include "server/admin/comun.hpp"

namespace gestor {
namespace {

int migrate(Settings const& s, Banderas const& b) {
    auto const resultado = migrar(conexion(s), std::cout);
    bool const catalogos =
        !b.contains("catalogos") || obligatoria<Opcion<"si", "no">>(b, "catalogos") == Opcion<"si", "no">("si");
    if (resultado == 0 && catalogos) administracion::cargar_catalogos_incluidos(conexion(s), std::cout);
    return resultado;
}

int preparar(Settings const& s, Banderas const&) {
    preparar_base(conexion(s));
    fmt::print("base de datos preparada\n");
    return 0;
}

int demo(Settings const& s, Banderas const& b) {
    auto const registros =
        b.contains("registros")
            ? comprobar<Entero<0, administracion::demo_maximum_size>>("registros", opcional(b, "registros")).valor()
            : administracion::demo_default_size;
    Barra barra;
    std::string dia;
    if (b.contains("fecha")) comprobar<Fecha>("fecha", opcional(b, "fecha")).escribir(dia);
    administracion::cargar_demo(conexion(s), registros, barra, dia);
    fmt::print("demostración lista\n");
    return 0;
}

// clang-format off
constexpr Comando comandos[] = {
    {"migrate",            "aplica las migraciones que falten y trae los catálogos del SAT del programa  [--catalogos no]",      migrate},
    {"preparar",           "crea los roles, y lo demás que un respaldo no lleva, en la base de datos donde se va a restaurar uno",  preparar},
    {"demo",               "carga la empresa de demostración  [--registros N, hasta 10000000] [--fecha AAAA-MM-DD: como si ese día fuera hoy]",                                 demo},
    {"catalogos importar", "carga un catálogo del SAT de un .csv, .tsv o .json; se puede repetir  [--catalogo c_ClaveProdServ]",      importar_catalogo_sat, "ARCHIVO"},
    {"certificados-sat",   "instala en la carpeta del ajuste certificados-sat los certificados del SAT de una carpeta, un .zip o un archivo, y dice qué es cada uno  [--simular]", instalar_certificados_sat, "CARPETA|ARCHIVO"},
    {"organizacion crear", "--nombre N --rfc R --regimen 601 --codigo-postal 64000 [--zona America/Mexico_City] [--repetir]: otra con el mismo RFC", organizacion_alta},
    {"organizacion listar", "imprime las organizaciones, separadas por tabuladores",                                             organizacion_lista},
    {"organizacion cerrar", "nadie más entra en ella, y sus tokens dejan de valer  --organizacion ID",                           organizacion_cierre},
    {"organizacion abrir", "vuelve a abrir una que se cerró  --organizacion ID",                                                 organizacion_apertura},
    {"usuario crear",      "--organizacion ID --usuario U --rol administrador|operador|lector|propio [--permisos \"ventas.leer …\"]\n"
                           "                      [--contrasena-archivo ARCHIVO|-] [--nombre N] [--correo C] [--sucursal ID] [--limite IMPORTE]",  usuario_alta},
    {"usuario listar",     "imprime los usuarios, separados por tabuladores  --organizacion ID",                                 usuario_lista},
    {"usuario contrasena", "cambia la contraseña y anula sus tokens; sin archivo la hace y la muestra una vez  --organizacion ID --usuario U [--contrasena-archivo ARCHIVO|-]", usuario_cambio_de_contrasena},
    {"usuario rol",        "cambia el rol y anula sus tokens  --organizacion ID --usuario U --rol administrador|operador|lector|propio [--permisos \"ventas.leer …\"]", usuario_cambio_de_rol},
    {"usuario limite",     "cambia cuánto puede autorizar, en pesos y por documento; con «ninguno», cualquier importe  --organizacion ID --usuario U", usuario_cambio_de_limite, "IMPORTE"},
    {"usuario desbloquear", "olvida las contraseñas equivocadas  --organizacion ID --usuario U",                                 usuario_desbloqueo},
    {"usuario revocar",    "anula sus tokens  --organizacion ID --id ID [--desactivar]: tampoco puede pedir otro",               usuario_revocacion},
    {"consumidor crear",   "--organizacion ID --nombre N --tipo Ecommerce|PuntoVenta|AgenciaViajes|EscuelaPrivada|Ruta|Contabilidad|MCP|Otro [--correo C]; la llave se muestra una vez", consumidor_alta},
    {"consumidor listar",  "imprime los consumidores, separados por tabuladores  --organizacion ID",                             consumidor_lista},
    {"consumidor rotar",   "le da otra llave, que se muestra una vez, y anula la anterior y sus tokens  --organizacion ID --id ID", consumidor_rotacion},
    {"consumidor revocar", "anula sus tokens  --organizacion ID --id ID [--desactivar]: su llave tampoco vale más",              consumidor_revocacion},
    {"consumidor desactivar", "su llave y sus tokens dejan de valer  --organizacion ID --id ID",                                 consumidor_baja},
    {"identidad enlazar",  "la identidad que da un proveedor entra como ese usuario  --organizacion ID --usuario U --emisor URL --sujeto S", identidad_enlace},
    {"identidad listar",   "imprime las identidades enlazadas, separadas por tabuladores  --organizacion ID",                    identidad_lista},
    {"identidad quitar",   "deja de entrar con ella, y los tokens del usuario dejan de valer  --organizacion ID --id ID",        identidad_baja},
    {"trabajos listar",    "imprime los trabajos en segundo plano por hacer y los abandonados, separados por tabuladores  [--organizacion ID]", trabajos_lista},
    {"trabajos reintentar", "vuelve a poner por hacer los abandonados: todos, los de una organización o uno  [--organizacion ID] [--id ID]", trabajos_reintento},
    {"importar cfdi",      "registra las facturas y los gastos de los CFDI de proveedores, en .xml o dentro de un .zip, cada uno por la regla de su RFC,\n"
                           "                      sus notas de crédito y sus recibos de pago\n"
                           "                      --organizacion ID --reglas ARCHIVO.csv [--fecha cfdi|hoy|AAAA-MM-DD] [--crear-proveedores]\n"
                           "                      [--resumen ARCHIVO.csv] [--simular]", importar_cfdis, "CARPETA|ARCHIVO"},
    {"importar",           "carga un catálogo de la empresa; sin RECURSO los lista  --organizacion ID [--simular] [--plantilla]\n"
                           "                      [--fecha AAAA-MM-DD: día del corte de los saldos de otro sistema] [--cuenta CLAVE: cuenta bancaria del estado de cuenta]",         importar_recurso, "[RECURSO] [ARCHIVO|-]"},
    {"exportar contabilidad", "escribe las pólizas en el formato de hledger  --organizacion ID [--desde AAAA-MM-DD] [--hasta AAAA-MM-DD]",     exportar_contabilidad, "[ARCHIVO|-]"},
    {"exportar electronica", "escribe un archivo de un mes para el SAT: QUE es catalogo, balanza, polizas o diot; 13 es el cierre del año  --organizacion ID\n"
                           "                      [--tipo-envio N|C] [--fecha-modificacion AAAA-MM-DD] [--tipo-solicitud AF|FC|DE|CO] [--orden NÚMERO] [--tramite NÚMERO]",     exportar_electronica, "QUE AAAA-MM [ARCHIVO]"},
    {"periodo abrir",      "abre un mes que se cerró; los demás están abiertos en cuanto se usan  --organizacion ID --motivo M",    periodo_abrir,  "AAAA-MM"},
    {"periodo cerrar",     "cierra un mes, si nada suyo está a medias  --organizacion ID [--motivo M]",                             periodo_cerrar, "AAAA-MM"},
    {"periodo listar",     "--organizacion ID",                                                                                      periodo_listar},
    {"parametro leer",     "imprime los parámetros de la organización, o uno  --organizacion ID",                                   parametro_leer_orden,  "[CLAVE]"},
    {"parametro poner",    "cambia un parámetro; con VALOR vacío vuelve al de fábrica  --organizacion ID",                          parametro_poner_orden, "CLAVE VALOR"},
};
// clang-format on

}  // namespace

std::span<Comando const> comandos_admin() {
    return comandos;
}

std::vector<OwnFlag> banderas_de(Comando const& c) {
    std::vector<OwnFlag> todas;
    constexpr std::string_view letras = "abcdefghijklmnopqrstuvwxyz-";
    for (auto resto = c.ayuda; (resto = resto.substr(std::min(resto.find("--"), resto.size()))) != "";) {
        resto.remove_prefix(2);
        auto const nombre = resto.substr(0, resto.find_first_not_of(letras));
        resto.remove_prefix(nombre.size());
        todas.push_back({nombre, resto.starts_with(']')});
    }
    return todas;
}

std::vector<OwnFlag> banderas_admin() {
    std::vector<OwnFlag> todas;
    for (auto const& c : comandos)
        for (auto const& bandera : banderas_de(c)) todas.push_back(bandera);
    return todas;
}

// Assigns the words after the command's name to its positional arguments.
void tomar_lugares(Comando const& c, std::span<std::string const> sobran, Banderas& dichas) {
    std::istringstream lugares{std::string(c.lugares)};
    std::vector<std::string> const faltan{std::istream_iterator<std::string>(lugares), {}};
    if (sobran.size() > faltan.size()) throw std::runtime_error("sobra «" + sobran[faltan.size()] + "»");
    for (std::size_t i = 0; i < faltan.size(); ++i) {
        bool const puede_faltar = faltan[i].starts_with('[');
        auto const lugar = puede_faltar ? faltan[i].substr(1, faltan[i].size() - 2) : faltan[i];
        if (i < sobran.size())
            dichas[lugar] = sobran[i];
        else if (!puede_faltar)
            throw std::runtime_error("falta " + lugar);
    }
}

Comando const* buscar_comando(std::span<std::string const> palabras) {
    for (auto const& c : comandos) {
        std::istringstream nombre{std::string(c.nombre)};
        std::vector<std::string> const propias{std::istream_iterator<std::string>(nombre), {}};
        if (palabras.size() >= propias.size() && std::equal(propias.begin(), propias.end(), palabras.begin()))
            return &c;
    }
    return nullptr;
}

int ejecutar_comando(Comando const& c, Settings const& s, std::span<std::string const> palabras, Banderas dichas) {
    auto const propias = banderas_de(c);
    for (auto const& [nombre, valor] : dichas)
        if (std::ranges::find(propias, nombre, &OwnFlag::name) == propias.end())
            throw std::runtime_error(fmt::format("«gestor {}» no admite --{}", c.nombre, nombre));
    auto const del_nombre = static_cast<std::size_t>(1 + std::ranges::count(c.nombre, ' '));
    tomar_lugares(c, palabras.subspan(del_nombre), dichas);
    return c.ejecutar(s, dichas);
}

}  // namespace gestor
