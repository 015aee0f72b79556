#pragma once
// A rule is a row: code, what it asks, the function that looks. It speaks of what it could look at: what is not there
// or cannot be read is the fault of another row, and one broken attribute gives one code.
#include <span>
#include <string>
#include <string_view>

#include "domain/fiscal/catalogos.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/veredicto.hpp"

namespace gestor::fiscal {

// Finding of one rule.
class Juicio {
public:
    // `detalle` is called only to tell what is wrong.
    template <class Detalle>
    void exige(bool vale, Detalle&& detalle) {
        visto_ = true;
        if (vale) return;
        if (++fallas_ > contadas) return;
        if (!texto_.empty()) texto_ += "; ";
        texto_ += detalle();
    }
    void cierra(Verificacion& salida, Dictamen si_falla = Dictamen::error) const {
        salida.dictamen = fallas_ > 0 ? si_falla : visto_ ? Dictamen::correcto : Dictamen::no_aplica;
        salida.detalle = texto_;
        if (fallas_ > contadas) salida.detalle += "; y " + std::to_string(fallas_ - contadas) + " más";
    }

private:
    static constexpr std::size_t contadas = 5;  // a file of a hundred thousand faults gives no verdict of megabytes
    bool visto_ = false;
    std::size_t fallas_ = 0;
    std::string texto_;
};

template <class Contexto>
struct Regla {
    std::string_view codigo, descripcion;
    void (*mira)(Contexto const&, Juicio&) = nullptr;
    std::string_view motivo = {};         // why nobody looks here: what it needs is not in the file
    Dictamen si_falla = Dictamen::error;  // or a warning, of what the tax authority itself lets pass
};

template <class Contexto>
void juzgar(std::span<Regla<Contexto> const> reglas, Contexto const& contexto, Veredicto& salida) {
    for (auto const& regla : reglas) {
        Verificacion v{std::string(regla.codigo), std::string(regla.descripcion), Dictamen::no_aplica,
                       std::string(regla.motivo)};
        if (regla.mira != nullptr) {
            Juicio juicio;
            regla.mira(contexto, juicio);
            juicio.cierra(v, regla.si_falla);
        }
        salida.push_back(std::move(v));
    }
}

// ---- what is written, read once ----
// A sign is read, too: that there must be none is structure, and what the number breaks is still said by its rule.
std::optional<Exacto> importe(Dato const& dato);
std::optional<Dia> leer_dia(Dato const& fecha);  // of yyyy-MM-ddTHH:mm:ss, a day and a time that exist

struct Renglon {  // a tax of a line, of a document, of a payment, or of the summary
    Renglon(ImpuestoCfdi const& escrito, std::string donde, Lado de, Catalogos const& catalogos,
            std::optional<Dia> dia);
    ImpuestoCfdi const* impuesto;
    std::string lugar;
    Lado lado;
    std::optional<Exacto> base, tasa, importe;
    bool clave_buena = false, factor_bueno = false;
    std::optional<bool> tasa_buena;  // absent: nobody can tell
    bool exento() const { return impuesto->tipoFactor == "Exento"; }
    bool completo() const;    // all that its factor asks for is there and nothing else
    bool comparable() const;  // its class is known, and all of it: it may be compared with a sum
    bool sano() const;        // no rule of its own finds fault with it: it may be summed
};
using Renglones = std::vector<Renglon>;
bool sanos(Renglones const& renglones);
Renglones leer_renglones(std::vector<ImpuestoCfdi> const& escritos, std::string const& donde, Lado lado,
                         Catalogos const& catalogos, std::optional<Dia> dia);
// Key by which a summary adds: tax, factor and rate; of withholdings the tax alone.
std::string clase(Renglon const& renglon);

struct Linea {
    ConceptoCfdi const* concepto;
    std::string lugar;
    std::optional<Exacto> cantidad, valor, importe, descuento;
};

// A CFDI with what nearly every rule asks of it.
struct Caso {
    Caso(Cfdi const& escrito, Catalogos const& claves);
    Cfdi const& cfdi;
    Catalogos const& catalogos;
    std::optional<Dia> dia;             // of Fecha
    std::string_view tipo;              // empty when it is no key of its catalog
    std::optional<unsigned> decimales;  // of the currency; absent for XXX, too
    std::optional<Exacto> subTotal, descuento, total;
    std::vector<Linea> lineas;
    Renglones traslados, retenciones;                  // of the lines
    Renglones resumen_traslados, resumen_retenciones;  // of the summary
    bool de_tipo(std::string_view letras) const { return !tipo.empty() && letras.find(tipo) != letras.npos; }
    bool con_complemento(std::string_view parte_del_espacio) const;
};

// ---- what several rules ask ----
inline std::string_view texto(Dato const& dato) {
    return dato ? std::string_view(*dato) : std::string_view("(ausente)");
}
std::string hallado(std::string_view donde, std::string_view atributo, Dato const& dato);  // donde: Moneda "ZZZ"
std::string con_indice(std::string_view ruta, std::size_t i);                              // ruta[i+1]

// A key that is written is in its catalog; a catalog that nobody loaded says nothing.
template <class T>
void en_catalogo(Juicio& j, std::string_view donde, std::string_view atributo, Dato const& dato, Tabla<T> const& tabla,
                 std::optional<Dia> dia) {
    if (!dato || tabla.empty()) return;
    j.exige(buscar(tabla, dato, dia) != nullptr,
            [&] { return hallado(donde, atributo, dato) + " no está en el catálogo"; });
}
void ausente(Juicio& j, std::string_view donde, std::string_view atributo, Dato const& dato);
void escrito_asi(Juicio& j, std::string_view donde, std::string_view atributo, Dato const& dato,
                 std::string_view esperado);
void con_decimales(Juicio& j, std::string_view donde, std::string_view atributo, std::optional<Exacto> const& valor,
                   std::optional<unsigned> decimales);
void igual(Juicio& j, std::string_view donde, std::string_view atributo, Exacto const& hallado, Exacto const& esperado);
void entre(Juicio& j, std::string_view donde, std::string_view atributo, Exacto const& valor, Exacto const& minimo,
           Exacto const& maximo);

// Rules of the taxes of a line and of a paid document, which obey the same rules under other codes.
void base_positiva(Renglones const& renglones, Juicio& j);
void clave_de_impuesto(Renglones const& renglones, Catalogos const& catalogos, Juicio& j);
void clave_de_factor(Renglones const& renglones, Catalogos const& catalogos, Juicio& j);
void exento_sin_tasa(Renglones const& renglones, Juicio& j);
void con_tasa_e_importe(Renglones const& renglones, Juicio& j);
void sin_exentos(Renglones const& renglones, Juicio& j);
void tasa_de_catalogo(Renglones const& renglones, Juicio& j);
// Importe is what Base × TasaOCuota may have been before either was rounded; `decimales` absent: as written in Importe.
void importe_de_la_base(Renglones const& renglones, std::optional<unsigned> decimales, Juicio& j);
void uno_por_clase(Renglones const& renglones, Juicio& j);
// Rules of the traslados of a summary, or of a payment: what they must say, a factor that exists, and what that asks
// for.
void resumen_completo(Renglones const& renglones, Catalogos const& catalogos, Juicio& j);
// ObjetoImp says whether there is a node of taxes.
void objeto_con_impuestos(Juicio& j, std::string_view donde, Dato const& objeto,
                          std::optional<ImpuestosCfdi> const& impuestos);
void objeto_sin_impuestos(Juicio& j, std::string_view donde, Dato const& objeto,
                          std::optional<ImpuestosCfdi> const& impuestos);
void objeto_sin_traslado(Juicio& j, std::string_view donde, Dato const& objeto,
                         std::optional<ImpuestosCfdi> const& impuestos);  // 06, 08
void objeto_con_ieps(Juicio& j, std::string_view donde, Dato const& objeto,
                     std::optional<ImpuestosCfdi> const& impuestos);  // 07
void nodo_con_impuestos(Juicio& j, std::string_view donde, std::optional<ImpuestosCfdi> const& impuestos);

}  // namespace gestor::fiscal
