// A date in each of its forms. The C library agrees on the day, a written date is read the same, and the calendar goes
// forward and back by the same steps.
#include "domain/valores/fecha.hpp"

#include <ctime>
#include <string>

#include "tests/fuzz/property.hpp"

using namespace gestor;
namespace cr = std::chrono;

namespace {

template <class T>
std::string written(T const& value) {
    std::string out;
    value.escribir(out);
    return out;
}

std::time_t by_libc(FechaHora const& m) {
    std::tm t{};
    std::string const text = written(m);
    auto const* end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &t);
    property(end != nullptr && *end == '\0', "the C library reads what is written");
    auto const day = t.tm_mday;
    auto const seconds = timegm(&t);
    property(t.tm_mday == day, "the day exists");
    return seconds;
}

void sound(FechaHora const& m) {
    auto const seconds = by_libc(m);
    property(cr::sys_days(m.fecha().dias()).time_since_epoch().count() * 86400 + m.hora() * 3600 + m.minuto() * 60 +
                     m.segundo() ==
                 seconds,
             "the C library counts the same seconds");
    FechaHora again;
    property(!FechaHora::leer(written(m), again) && again == m, "what is written is read as the same");
    auto stored = written(m);
    stored[10] = ' ';
    property(FechaHora::de_base(stored) == m && FechaHora::de_base(stored + ".123456") == m, "the database's form");
    for (long step : {1L, 86399L, 86400L * 31, 86400L * 366, -1L, -86400L * 59}) try {
            property((m + cr::seconds(step)) - m == cr::seconds(step), "forward and back");
            property(by_libc(m + cr::seconds(step)) == seconds + step, "the calendar is the C library's");
        } catch (FechaFueraDeRango const&) {
        }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const text = text_of(data, size);
    Fecha date;
    FechaDMA dma;
    FechaHora moment;
    bool const is_date = !Fecha::leer(text, date), is_dma = !FechaDMA::leer(text, dma),
               is_moment = !FechaHora::leer(text, moment);
    property(is_date == is_moment && (!is_dma || is_date), "the same texts are dates");
    try {
        auto const stored = FechaHora::de_base(text);
        sound(stored);
    } catch (ValorInvalido const&) {
    }
    if (!is_date) return 0;
    property(moment.fecha() == date && (!is_dma || dma == date), "and the same dates");
    property(date.anio() >= 1900 && date.anio() <= 2100, "of the years we know");
    Fecha again;
    property(!Fecha::leer(written(date), again) && again == date, "a date is read as it is written");
    property(Fecha::de_base(written(date)) == date, "also from the database");
    sound(moment);
    return 0;
}
