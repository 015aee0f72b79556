#pragma once
// Rule: a row with code, description and a function that examines the CFDI. A rule judges only values that it can read:
// another row reports a missing or unreadable value, so one broken attribute gives one code.
#include <span>
#include <string>
#include <string_view>

#include "domain/fiscal/catalogos.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/veredicto.hpp"

namespace gestor::fiscal {

// Juicio: the finding of one rule.
class Juicio {
public:
    // `detalle` is called only when there is a fault.
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
    // faults listed per rule: a file with 100,000 faults would make a verdict of megabytes
    static constexpr std::size_t contadas = 5;
    bool visto_ = false;
    std::size_t fallas_ = 0;
    std::string texto_;
};

template <class Contexto>
struct Regla {
    std::string_view codigo, descripcion;
    void (*mira)(Contexto const&, Juicio&) = nullptr;
    std::string_view motivo = {};         // reason why a rule has no function: the file lacks the data
    Dictamen si_falla = Dictamen::error;  // Advertencia when the tax authority itself accepts the fault
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

// ---- values of the CFDI, read once ----
std::optional<Exacto> importe(Dato const& dato);
// day of a text yyyy-MM-ddTHH:mm:ss; absent when the day or time does not exist
std::optional<Dia> leer_dia(Dato const& fecha);

struct Renglon {  // Renglon: a tax of a line, of a paid document, of a payment, or of the summary
    Renglon(ImpuestoCfdi const& escrito, std::string donde, Lado de, Catalogos const& catalogos,
            std::optional<Dia> dia);
    ImpuestoCfdi const* impuesto;
    std::string lugar;
    Lado lado;
    std::optional<Exacto> base, tasa, importe;
    bool clave_buena = false, factor_bueno = false;
    std::optional<bool> tasa_buena;  // absent: the catalog has no rates to compare with
    bool exento() const { return impuesto->tipoFactor == "Exento"; }
    bool completo() const;    // has exactly the values that its factor requires
    bool comparable() const;  // all values of its class are known, so a sum can be compared with it
    bool sano() const;        // no rule of its own failed, so it can be added
};
using Renglones = std::vector<Renglon>;
bool sanos(Renglones const& renglones);
Renglones leer_renglones(std::vector<ImpuestoCfdi> const& escritos, std::string const& donde, Lado lado,
                         Catalogos const& catalogos, std::optional<Dia> dia);
// Class of a tax in a summary: tax, factor and rate; a withholding has the tax alone.
std::string clase(Renglon const& renglon);

struct Linea {
    ConceptoCfdi const* concepto;
    std::string lugar;
    std::optional<Exacto> cantidad, valor, importe, descuento;
};

// Caso: a CFDI with the values that most rules use.
struct Caso {
    Caso(Cfdi const& escrito, Catalogos const& claves);
    Cfdi const& cfdi;
    Catalogos const& catalogos;
    std::optional<Dia> dia;             // day of Fecha
    std::string_view tipo;              // empty: the key is not in its catalog
    std::optional<unsigned> decimales;  // decimals of the currency; absent also for XXX
    std::optional<Exacto> subTotal, descuento, total;
    std::vector<Linea> lineas;
    Renglones traslados, retenciones;                  // taxes of the lines
    Renglones resumen_traslados, resumen_retenciones;  // taxes of the summary
    bool de_tipo(std::string_view letras) const { return !tipo.empty() && letras.find(tipo) != letras.npos; }
    bool con_complemento(std::string_view parte_del_espacio) const;
};

// ---- questions of several rules ----
inline std::string_view texto(Dato const& dato) {
    return dato ? std::string_view(*dato) : std::string_view("(ausente)");
}
std::string escrito_como_dia(Dia dia);                                                     // 2026-08-31
std::string hallado(std::string_view donde, std::string_view atributo, Dato const& dato);  // text "donde: Moneda "ZZZ""
std::string con_indice(std::string_view ruta, std::size_t i);                              // text ruta[i+1]

// Reports a key that its catalog lacks. A catalog that is not loaded reports nothing.
template <class T>
void en_catalogo(Juicio& j, std::string_view donde, std::string_view atributo, Dato const& dato, Tabla<T> const& tabla,
                 std::optional<Dia> dia) {
    if (!dato || tabla.empty()) return;
    j.exige(buscar(tabla, dato, dia) != nullptr, [&] {
        bool const existe = buscar(tabla, dato, std::nullopt) != nullptr;
        return hallado(donde, atributo, dato) +
               (existe ? " no vigente el " + escrito_como_dia(*dia) : " no está en el catálogo");
    });
}
void ausente(Juicio& j, std::string_view donde, std::string_view atributo, Dato const& dato);
void escrito_asi(Juicio& j, std::string_view donde, std::string_view atributo, Dato const& dato,
                 std::string_view esperado);
void con_decimales(Juicio& j, std::string_view donde, std::string_view atributo, std::optional<Exacto> const& valor,
                   std::optional<unsigned> decimales);
void igual(Juicio& j, std::string_view donde, std::string_view atributo, Exacto const& hallado, Exacto const& esperado);
void entre(Juicio& j, std::string_view donde, std::string_view atributo, Exacto const& valor, Exacto const& minimo,
           Exacto const& maximo);

// Rules of the taxes of a line. Paid documents have the same rules with other codes.
void base_positiva(Renglones const& renglones, Juicio& j);
void clave_de_impuesto(Renglones const& renglones, Catalogos const& catalogos, Juicio& j);
void clave_de_factor(Renglones const& renglones, Catalogos const& catalogos, Juicio& j);
void exento_sin_tasa(Renglones const& renglones, Juicio& j);
void con_tasa_e_importe(Renglones const& renglones, Juicio& j);
void sin_exentos(Renglones const& renglones, Juicio& j);
void tasa_de_catalogo(Renglones const& renglones, Juicio& j);
// Importe must be a possible Base × TasaOCuota before both were rounded. Example: Base 100.00 was 99.995 to 100.005; at
// 0.16 an Importe of two decimals may be 15.99 to 16.01. `decimales` absent: as many decimals as Importe has.
void importe_de_la_base(Renglones const& renglones, std::optional<unsigned> decimales, Juicio& j);
void uno_por_clase(Renglones const& renglones, Juicio& j);
// Traslados of a summary or of a payment: required values, an existing factor, and the values that the factor requires.
void resumen_completo(Renglones const& renglones, Catalogos const& catalogos, Juicio& j);
// ObjetoImp decides whether a line has a node of taxes.
void objeto_con_impuestos(Juicio& j, std::string_view donde, Dato const& objeto,
                          std::optional<ImpuestosCfdi> const& impuestos);
void objeto_sin_impuestos(Juicio& j, std::string_view donde, Dato const& objeto,
                          std::optional<ImpuestosCfdi> const& impuestos);
void objeto_sin_traslado(Juicio& j, std::string_view donde, Dato const& objeto,
                         std::optional<ImpuestosCfdi> const& impuestos);  // ObjetoImp 06 and 08
void objeto_con_ieps(Juicio& j, std::string_view donde, Dato const& objeto,
                     std::optional<ImpuestosCfdi> const& impuestos);  // 07
void nodo_con_impuestos(Juicio& j, std::string_view donde, std::optional<ImpuestosCfdi> const& impuestos);

}  // namespace gestor::fiscal
