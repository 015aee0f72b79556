#pragma once
// The chart of accounts: a tree with postings only in its leaves (esDetalle).
#include "domain/contabilidad/reportes/tipos_balanza.hpp"
#include "domain/valores/fiscal.hpp"

namespace gestor::contabilidad {

// CodigoCuenta: account number given by an accountant: digits in groups, 601.01 or 1100-003.
class CodigoCuenta : public Texto<30, false, 1> {
public:
    CodigoCuenta() = default;
    CodigoCuenta(Texto<30, false, 1> const& t) : Texto<30, false, 1>(t) {}  // NOLINT: what de_base of the base returns
    static constexpr Forma forma() { return forma_fija("^[0-9]+([.-][0-9]+)*$", 1, 30, "601.01"); }
    static std::optional<Falla> leer(std::string_view texto, CodigoCuenta& salida);
};

// CodigoAgrupador: grouping code of the tax authority: a mayor (105), or one of its parts (105.01).
class CodigoAgrupador : public Texto<6, false, 1> {
public:
    CodigoAgrupador() = default;
    CodigoAgrupador(Texto<6, false, 1> const& t) : Texto<6, false, 1>(t) {}  // NOLINT: as above
    static constexpr Forma forma() { return forma_fija("^[1-8][0-9]{2}(\\.[0-9]{2})?$", 3, 6, "601.01"); }
    static std::optional<Falla> leer(std::string_view texto, CodigoAgrupador& salida);
};

using Naturaleza = Opcion<"D", "A">;

struct CuentaContableViewModel {
    Id cuentaId;
    Cadena cuenta;
    Cadena nombre;
    Cadena codigoAgrupador;
    NivelDeCuenta nivel;
    IdOCero padreId;
    Naturaleza naturaleza;
    Booleano esDetalle;
    Booleano delSistema;
    Booleano conAuxiliar;
    Booleano activo;
};
DTO(CuentaContableViewModel, cuentaId, cuenta, nombre, codigoAgrupador, nivel, padreId, naturaleza, esDetalle,
    delSistema, conAuxiliar, activo)

struct CuentaContableDatos {
    CodigoCuenta cuenta;
    TextoReq<250> nombre;
    CodigoAgrupador codigoAgrupador;
    std::optional<IdOCero> padreId;        // absent: found by the account number; 0: a root
    std::optional<Naturaleza> naturaleza;  // absent: the parent's
    Defecto<Booleano, "true"> esDetalle;
    Defecto<Booleano, "true"> activo;
    static constexpr std::string_view sin_ejemplo[] = {"padreId", "naturaleza"};
};
DTO(CuentaContableDatos, cuenta, nombre, codigoAgrupador, padreId, naturaleza, esDetalle, activo)

struct CuentasContablesFiltro {
    std::optional<Clave> cuenta;  // beginning of the account number
    std::optional<NivelDeCuenta> nivel;
    std::optional<Booleano> activo;
    std::optional<Booleano> esDetalle;
    std::optional<Naturaleza> naturaleza;
    std::optional<Busqueda> busqueda;
};
DTO(CuentasContablesFiltro, cuenta, nivel, activo, esDetalle, naturaleza, busqueda)

// CuentaGuardada: an account as stored.
struct CuentaGuardada : CuentaContableDatos {
    NivelDeCuenta nivel;
};
DTO_DE((CuentaContableDatos), CuentaGuardada, nivel)

// LugarDeCuenta: place of a new account in the tree: parent, the parent's nature, level.
struct LugarDeCuenta {
    IdOCero padreId;
    std::optional<Naturaleza> naturaleza;
    NivelDeCuenta nivel;
};
DTO(LugarDeCuenta, padreId, naturaleza, nivel)

}  // namespace gestor::contabilidad
