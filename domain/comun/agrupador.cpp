#include "domain/comun/agrupador.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace gestor {
namespace {

// Mayor: an account of the first level and the number of its subaccounts: .01, .02, …
struct Mayor {
    int codigo, subcuentas;
};
// clang-format off
constexpr Mayor mayores[] = {
    {0, 0},    {100, 2},  {101, 1},  {102, 2},  {103, 3},  {104, 1},  {105, 4},  {106, 10}, {107, 5},  {108, 4},
    {109, 23}, {110, 1},  {111, 1},  {112, 1},  {113, 8},  {114, 1},  {115, 7},  {116, 1},  {117, 1},  {118, 4},
    {119, 4},  {120, 4},  {121, 1},  {151, 1},  {152, 1},  {153, 1},  {154, 1},  {155, 1},  {156, 1},  {157, 1},
    {158, 1},  {159, 1},  {160, 1},  {161, 1},  {162, 1},  {163, 1},  {164, 1},  {165, 1},  {166, 1},  {167, 1},
    {168, 1},  {169, 1},  {170, 1},  {171, 18}, {172, 18}, {173, 1},  {174, 1},  {175, 1},  {176, 1},  {177, 1},
    {178, 1},  {179, 1},  {180, 1},  {181, 1},  {182, 1},  {183, 10}, {184, 3},  {185, 1},  {186, 10}, {187, 1},
    {188, 3},  {189, 1},  {190, 1},  {191, 1},  {200, 2},  {201, 4},  {202, 12}, {203, 18}, {204, 1},  {205, 6},
    {206, 5},  {207, 2},  {208, 2},  {209, 2},  {210, 7},  {211, 3},  {212, 1},  {213, 7},  {214, 1},  {215, 3},
    {216, 12}, {217, 1},  {218, 1},  {251, 6},  {252, 17}, {253, 18}, {254, 1},  {255, 1},  {256, 1},  {257, 1},
    {258, 1},  {259, 3},  {260, 1},  {300, 0},  {301, 5},  {302, 3},  {303, 1},  {304, 4},  {305, 3},  {306, 1},
    {400, 0},  {401, 41}, {402, 5},  {403, 5},  {500, 0},  {501, 8},  {502, 4},  {503, 1},  {504, 25}, {505, 2},
    {600, 0},  {601, 84}, {602, 84}, {603, 82}, {604, 82}, {605, 31}, {606, 1},  {607, 1},  {608, 1},  {609, 1},
    {610, 1},  {611, 2},  {612, 1},  {613, 18}, {614, 10}, {700, 0},  {701, 11}, {702, 10}, {703, 21}, {704, 23},
    {800, 0},  {801, 2},  {802, 2},  {803, 2},  {804, 2},  {805, 2},  {806, 2},  {807, 2},  {808, 2},  {809, 2},
    {810, 2},  {811, 2},  {812, 2},  {813, 2},  {814, 2},  {815, 2},  {816, 2},  {899, 2},
};
// clang-format on

// Number of a text of digits; -1: other characters.
int numero(std::string_view digitos) {
    unsigned n = 0;  // unsigned: from_chars then accepts no sign
    auto const [fin, error] = std::from_chars(digitos.data(), digitos.data() + digitos.size(), n);
    return error == std::errc() && fin == digitos.data() + digitos.size() ? static_cast<int>(n) : -1;
}

}  // namespace

bool es_codigo_agrupador(std::string_view codigo) {
    bool const dividido = codigo.size() == 6 && codigo[3] == '.';
    if (codigo.size() != 3 && !dividido) return false;
    int const mayor = numero(codigo.substr(0, 3));
    auto const* const m = std::lower_bound(std::begin(mayores), std::end(mayores), mayor,
                                           [](Mayor const& x, int n) { return x.codigo < n; });
    if (m == std::end(mayores) || m->codigo != mayor) return false;
    if (!dividido) return true;
    int const sub = numero(codigo.substr(4));
    return sub >= 1 && sub <= m->subcuentas;
}

}  // namespace gestor
