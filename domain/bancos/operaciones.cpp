#include "domain/bancos/aplicaciones.hpp"
#include "domain/bancos/cobros/anticipos.hpp"
#include "domain/bancos/cobros/cobros.hpp"
#include "domain/bancos/conciliacion/conciliacion.hpp"
#include "domain/bancos/consultas.hpp"
#include "domain/bancos/egresos/egresos.hpp"
#include "domain/bancos/lecturas.hpp"
#include "domain/bancos/no_monetarios/no_monetarios.hpp"
#include "domain/bancos/solicitudes/solicitudes.hpp"
#include "domain/bancos/tipos.hpp"
#include "domain/bancos/traspasos/traspasos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {
namespace {

// The balances add up the whole history of money documents: never on the fast lane.
using FC = CuentaBancariaFiltro;
LecturaCompilada const cuentas(
    catalogo<CuentaBancariaViewModel, FC>(
        sql::cuentas,  //
        filtro<&FC::tipo>("c.tipo = :tipo"), filtro<&FC::sucursalId>("c.sucursal_id = :sucursalId", maestra::sucursal),
        filtro<&FC::monedaId>("c.moneda_id = :monedaId", maestra::moneda),
        filtro_largo<&FC::activo>("c.activo = :activo::boolean"),
        filtro<&FC::busqueda>("normalizar(c.clave || ' ' || c.nombre) LIKE patron(:busqueda)")),
    "cuentasBancarias");

using FB = BancoFiltro;
LecturaCompilada const bancos(
    catalogo<BancoViewModel, FB>(
        sql::bancos,  //
        filtro<&FB::busqueda>("normalizar(b.clave || ' ' || b.nombre || ' ' || b.razon_social) LIKE patron(:busqueda)"),
        filtro<&FB::activo>("b.activo = :activo::boolean")),
    "bancos");

using FF = FormaPagoFiltro;
LecturaCompilada const formas(
    catalogo<FormaPagoBancoViewModel, FF>(sql::formas_pago("f.organizacion_id = :organizacionId"),
                                          filtro<&FF::activo>("f.activo = :activo::boolean"),
                                          filtro<&FF::monedaId>("f.moneda_id = :monedaId", maestra::moneda)),
    "formasPago");

using FE = FormaPagoEgresoFiltro;
LecturaCompilada const formas_egreso(
    catalogo<FormaPagoBancoViewModel, FE>(sql::formas_pago("f.organizacion_id = :organizacionId AND f.uso_egreso"),
                                          filtro<&FE::cuentaId>(sql::forma_de_cuenta, maestra::cuenta_bancaria),
                                          filtro<&FE::activo>("f.activo = :activo::boolean")),
    "formasPagoEgreso");

using FM = MonedaFiltro;
LecturaCompilada const monedas(
    catalogo<MonedaViewModel, FM>(
        sql::monedas, filtro<&FM::busqueda>("normalizar(m.clave || ' ' || m.nombre) LIKE patron(:busqueda)")),
    "monedas");

LecturaCompilada const organizacion_monedas(
    catalogo<OrganizacionMonedaViewModel, SinParametros>(sql::organizacion_monedas), "organizacionMonedas");

using C = ConceptoViewModel;
using FX = ConceptoEgresoFiltro;
LecturaCompilada const conceptos(
    catalogo<C, FX>(sql::conceptos_egreso,  //
                    lista<&C::objetos>(sql::concepto_objetos), lista<&C::cuentas>(sql::concepto_cuentas),
                    lista<&C::contactos>(sql::concepto_contactos),
                    filtro<&FX::cuentaId>(sql::concepto_de_cuenta, maestra::cuenta_bancaria),
                    filtro<&FX::contactoId>(sql::concepto_de_contacto, maestra::contacto),
                    filtro<&FX::busqueda>(sql::concepto_busqueda)),
    "conceptosEgreso");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                              permiso        qué                   sobre        resumen
    {Verbo::GET, "/api/Bancos",                     "bancos.leer", bancos,               Sobre::LIST, "Lista los bancos (catálogo del SAT)"},
    {Verbo::GET, "/api/Bancos/Cuentas",             "bancos.leer", cuentas,              Sobre::LIST, "Lista las cuentas de caja y banco con su saldo"},
    {Verbo::GET, "/api/Bancos/FormasPago",          "bancos.leer", formas,               Sobre::LIST, "Lista las formas de pago bancarias"},
    {Verbo::GET, "/api/Bancos/FormasPagoEgreso",    "bancos.leer", formas_egreso,        Sobre::LIST, "Lista las formas de pago para egresos bancarios"},
    {Verbo::GET, "/api/Bancos/GetMonedas",          "bancos.leer", monedas,              Sobre::LIST, "Lista general de monedas"},
    {Verbo::GET, "/api/Bancos/OrganizacionMonedas", "bancos.leer", organizacion_monedas, Sobre::LIST, "Lista las monedas de la organización con su tipo de cambio"},
    {Verbo::GET, "/api/Bancos/ConceptosEgreso",     "bancos.leer", conceptos,            Sobre::LIST, "Lista los conceptos con que se paga un egreso directo"},
    {Verbo::GET, "/api/Bancos/Depositos",           "bancos.leer", depositos,            Sobre::PAGE, "Lista los depósitos y anticipos de clientes"},
    {Verbo::GET, "/api/Bancos/Depositos/{id}",      "bancos.leer", deposito,             Sobre::ONE,  "Obtiene un depósito o un anticipo de cliente"},
    {Verbo::GET, "/api/Bancos/DepositosPorFecha",   "bancos.leer", depositos_por_fecha,  Sobre::LIST, "Lista los depósitos de un rango de fechas, del primero al último"},
    {Verbo::GET, "/api/Bancos/SaldoCuentas",        "bancos.leer", op<&saldo_cuentas>,   Sobre::ONE,  "Saldo de las cuentas de caja y banco en un rango de fechas; de una, con sus movimientos"},
    {Verbo::POST, "/api/Bancos/Conciliar",          "bancos.escribir", op<&conciliar>,   Sobre::ONE,  "Marca y desmarca movimientos de una cuenta contra su estado de cuenta"},
    {Verbo::POST, "/api/Bancos/AnticipoAgregar",    "bancos.escribir", op<&agregar_anticipo>, Sobre::ONE, "Registra un anticipo de cliente"},
    {Verbo::POST, "/api/Bancos/DepositoAgregar",    "bancos.escribir", op<&agregar_deposito>, Sobre::ONE, "Registra un depósito: de cobranza, con los documentos que paga, o por concepto"},
    {Verbo::POST, "/api/Bancos/DepositoAsignar",    "bancos.escribir", op<&asignar_deposito>, Sobre::ONE, "Asigna un depósito, anticipo o nota de crédito a documentos de venta"},
    {Verbo::DELETE, "/api/Bancos/AsignacionCancelar/{id}/{documentoId}", "bancos.escribir", op<&cancelar_asignacion>, Sobre::ONE, "Cancela la asignación de un depósito, egreso, anticipo o crédito a un documento, de cliente o de proveedor; ambos recuperan su saldo"},
    {Verbo::DELETE, "/api/Bancos/DepositoCancelar/{id}", "bancos.cancelar", op<&cancelar_deposito>, Sobre::ONE, "Cancela un depósito o anticipo; los documentos que pagó recuperan su saldo"},
    {Verbo::GET, "/api/Bancos/Egresos",             "bancos.leer", egresos,              Sobre::PAGE, "Lista los egresos y anticipos a proveedores"},
    {Verbo::GET, "/api/Bancos/Egresos/{id}",        "bancos.leer", egreso,               Sobre::ONE,  "Obtiene un egreso o un anticipo a proveedor"},
    {Verbo::GET, "/api/Bancos/EgresosPorFecha",     "bancos.leer", egresos_por_fecha,    Sobre::LIST, "Lista los egresos de un rango de fechas, del primero al último"},
    {Verbo::POST, "/api/Bancos/EgresoAgregar",      "bancos.escribir", op<&agregar_egreso>, Sobre::ONE, "Registra un egreso, o asigna cuentas por pagar a uno que existe"},
    {Verbo::DELETE, "/api/Bancos/EgresoCancelar/{id}", "bancos.cancelar", op<&cancelar_egreso>, Sobre::ONE, "Cancela un egreso, y los documentos que pagó recuperan su saldo; o cancela un anticipo a proveedor sin usar"},
    {Verbo::POST, "/api/Bancos/AnticipoProveedorAgregar", "bancos.escribir", op<&agregar_anticipo_a_proveedor>, Sobre::ONE, "Registra un anticipo a proveedor; con el uuid de su CFDI, con IVA acreditable"},
    {Verbo::POST, "/api/Bancos/Traspaso",           "bancos.escribir", op<&traspasar>,   Sobre::ONE,  "Traspasa dinero entre cuentas propias: un egreso y un depósito enlazados"},
    {Verbo::POST, "/api/Bancos/PagoNoMonetario",    "bancos.escribir", op<&pagar_sin_dinero>, Sobre::ONE, "Registra un pago en especie, una compensación o un trueque"},
    {Verbo::DELETE, "/api/Bancos/PagoNoMonetarioCancelar/{id}", "bancos.cancelar", op<&cancelar_no_monetario>, Sobre::ONE, "Cancela un pago en especie, una compensación o un trueque; los documentos pagados de ambos lados recuperan su saldo"},
    {Verbo::GET, "/api/SolicitudPago",              "bancos.leer", solicitudes,          Sobre::PAGE, "Lista las solicitudes de pago"},
    {Verbo::GET, "/api/SolicitudPago/{id}",         "bancos.leer", solicitud,            Sobre::ONE,  "Obtiene una solicitud de pago"},
    {Verbo::POST, "/api/SolicitudPago",             "bancos.escribir", op<&solicitar_pago>, Sobre::ONE, "Solicita el pago de documentos de un proveedor"},
    {Verbo::POST, "/api/SolicitudPago/V2",          "bancos.escribir", op<&solicitar_pago_v2>, Sobre::ONE, "Solicita el pago de documentos y de conceptos, con archivos"},
    {Verbo::PUT, "/api/SolicitudPago/SolicitudPagoAutorizar/{id}", "bancos.autorizar", op_version<&autorizar_solicitud>(solicitud), Sobre::ONE, "Autoriza una solicitud de pago"},
    {Verbo::DELETE, "/api/SolicitudPago/SolicitudPagoCancelar/{id}", "bancos.cancelar", op<&cancelar_solicitud>, Sobre::ONE, "Cancela una solicitud de pago sin pagos"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"bancos",
                "Bancos: cuentas, formas de pago, monedas, conceptos de egreso, depósitos, egresos, pagos sin "
                "dinero y solicitudes de pago",
                operaciones};

}  // namespace gestor::bancos
