#pragma once
// The demo company: deterministic data of any size, made by the database itself; purchases, by the engine.
#include <cstdint>
#include <string>
#include <string_view>

namespace gestor::administracion {

class Progress {
public:
    virtual ~Progress() = default;
    // done of total sales records; what is going on, in Spanish. Called after every step, done never decreases.
    virtual void advance(std::int64_t done, std::int64_t total, std::string_view what) = 0;
};

// Asks for the default size: 3,000 sales records in organization 1, 600 in organization 2.
inline constexpr std::int64_t demo_default_size = -1;
inline constexpr std::int64_t demo_maximum_size = 10'000'000;

// Loads two organizations with `registros` sales records, 9 of 10 in the first, 200 service orders each, and a month of
// purchases and payments for every 600 sales. All in one transaction: an interrupted load leaves nothing. Loaded
// already, whatever its size: does nothing. Throws std::runtime_error. Users and API keys are not part of it: their
// secrets are made fresh by the caller. Its dates are those before `dia` (YYYY-MM-DD; empty: today): the same size and
// day give the same data.
void cargar_demo(std::string const& conninfo_admin, std::int64_t registros, Progress& progress,
                 std::string const& dia = {});

}  // namespace gestor::administracion
