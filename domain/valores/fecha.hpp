#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

// FechaFueraDeRango: the result of an arithmetic is outside the years 1900 to 2100.
struct FechaFueraDeRango : std::out_of_range {
    FechaFueraDeRango() : std::out_of_range("la fecha debe estar entre los años 1900 y 2100") {}
};

// Fecha: a civil date, without time zone. sys_days is used only to count days.
class Fecha {
public:
    constexpr Fecha() = default;                  // 1970-01-01; an absent date is an optional, never this value
    Fecha(int anio, unsigned mes, unsigned dia);  // throws ValorInvalido
    explicit Fecha(std::chrono::sys_days dias);   // throws FechaFueraDeRango

    constexpr std::chrono::sys_days dias() const { return dias_; }
    constexpr std::chrono::year_month_day ymd() const { return dias_; }
    constexpr int anio() const { return static_cast<int>(ymd().year()); }
    constexpr unsigned mes() const { return static_cast<unsigned>(ymd().month()); }
    constexpr unsigned dia() const { return static_cast<unsigned>(ymd().day()); }

    static constexpr Forma forma() {
        Forma f;
        f.formato = "date";
        f.ejemplo = "2025-03-01";
        return f;
    }
    // Reads yyyy-MM-dd, dd/MM/yyyy, or yyyy-MM-ddTHH:mm:ss, whose time must be valid and is dropped.
    static std::optional<Falla> leer(std::string_view texto, Fecha& salida);
    // Reads PostgreSQL's date or timestamp, DateStyle ISO.
    static Fecha de_base(std::string_view texto);
    void escribir(std::string& salida) const;  // yyyy-MM-dd

    friend Fecha operator+(Fecha fecha, std::chrono::days dias) { return Fecha(fecha.dias_ + dias); }
    friend Fecha operator-(Fecha fecha, std::chrono::days dias) { return Fecha(fecha.dias_ - dias); }
    friend constexpr std::chrono::days operator-(Fecha a, Fecha b) { return a.dias_ - b.dias_; }
    friend constexpr auto operator<=>(Fecha const&, Fecha const&) = default;

private:
    std::chrono::sys_days dias_{};
};

// FechaDMA: the caller must send dd/MM/yyyy. Written like any other date.
class FechaDMA : public Fecha {
public:
    using Fecha::Fecha;
    explicit constexpr FechaDMA(Fecha fecha) : Fecha(fecha) {}
    static constexpr Forma forma() {
        Forma f;
        f.patron = "^[0-9]{2}/[0-9]{2}/[0-9]{4}$";
        f.ejemplo = "01/03/2025";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, FechaDMA& salida);
    static FechaDMA de_base(std::string_view texto) { return FechaDMA(Fecha::de_base(texto)); }
};

// FechaHora: local civil date and time of a branch, without offset, as in a CFDI. Never converted here: time zones are
// applied only in SQL.
class FechaHora {
public:
    constexpr FechaHora() = default;
    explicit constexpr FechaHora(Fecha fecha) : fecha_(fecha) {}
    FechaHora(Fecha fecha, int hora, int minuto, int segundo);  // throws ValorInvalido

    constexpr Fecha fecha() const { return fecha_; }
    constexpr int hora() const { return segundos_ / 3600; }
    constexpr int minuto() const { return segundos_ / 60 % 60; }
    constexpr int segundo() const { return segundos_ % 60; }

    static constexpr Forma forma() {
        Forma f;
        f.formato = "date-time-local";
        f.patron = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$";
        f.ejemplo = "2025-03-01T10:00:00";
        return f;
    }
    // Reads the three forms of Fecha; without a time, 00:00:00.
    static std::optional<Falla> leer(std::string_view texto, FechaHora& salida);
    // Reads PostgreSQL's timestamp without time zone, DateStyle ISO; the fraction of a second is dropped.
    static FechaHora de_base(std::string_view texto);
    void escribir(std::string& salida) const;  // yyyy-MM-ddTHH:mm:ss

    friend FechaHora operator+(FechaHora momento, std::chrono::seconds segundos);
    friend constexpr std::chrono::seconds operator-(FechaHora a, FechaHora b) {
        return (a.fecha_ - b.fecha_) + std::chrono::seconds(a.segundos_ - b.segundos_);
    }
    friend constexpr auto operator<=>(FechaHora const&, FechaHora const&) = default;

private:
    Fecha fecha_{};
    std::int32_t segundos_ = 0;  // since midnight; every civil day has 86,400 seconds
};

}  // namespace gestor
