#include "domain/contabilidad/impuestos/diot.hpp"

#include <algorithm>
#include <array>

#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/impuestos/consultas_diot.hpp"
#include "domain/contabilidad/impuestos/declarar.hpp"
#include "domain/operacion/acotar.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::contabilidad {
namespace {

constexpr std::string_view rfc_extranjero = "XEXX010101000", rfc_publico = "XAXX010101000";

Fecha const el_principio(2000, 1, 1);

enum class Tercero { nacional, extranjero, global };

// Third parties without an RFC are declared together, in one row.
Tercero clase_de(TerceroDiot const& t) {
    if (t.rfc == rfc_extranjero) return Tercero::extranjero;
    return t.rfc.valor().empty() || t.rfc == rfc_publico ? Tercero::global : Tercero::nacional;
}

// Whether all sums are 0: such a third party is not declared.
bool en_ceros(TerceroDiot const& t) {
    for (auto const& d : {t.base8, t.devuelto8, t.base16, t.devuelto16, t.importacion, t.iva8, t.proporcion8, t.iva16,
                          t.proporcion16, t.ivaImportacion, t.costoProporcion8, t.costo8, t.costoProporcion16,
                          t.costo16, t.ivaRetenido, t.exento, t.base0, t.noObjeto})
        if (!d.es_cero()) return false;
    return true;
}

// Linea: the fields of a row by the numbers of the authority's instructions.
class Linea {
public:
    void texto(std::size_t numero, std::string_view dicho) {
        auto& campo = campos_.at(numero - 1);
        campo = dicho;
        for (auto& c : campo)
            if (c == '|' || static_cast<unsigned char>(c) < 0x20) c = ' ';
    }
    // Whole pesos; an amount that rounds to 0 is left empty.
    void importe(std::size_t numero, Dinero de) {
        auto const pesos = redondear<0>(de);
        campos_.at(numero - 1) = pesos.es_cero() ? std::string() : texto_de(pesos);
    }
    std::string terminar() const {
        std::string s;
        for (auto const& c : campos_) s += c + "|";
        s.back() = '\r';
        return s + "\n";
    }

private:
    std::array<std::string, 54> campos_;
};

void poner_tercero(Linea& l, TerceroDiot const& t) {
    auto const clase = clase_de(t);
    l.texto(1, clase == Tercero::nacional ? "04" : clase == Tercero::extranjero ? "05" : "15");
    l.texto(2, clase == Tercero::global ? std::string_view("87") : std::string_view(t.tipoOperacion.valor()));
    if (clase == Tercero::nacional) l.texto(3, t.rfc.valor());
    if (clase != Tercero::extranjero) return;
    l.texto(4, t.numRegIdTrib.valor());
    l.texto(5, t.nombre.valor());
    l.texto(6, t.residenciaFiscal.valor());
}

std::string linea_de(TerceroDiot const& t) {
    Linea l;
    poner_tercero(l, t);
    l.importe(8, t.base8), l.importe(9, t.devuelto8);
    l.importe(12, t.base16), l.importe(13, t.devuelto16);
    l.importe(14, t.importacion);
    l.importe(18, t.iva8), l.importe(19, t.proporcion8);
    l.importe(22, t.iva16), l.importe(23, t.proporcion16);
    l.importe(24, t.ivaImportacion);
    l.importe(28, t.costoProporcion8), l.importe(29, t.costo8);
    l.importe(36, t.costoProporcion16), l.importe(37, t.costo16);
    l.importe(48, t.ivaRetenido);
    l.importe(50, t.exento), l.importe(51, t.base0), l.importe(52, t.noObjeto);
    l.texto(54, "01");
    return l.terminar();
}

TerceroDiot& operator+=(TerceroDiot& a, TerceroDiot const& b) {
    for (auto const importe :
         {&TerceroDiot::base8, &TerceroDiot::devuelto8, &TerceroDiot::base16, &TerceroDiot::devuelto16,
          &TerceroDiot::importacion, &TerceroDiot::iva8, &TerceroDiot::proporcion8, &TerceroDiot::iva16,
          &TerceroDiot::proporcion16, &TerceroDiot::ivaImportacion, &TerceroDiot::costoProporcion8,
          &TerceroDiot::costo8, &TerceroDiot::costoProporcion16, &TerceroDiot::costo16, &TerceroDiot::ivaRetenido,
          &TerceroDiot::exento, &TerceroDiot::base0, &TerceroDiot::noObjeto})
        a.*importe += b.*importe;
    return a;
}

void exigir_tercero(TerceroDiot const& t, Fallas& fallas) {
    auto const clase = clase_de(t);
    if (clase == Tercero::global) return;
    auto const quien = "proveedor " + t.codigo.valor();
    if (t.tipoOperacion.valor().empty()) fallas.agregar(quien, codigo::requerido, "no tiene tipoOperacion");
    if (clase == Tercero::extranjero && t.residenciaFiscal.valor().empty())
        fallas.agregar(quien, codigo::requerido, "es extranjero y no tiene residenciaFiscal");
}

}  // namespace

