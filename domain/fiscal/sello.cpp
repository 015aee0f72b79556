#include "domain/fiscal/sello.hpp"

#include <algorithm>
#include <iterator>

#include "domain/fiscal/cadena.hpp"
#include "domain/valores/base64.hpp"
#include "domain/valores/texto.hpp"

namespace gestor::fiscal {
namespace {

constexpr struct {
    std::string_view codigo, descripcion;
} filas[]{
    {"SELLO01", "El certificado del comprobante se puede leer y su llave es RSA"},
    {"SELLO02", "El número de certificado es el del certificado"},
    {"SELLO03", "El RFC del emisor es el del certificado"},
    {"SELLO04", "El nombre del emisor es el del certificado"},
    {"SELLO05", "La fecha del comprobante no es anterior a la vigencia del certificado"},
    {"SELLO06", "La fecha del comprobante no es posterior a la vigencia del certificado"},
    {"SELLO07", "El sello del comprobante está en base64"},
    {"SELLO08", "El sello del comprobante corresponde a su cadena original y a su certificado"},
    {"SELLO09", "El certificado es de sello digital (CSD) y no una firma electrónica (FIEL)"},
    {"SELLO10", "El certificado fue emitido por la autoridad"},
    {"CFDI40102", "El sello digital del emisor es válido"},
    {"CFDI40106", "El certificado es vigente, de sello digital y del emisor"},
    {"TFD01", "El comprobante tiene un timbre fiscal digital, y solo uno; sin él su validación es Parcial"},
    {"TFD02", "La versión del timbre es 1.1"},
    {"TFD03", "El UUID del timbre está bien formado"},
    {"TFD04", "El timbre corresponde al sello de este comprobante"},
    {"TFD05", "El sello del SAT corresponde al timbre y a su certificado"},
    {"TFD06", "El timbre no es anterior al comprobante, ni de más de 72 horas después"},
    {"TFD07", "Ni el comprobante ni su timbre son de una fecha futura"},
};

class Dictado {
public:
    void dice(std::string_view codigo, Dictamen dictamen, std::string detalle = "") {
        auto const fila = std::ranges::find_if(filas, [&](auto const& f) { return f.codigo == codigo; });
        veredicto.push_back({std::string(codigo), std::string(fila->descripcion), dictamen, std::move(detalle)});
    }
    void exige(std::string_view codigo, bool vale, std::string detalle) {
        dice(codigo, vale ? Dictamen::correcto : Dictamen::error, vale ? "" : std::move(detalle));
    }
    Dictamen de(std::string_view codigo) const {
        auto const fila = std::ranges::find(veredicto, codigo, &Verificacion::codigo);
        return fila == veredicto.end() ? Dictamen::no_aplica : fila->dictamen;
    }
    Veredicto veredicto;
};

std::string escrito(Dato const& dato) {
    return dato ? citado(*dato) : "(ausente)";
}

// Base64 as attributes have it: some programs break it into lines.
std::optional<std::string> bytes_de(Dato const& dato) {
    auto texto = dato.value_or("");
    std::erase_if(texto, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
    return base64_leer(texto);
}

std::optional<FechaHora> momento_de(Dato const& dato) {
    FechaHora momento;
    if (!dato || FechaHora::leer(*dato, momento)) return std::nullopt;
    return momento;
}

// Compares names: CFDI 4.0 omits the kind of company (S.A. de C.V.), which the certificate has after the name.
bool mismo_nombre(std::string_view nombre, std::string_view certificado) {
    return mayusculas(certificado).starts_with(mayusculas(recortar(nombre)));
}

void juzgar_certificado(Cfdi const& cfdi, Certificado const& c, Certificados const& del_sat, Dictado& d) {
    d.exige("SELLO02", cfdi.noCertificado == c.numero(),
            "NoCertificado " + escrito(cfdi.noCertificado) + ", el certificado dice " + c.numero());
    d.exige("SELLO03", cfdi.emisor.rfc == c.rfc(),
            "Emisor " + escrito(cfdi.emisor.rfc) + ", el certificado es de " + citado(c.rfc()));
    if (!cfdi.emisor.nombre)
        d.dice("SELLO04", Dictamen::no_aplica, "el comprobante no dice el nombre");
    else if (mismo_nombre(*cfdi.emisor.nombre, c.nombre()))
        d.dice("SELLO04", Dictamen::correcto);
    else
        d.dice("SELLO04", Dictamen::advertencia, "el certificado es de " + citado(c.nombre(), 250));
    auto const momento = momento_de(cfdi.fecha);
    if (momento) {
        d.exige("SELLO05", c.vigente_desde(*momento), "el certificado todavía no era vigente");
        d.exige("SELLO06", c.vigente_hasta(*momento), "el certificado ya no era vigente");
    } else {
        for (auto const* codigo : {"SELLO05", "SELLO06"}) d.dice(codigo, Dictamen::no_aplica, "la fecha no es válida");
    }
    // The tax authority's own free tool seals with the FIEL and stamps under the authority's RFC.
    bool const herramienta_del_sat = cfdi.timbres.size() == 1 && cfdi.timbres[0].rfcProvCertif == "SAT970701NN3";
    d.exige("SELLO09", c.csd() || herramienta_del_sat, "el certificado es una FIEL");
    if (!del_sat.hay_autoridades() || !momento)
        d.dice("SELLO10", momento ? Dictamen::advertencia : Dictamen::no_aplica,
               momento
                   ? "no se comprobó quién emitió el certificado: este servidor no tiene los de la autoridad (ajuste "
                     "certificados-sat)"
                   : "la fecha no es válida");
    else
        d.exige("SELLO10", del_sat.avala(c, *momento), "ninguna de las autoridades conocidas lo emitió");
}

void juzgar_sello(Cfdi const& cfdi, Certificado const* certificado, Dictado& d) {
    auto const sello = bytes_de(cfdi.sello);
    d.exige("SELLO07", sello.has_value(), cfdi.sello ? "no es base64" : "el comprobante no tiene sello");
    auto const cadena = cadena_original(cfdi);
    if (!certificado || !sello) {
        d.dice("SELLO08", Dictamen::error,
               sello ? "no hay certificado con que verificarlo" : "no hay sello que verificar");
    } else if (!cadena) {
        std::string nombres;
        for (auto const& nombre : complementos_sin_cadena(cfdi)) nombres += (nombres.empty() ? "" : ", ") + nombre;
        d.dice("SELLO08", Dictamen::no_aplica, "no se conoce la cadena original de " + citado(nombres, 200));
    } else {
        d.exige("SELLO08", certificado->verifica(*cadena, *sello), "el sello no corresponde al comprobante");
    }
}

// Fecha is local time of the place of issue, FechaTimbrado that of Mexico City: up to two hours apart.
void juzgar_plazo(Cfdi const& cfdi, Timbre const& timbre, Dictado& d) {
    using namespace std::chrono_literals;
    constexpr auto husos = 2h, plazo = 72h;
    auto const hecho = momento_de(cfdi.fecha), timbrado = momento_de(timbre.fechaTimbrado);
    if (!hecho || !timbrado) {
        d.dice("TFD06", Dictamen::no_aplica, "la fecha no es válida");
        return;
    }
    auto const despues = *timbrado - *hecho;
    d.exige("TFD06", -husos <= despues && despues <= plazo + husos,
            "Fecha " + escrito(cfdi.fecha) + ", FechaTimbrado " + escrito(timbre.fechaTimbrado));
}

void juzgar_timbre(Cfdi const& cfdi, Certificados const& del_sat, Dictado& d) {
    if (cfdi.timbres.size() != 1) {
        bool const sin = cfdi.timbres.empty();
        d.dice("TFD01", sin ? Dictamen::advertencia : Dictamen::error,
               sin ? "no está timbrado" : "tiene " + std::to_string(cfdi.timbres.size()) + " timbres");
        for (auto const* codigo : {"TFD02", "TFD03", "TFD04", "TFD05", "TFD06"})
            d.dice(codigo, Dictamen::no_aplica, sin ? "no está timbrado" : "hay más de un timbre");
        return;
    }
    auto const& t = cfdi.timbres[0];
    d.dice("TFD01", Dictamen::correcto);
    d.exige("TFD02", t.version == "1.1", "versión " + escrito(t.version));
    d.exige("TFD03", cfdi.uuid().has_value(), "UUID " + escrito(t.uuid));
    auto const suyo = bytes_de(t.selloCFD);
    d.exige("TFD04", suyo && suyo == bytes_de(cfdi.sello), "SelloCFD no es el sello del comprobante");
    auto const* const certificado = del_sat.buscar(t.noCertificadoSAT.value_or(""));
    auto const sello = bytes_de(t.selloSAT);
    if (!sello)
        d.dice("TFD05", Dictamen::error, "SelloSAT no es base64");
    else if (certificado == nullptr)
        d.dice("TFD05", Dictamen::advertencia,
               "no se comprobó el sello del SAT: este servidor no tiene su certificado " + escrito(t.noCertificadoSAT) +
                   " (ajuste certificados-sat)");
    else
        d.exige("TFD05", certificado->verifica(cadena_original(t), *sello),
                "el sello del SAT no corresponde al timbre");
    juzgar_plazo(cfdi, t, d);
}

void juzgar_futuro(Cfdi const& cfdi, std::chrono::sys_seconds ahora, Dictado& d) {
    using namespace std::chrono_literals;
    // no clock of the country is ahead of UTC-5; clocks of issuers differ by minutes
    constexpr std::chrono::seconds oriente = 5h, relojes = 10min;
    auto const es_futuro = [&](Dato const& fecha) {
        auto const momento = momento_de(fecha);
        return momento && *momento - FechaHora() > ahora.time_since_epoch() - oriente + relojes;
    };
    bool const timbre = std::ranges::any_of(cfdi.timbres, es_futuro, &Timbre::fechaTimbrado);
    d.exige("TFD07", !timbre && !es_futuro(cfdi.fecha),
            timbre ? "FechaTimbrado es futura" : "Fecha " + escrito(cfdi.fecha) + " es futura");
}

}  // namespace

Veredicto verificar_sello(Cfdi const& cfdi, Certificados const& del_sat, Ahora ahora) {
    Dictado d;
    auto const der = bytes_de(cfdi.certificado);
    auto const certificado = der ? Certificado::recordar(*der) : std::nullopt;
    d.exige("SELLO01", certificado.has_value(),
            der ? "no es un certificado con llave RSA de 1024 a 4096 bits" : "no está, o no es base64");
    if (certificado)
        juzgar_certificado(cfdi, *certificado, del_sat, d);
    else
        for (auto const* codigo : {"SELLO02", "SELLO03", "SELLO04", "SELLO05", "SELLO06", "SELLO09", "SELLO10"})
            d.dice(codigo, Dictamen::no_aplica, "no hay certificado");
    juzgar_sello(cfdi, certificado ? &*certificado : nullptr, d);
    if (cfdi.v40()) {
        d.dice("CFDI40102", d.de("SELLO08"));
        bool bueno = true;
        for (auto const* codigo : {"SELLO01", "SELLO02", "SELLO03", "SELLO05", "SELLO06", "SELLO09", "SELLO10"})
            bueno = bueno && d.de(codigo) != Dictamen::error;
        d.exige("CFDI40106", bueno, "véanse los renglones SELLO");
    }
    juzgar_timbre(cfdi, del_sat, d);
    if (ahora) juzgar_futuro(cfdi, *ahora, d);
    std::ranges::stable_sort(d.veredicto, {}, [](Verificacion const& v) {
        return std::ranges::find_if(filas, [&](auto const& f) { return f.codigo == v.codigo; }) - std::begin(filas);
    });
    return d.veredicto;
}

}  // namespace gestor::fiscal
