#include "domain/archivos/catalogos_cfdi.hpp"

#include <mutex>
#include <sstream>

#include "domain/archivos/consultas_catalogos.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::archivos {
namespace {

struct ClaveSatFila {
    Cadena tabla, clave, desde, hasta;
};
DTO(ClaveSatFila, tabla, clave, desde, hasta)

struct DatoSatFila {
    Cadena tabla, clave, desde, hasta;
    Booleano si1, si2, si3, si4, si5;
    Cadena texto1, texto2;
};
DTO(DatoSatFila, tabla, clave, desde, hasta, si1, si2, si3, si4, si5, texto1, texto2)

struct TasaSatFila {
    Cadena impuesto, factor;
    std::optional<Tasa> minimo;
    Tasa maximo;
    Booleano traslado, retencion;
    Cadena desde, hasta;
};
DTO(TasaSatFila, impuesto, factor, minimo, maximo, traslado, retencion, desde, hasta)

struct EdicionFila {
    Cadena edicion;
};
DTO(EdicionFila, edicion)

template <class F>
fiscal::Vigencia vigencia_de(F const& fila) {
    auto const dia = [](Cadena const& texto) { return static_cast<fiscal::Dia>(std::stoul(texto.valor())); };
    return {dia(fila.desde), dia(fila.hasta)};
}

void poner(fiscal::Catalogos& c, DatoSatFila const& f) {
    auto const& clave = f.clave.valor();
    auto const vigencia = vigencia_de(f);
    bool const si1 = f.si1.valor(), si2 = f.si2.valor();
    if (f.tabla == "formas_pago")
        c.formas_pago[clave] = {vigencia,
                                si1,
                                si2,
                                f.si3.valor(),
                                f.si4.valor(),
                                f.si5.valor(),
                                fiscal::Patron(f.texto1.valor()),
                                fiscal::Patron(f.texto2.valor())};
    else if (f.tabla == "monedas")
        c.monedas[clave] = {vigencia, static_cast<unsigned>(std::stoul(f.texto1.valor()))};
    else if (f.tabla == "regimenes")
        c.regimenes[clave] = {vigencia, si1, si2};
    else if (f.tabla == "usos") {
        std::istringstream regimenes(f.texto1.valor());
        c.usos[clave] = {vigencia, si1, si2, {std::istream_iterator<std::string>(regimenes), {}}};
    } else
        c.paises[clave] = {vigencia, fiscal::Patron(f.texto1.valor())};
}

fiscal::Catalogos cargar(Lectura& db) {
    fiscal::Catalogos c;
    std::map<std::string, fiscal::Tabla<fiscal::Vigencia>*, std::less<>> const tablas{
        {"metodos_pago", &c.metodos_pago},
        {"tipos_comprobante", &c.tipos_comprobante},
        {"exportaciones", &c.exportaciones},
        {"periodicidades", &c.periodicidades},
        {"meses", &c.meses},
        {"tipos_relacion", &c.tipos_relacion},
        {"impuestos", &c.impuestos},
        {"tipos_factor", &c.tipos_factor},
        {"objetos_impuesto", &c.objetos_impuesto},
        {"productos", &c.productos},
        {"unidades", &c.unidades},
        {"codigos_postales", &c.codigos_postales},
        {"tipos_cadena", &c.tipos_cadena}};
    for (auto const& fila : db.lista<ClaveSatFila, sql::catalogos_claves>())
        (*tablas.at(fila.tabla.valor()))[fila.clave.valor()] = vigencia_de(fila);
    for (auto const& fila : db.lista<DatoSatFila, sql::catalogos_datos>()) poner(c, fila);
    auto const exacto = [](Tasa const& tasa) { return fiscal::Exacto::leer(texto_de(tasa)); };
    for (auto const& fila : db.lista<TasaSatFila, sql::catalogos_tasas>())
        c.tasas.push_back({vigencia_de(fila), fila.impuesto.valor(), fila.factor.valor(),
                           fila.minimo ? exacto(*fila.minimo) : std::nullopt, *exacto(fila.maximo),
                           fila.traslado.valor(), fila.retencion.valor()});
    return c;
}

}  // namespace

std::shared_ptr<fiscal::Catalogos const> catalogos_cfdi(Lectura& db) {
    static std::mutex mutex;
    static std::shared_ptr<fiscal::Catalogos const> cargados;
    static std::string edicion;
    auto const vigente = db.uno<EdicionFila, sql::catalogos_edicion>()->edicion.valor();
    // The first caller loads the catalogs; the others wait, because they would do the same.
    std::lock_guard const turno(mutex);
    if (!cargados || edicion != vigente) {
        cargados = std::make_shared<fiscal::Catalogos const>(cargar(db));
        edicion = vigente;
    }
    return cargados;
}

}  // namespace gestor::archivos