std::string diot_de(std::span<TerceroDiot const> terceros) {
    std::string texto;
    std::optional<TerceroDiot> los_demas;
    for (auto const& t : terceros) {
        if (clase_de(t) != Tercero::global)
            texto += linea_de(t);
        else if (los_demas)
            *los_demas += t;
        else
            los_demas = t;
    }
    return los_demas ? texto + linea_de(*los_demas) : texto;
}

// Adds the sums of two lists; a third party in both is one row.
void sumar(std::vector<TerceroDiot>& terceros, std::vector<TerceroDiot> const& otros) {
    for (auto const& o : otros) {
        auto const t = std::ranges::find_if(
            terceros, [&](auto const& x) { return x.contactoId == o.contactoId && x.rfc == o.rfc; });
        if (t == terceros.end())
            terceros.push_back(o);
        else
            *t += o;
    }
    std::ranges::sort(terceros, {}, [](auto const& t) { return std::pair(t.rfc.valor(), t.contactoId.valor()); });
}

namespace {

struct Enterado {
    Dinero antes;
    Dinero ahora;
};
DTO(Enterado, antes, ahora)

// VAT withheld that the month credits. The reading goes back in time, doubling the months at each step, until all
// earlier withheld VAT is remitted.
std::vector<TerceroDiot> retenido(Lectura& db, std::chrono::year_month mes, Fecha hasta, std::int64_t maximo) {
    using namespace std::chrono;
    auto const desde = Fecha(sys_days(mes / 1));
    auto const leer = [&](auto hacer, Fecha inicio) {
        return hacer("fechaInicial"_es(inicio), "fechaFinal"_es(hasta), "fechaCorte"_es(hasta), "desde"_es(desde),
                     "ejercicio"_es(std::int64_t{desde.anio()}), "mes"_es(std::int64_t{desde.mes()}));
    };
    auto inicio = desde;
    for (int atras = 1; inicio > el_principio; atras *= 2) {
        auto const e = leer([&](auto... x) { return *db.uno<Enterado, sql::enterado_desde>(x...); }, inicio);
        if (!e.antes.es_negativo() && !e.ahora.es_negativo()) break;
        inicio = std::max(Fecha(sys_days((mes - months(atras)) / 1)), el_principio);
    }
    return leer([&](auto... x) { return db.lista<TerceroDiot, sql::retenido_diot>(x..., "maximo"_es(maximo)); },
                inicio);
}

}  // namespace

Descarga diot(Lectura& db, Entorno const& entorno, Consulta<DiotFiltro> const& f) {
    Fallas fallas;
    exigir_meses_cerrados(db, f.anio, f.mes.valor(), fallas);
    auto const anio = static_cast<int>(f.anio.valor());
    auto const mes = static_cast<unsigned>(f.mes.valor());
    auto const desde = Fecha(anio, mes, 1);
    auto const hasta = "fechaFinal"_es(fin_de_mes(anio, mes));
    auto const maximo = "maximo"_es(entorno.lista_maxima + 1);
    auto terceros = db.lista<TerceroDiot, sql::terceros_diot>("fechaInicial"_es(desde), hasta, maximo);
    sumar(terceros, retenido(db, std::chrono::year(anio) / std::chrono::month(mes), fin_de_mes(anio, mes),
                             entorno.lista_maxima + 1));
    acotar(terceros.size(), entorno, "gestor exportar electronica, que no tiene máximo");
    std::erase_if(terceros, en_ceros);
    for (auto const& t : terceros) exigir_tercero(t, fallas);
    fallas.lanzar();
    auto const de = declarante(db, f.anio, f.mes.valor());
    return entregar(nombre_de(de, "DIOT") + ".txt", "text/plain", diot_de(terceros));
}

}  // namespace gestor::contabilidad
