#include "persistence/sabotaje.hpp"

static_assert(!gestor::sin("idempotencia") && !gestor::sin("candado"), "what ships has all its safeties");
