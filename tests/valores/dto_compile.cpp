// Each CASE is compiled and never linked (tests/CMakeLists.txt): case 0 compiles, all others must be refused.
#include "domain/valores/decimal.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/texto.hpp"

namespace gestor {

struct Base {
    Id id;
    Texto<10> nombre;
};
DTO(Base, id, nombre)

struct Uno {
    Id a;
    std::optional<Texto<10>> b;
    std::vector<Base> c;
    Defecto<Dinero, "0"> d;
};
struct Dos : Base {
    Id e;
};

#if CASE == 1  // the last member is missing
DTO(Uno, a, b, c)
#elif CASE == 2  // a middle member is missing
DTO(Uno, a, c, d)
#elif CASE == 3  // a member named twice
DTO(Uno, a, b, c, d, d)
#else
DTO(Uno, a, b, c, d)
#endif

#if CASE == 4  // the base is missing
DTO(Dos, e)
#elif CASE == 5  // a member that belongs to the base
struct Tres : Base {
    Id e, f;
};
DTO_DE((Base), Tres, f)
#else
DTO_DE((Base), Dos, e)
#endif

inline auto const campos = tipo_de<Uno>() -> campos();

}  // namespace gestor
