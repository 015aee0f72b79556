#include "domain/comun/reglas.hpp"

#include "domain/seguridad/tipos.hpp"

namespace gestor::seguridad {

// faltantes: one of the two kinds of login must be complete.
void faltantes(LoginMcpPeticion const& p, Fallas& fallas) {
    auto const exigir = [&](auto const& texto, char const* campo) {
        bool const falta = !texto || texto->vacio();
        if (falta && !fallas.nombra(campo)) fallas.agregar(campo, codigo::requerido, "es obligatorio");
    };
    if (!p.codigo) return exigir(p.idToken, "idToken");
    exigir(p.codeVerifier, "codeVerifier");
    exigir(p.redirectUri, "redirectUri");
    if (p.idToken) fallas.agregar("codigo", codigo::formato, "se envía en lugar de idToken, no además");
}

void validar(BitacoraFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor::seguridad
