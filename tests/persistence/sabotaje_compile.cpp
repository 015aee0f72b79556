#include "persistence/sabotaje.hpp"

static_assert(!gestor::sin("idempotencia") && !gestor::sin("candado") && !gestor::sin("filtro") &&
                  !gestor::sin("turnos") && gestor::saboteada("x") == "x",
              "what ships has all its safeties");
