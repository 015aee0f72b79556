#include "server/app/operaciones.hpp"

namespace gestor {
namespace {

template <class T>
Accion propia(Interna cual) {
    return interna<T>(static_cast<int>(cual));
}

Accion sin_esquema(Interna cual) {
    return Hace(DelServidor{static_cast<int>(cual)});
}

// clang-format off
Operacion const operaciones[] = {
// verbo        ruta                 permiso  qué                                     sobre         resumen
    {Verbo::GET, "/",                  publico, propia<Raiz>(Interna::raiz),            Sobre::PLAIN, "Nombre y versión del servicio; en producción redirige a la documentación"},
    {Verbo::GET, "/api/Health/health", publico, propia<HealthReport>(Interna::salud),   Sobre::PLAIN, "Estado del servicio y de su base de datos"},
    {Verbo::GET, "/api/Health/live",   publico, propia<HealthReport>(Interna::viva),    Sobre::PLAIN, "El proceso vive"},
    {Verbo::GET, "/api/Health/ready",  publico, propia<HealthReport>(Interna::lista),   Sobre::PLAIN, "El proceso puede atender solicitudes"},
    {Verbo::GET, "/metrics",           publico, sin_esquema(Interna::metricas),         Sobre::PLAIN, "Métricas en el formato de Prometheus"},
    {Verbo::GET, "/openapi.json",      publico, sin_esquema(Interna::openapi),          Sobre::PLAIN, "Este documento"},
    {Verbo::GET, "/docs",              publico, sin_esquema(Interna::docs),             Sobre::PLAIN, "Documentación"},
    {Verbo::GET, "/docs/{pagina}",     publico, sin_esquema(Interna::docs),             Sobre::PLAIN, "Una página de la documentación"},
};
// clang-format on

Area const servidor{"servidor", "Servidor: salud, raíz, métricas y documentación", operaciones};

}  // namespace

std::vector<Area const*> todas_las_areas() {
    auto const negocio = areas();
    std::vector<Area const*> todas(negocio.begin(), negocio.end());
    todas.push_back(&servidor);
    return todas;
}

}  // namespace gestor
