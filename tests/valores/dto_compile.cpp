// Compiled, never linked, once per CASE (tests/CMakeLists.txt): 0 compiles, all others are refused.
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

#if CASE == 1  // the last one forgotten
DTO(Uno, a, b, c)
#elif CASE == 2  // one in the middle
DTO(Uno, a, c, d)
#elif CASE == 3  // named twice
DTO(Uno, a, b, c, d, d)
#else
DTO(Uno, a, b, c, d)
#endif

#if CASE == 4  // the base forgotten
DTO(Dos, e)
#elif CASE == 5  // a member beside its base
struct Tres : Base {
    Id e, f;
};
DTO_DE((Base), Tres, f)
#else
DTO_DE((Base), Dos, e)
#endif

inline auto const campos = tipo_de<Uno>() -> campos();

}  // namespace gestor
