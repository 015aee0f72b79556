#pragma once
#include "domain/motor/tipos.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::seguridad {

struct AutenticarPeticion {
    TextoReq<120> usuario;
    Texto<1000, true, 1> contrasena;
    TextoReq<200> apiKey;
    std::optional<IdOCero> sucursalId;  // 0: the user's default branch
};
DTO(AutenticarPeticion, usuario, contrasena, apiKey, sucursalId)

struct LoginMcpPeticion {
    TextoReq<60> proveedor;
    std::optional<Texto<8192>> idToken;
    std::optional<Texto<2000>> codigo;  // code, instead of the identity token, when the deployment exchanges codes
    std::optional<Texto<128>> codeVerifier;
    std::optional<Texto<1000>> redirectUri;
    std::optional<Texto<200>> apiKey;
    std::optional<Texto<250>> nonce;
};
DTO(LoginMcpPeticion, proveedor, idToken, codigo, codeVerifier, redirectUri, apiKey, nonce)
void faltantes(LoginMcpPeticion const& p, Fallas& fallas);

struct Autenticacion {
    Cadena accessToken;
    Cadena tokenType;
    Entero<0, maximo_json> expiraEn;  // seconds
    FechaHora expiracion;
    Id usuarioId;
    Cadena usuario;
    Id organizacionId;
    Cadena organizacion;
    IdOCero sucursalId;
    IdOCero consumidorApiId;
};
DTO(Autenticacion, accessToken, tokenType, expiraEn, expiracion, usuarioId, usuario, organizacionId, organizacion,
    sucursalId, consumidorApiId)

struct UsuarioSucursal {
    Id sucursalId;
    Cadena sucursal;
};
DTO(UsuarioSucursal, sucursalId, sucursal)

// UsuarioGuardado: user in the database; the token has the other members.
struct UsuarioGuardado {
    Id usuarioId;
    Cadena usuario;
    Cadena nombre;
    Cadena correo;
    Id organizacionId;
    Cadena organizacion;
    Cadena rfc;
    Cadena regimenFiscal;
    IdOCero sucursalId;
    Cadena sucursal;
    IdOCero centroCostoId;
    IdOCero divisionId;
    IdOCero almacenId;
    IdOCero vendedorId;
    IdOCero consumidorApiId;
    Cadena tipoIntegracion;
    FechaHora expiracion;
};
DTO(UsuarioGuardado, usuarioId, usuario, nombre, correo, organizacionId, organizacion, rfc, regimenFiscal, sucursalId,
    sucursal, centroCostoId, divisionId, almacenId, vendedorId, consumidorApiId, tipoIntegracion, expiracion)

struct UsuarioInformacion : UsuarioGuardado {
    std::vector<UsuarioSucursal> sucursales;
    std::vector<Cadena> permisos;
};
DTO_DE((UsuarioGuardado), UsuarioInformacion, sucursales, permisos)

using TipoIntegracion =
    Opcion<"Ecommerce", "PuntoVenta", "AgenciaViajes", "EscuelaPrivada", "Ruta", "Contabilidad", "MCP", "Otro">;

struct ConsumidorApiViewModel {
    Id consumidorApiId;
    Cadena nombre;
    Id organizacionId;
    Cadena organizacion;
    TipoIntegracion tipoIntegracion;
    Cadena prefijo;
    Cadena correoContacto;
    FechaHora fechaAlta;
    std::optional<FechaHora> ultimoUso;
    Booleano activo;
};
DTO(ConsumidorApiViewModel, consumidorApiId, nombre, organizacionId, organizacion, tipoIntegracion, prefijo,
    correoContacto, fechaAlta, ultimoUso, activo)

struct ConsumidorApiFiltro {
    std::optional<TipoIntegracion> tipoIntegracion;
    std::optional<Busqueda> busqueda;
    std::optional<Booleano> activo;
};
DTO(ConsumidorApiFiltro, tipoIntegracion, busqueda, activo)

// ---- the trail (schema/0018) ----
struct CambioDeCampo {
    Cadena campo;
    Cadena antes;
    Cadena despues;
};
DTO(CambioDeCampo, campo, antes, despues)

struct BitacoraViewModel {
    FechaHora fecha;
    IdOCero usuarioId;  // 0: the operator
    Cadena usuario;
    IdOCero consumidorApiId;
    Cadena consumidor;
    Cadena solicitudId;
    Cadena operacion;
    Cadena recurso;
    IdOCero id;
    Cadena folio;
    Opcion<"Crear", "Modificar", "Cancelar", "Eliminar"> accion;
    std::vector<CambioDeCampo> cambios;
};
DTO(BitacoraViewModel, fecha, usuarioId, usuario, consumidorApiId, consumidor, solicitudId, operacion, recurso, id,
    folio, accion, cambios)

struct BitacoraFiltro {
    std::optional<Id> transaccionId;
    std::optional<Texto<120>> usuario;
    std::optional<Id> consumidorApiId;
    std::optional<Texto<60>> recurso;
    std::optional<Id> registroId;
    std::optional<Texto<250>> operacion;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
};
DTO(BitacoraFiltro, transaccionId, usuario, consumidorApiId, recurso, registroId, operacion, fechaInicial, fechaFinal)
void validar(BitacoraFiltro const& f, Fallas& fallas);

}  // namespace gestor::seguridad
