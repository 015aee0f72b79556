#include "domain/valores/fecha.hpp"

namespace gestor {
namespace {

namespace cr = std::chrono;

constexpr int primer_anio = 1900;
constexpr int ultimo_anio = 2100;

// Escrito: a moment as written, before its validity is checked.
struct Escrito {
    int anio = 0, mes = 0, dia = 0, hora = 0, minuto = 0, segundo = 0;
};

// Compares with a pattern in which '#' stands for a digit.
bool tiene_forma(std::string_view texto, std::string_view forma) {
    if (texto.size() != forma.size()) return false;
    for (std::size_t i = 0; i < forma.size(); ++i) {
        bool const digito = texto[i] >= '0' && texto[i] <= '9';
        if (forma[i] == '#' ? !digito : texto[i] != forma[i]) return false;
    }
    return true;
}

int numero(std::string_view texto, std::size_t desde, std::size_t cuantos) {
    int valor = 0;
    for (char c : texto.substr(desde, cuantos)) valor = valor * 10 + (c - '0');
    return valor;
}

bool separar_dma(std::string_view texto, Escrito& e) {
    if (!tiene_forma(texto, "##/##/####")) return false;
    e = {.anio = numero(texto, 6, 4), .mes = numero(texto, 3, 2), .dia = numero(texto, 0, 2)};
    return true;
}

bool separar_iso(std::string_view texto, char separador, Escrito& e) {
    if (!tiene_forma(texto.substr(0, 10), "####-##-##")) return false;
    e = {.anio = numero(texto, 0, 4), .mes = numero(texto, 5, 2), .dia = numero(texto, 8, 2)};
    if (texto.size() == 10) return true;
    if (texto[10] != separador || !tiene_forma(texto.substr(11), "##:##:##")) return false;
    e.hora = numero(texto, 11, 2);
    e.minuto = numero(texto, 14, 2);
    e.segundo = numero(texto, 17, 2);
    return true;
}

std::optional<Falla> comprobar(Escrito const& e) {
    cr::year_month_day const ymd{cr::year{e.anio}, cr::month{static_cast<unsigned>(e.mes)},
                                 cr::day{static_cast<unsigned>(e.dia)}};
    if (!ymd.ok()) return Falla{codigo::fecha_invalida, "no es una fecha que exista"};
    if (e.hora > 23 || e.minuto > 59 || e.segundo > 59)
        return Falla{codigo::fecha_invalida, "no es una hora que exista"};
    if (e.anio < primer_anio || e.anio > ultimo_anio)
        return Falla{codigo::rango, "debe estar entre los años 1900 y 2100"};
    return {};
}

Fecha fecha_de(Escrito const& e) {
    return Fecha(e.anio, static_cast<unsigned>(e.mes), static_cast<unsigned>(e.dia));
}

FechaHora momento_de(Escrito const& e) {
    return FechaHora(fecha_de(e), e.hora, e.minuto, e.segundo);
}

std::optional<Falla> leer_tres_formas(std::string_view texto, Escrito& e) {
    if (!separar_iso(texto, 'T', e) && !separar_dma(texto, e)) {
        return Falla{codigo::fecha_invalida,
                     "debe ser una fecha con la forma yyyy-MM-dd, yyyy-MM-ddTHH:mm:ss o dd/MM/yyyy"};
    }
    return comprobar(e);
}

Escrito escrito_de_base(std::string_view texto) {
    Escrito e;
    std::string_view const sin_fraccion = texto.substr(0, texto.find('.'));
    if (!separar_iso(sin_fraccion, ' ', e) || comprobar(e))
        throw ValorInvalido("la base entregó '" + std::string(texto.substr(0, 60)) + "', que no es una fecha");
    return e;
}

void dos_cifras(int valor, std::string& salida) {
    salida += static_cast<char>('0' + valor / 10);
    salida += static_cast<char>('0' + valor % 10);
}

}  // namespace

Fecha::Fecha(int anio, unsigned mes, unsigned dia) {
    cr::year_month_day const ymd{cr::year{anio}, cr::month{mes}, cr::day{dia}};
    if (!ymd.ok() || anio < primer_anio || anio > ultimo_anio) throw ValorInvalido("no es una fecha que exista");
    dias_ = ymd;
}

Fecha::Fecha(cr::sys_days dias) : dias_(dias) {
    static constexpr cr::sys_days primero = cr::year{primer_anio} / 1 / 1;
    static constexpr cr::sys_days ultimo = cr::year{ultimo_anio} / 12 / 31;
    if (dias < primero || dias > ultimo) throw FechaFueraDeRango();
}

std::optional<Falla> Fecha::leer(std::string_view texto, Fecha& salida) {
    Escrito e;
    if (auto falla = leer_tres_formas(texto, e)) return falla;
    salida = fecha_de(e);
    return {};
}

Fecha Fecha::de_base(std::string_view texto) {
    return fecha_de(escrito_de_base(texto));
}

void Fecha::escribir(std::string& salida) const {
    cr::year_month_day const d = ymd();
    int const a = static_cast<int>(d.year());
    dos_cifras(a / 100, salida);
    dos_cifras(a % 100, salida);
    salida += '-';
    dos_cifras(static_cast<int>(static_cast<unsigned>(d.month())), salida);
    salida += '-';
    dos_cifras(static_cast<int>(static_cast<unsigned>(d.day())), salida);
}

std::optional<Falla> FechaDMA::leer(std::string_view texto, FechaDMA& salida) {
    Escrito e;
    if (!separar_dma(texto, e)) return Falla{codigo::fecha_invalida, "debe ser una fecha con la forma dd/MM/yyyy"};
    if (auto falla = comprobar(e)) return falla;
    salida = FechaDMA(fecha_de(e));
    return {};
}

FechaHora::FechaHora(Fecha fecha, int hora, int minuto, int segundo)
    : fecha_(fecha), segundos_(hora * 3600 + minuto * 60 + segundo) {
    if (hora < 0 || hora > 23 || minuto < 0 || minuto > 59 || segundo < 0 || segundo > 59)
        throw ValorInvalido("no es una hora que exista");
}

// Format "date-time-local" instead of "date-time": RFC 3339 requires an offset, which a civil time lacks. The name is
// in OpenAPI's registry of formats.
std::optional<Falla> FechaHora::leer(std::string_view texto, FechaHora& salida) {
    Escrito e;
    if (auto falla = leer_tres_formas(texto, e)) return falla;
    salida = momento_de(e);
    return {};
}

FechaHora FechaHora::de_base(std::string_view texto) {
    return momento_de(escrito_de_base(texto));
}

void FechaHora::escribir(std::string& salida) const {
    fecha_.escribir(salida);
    salida += 'T';
    dos_cifras(hora(), salida);
    salida += ':';
    dos_cifras(minuto(), salida);
    salida += ':';
    dos_cifras(segundo(), salida);
}

FechaHora operator+(FechaHora momento, cr::seconds segundos) {
    cr::sys_seconds const suma = cr::sys_seconds(momento.fecha_.dias()) + cr::seconds(momento.segundos_) + segundos;
    auto const dia = cr::floor<cr::days>(suma);
    FechaHora resultado{Fecha(dia)};
    resultado.segundos_ = static_cast<std::int32_t>((suma - dia).count());
    return resultado;
}

}  // namespace gestor
