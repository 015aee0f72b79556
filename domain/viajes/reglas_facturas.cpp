#include "domain/viajes/reglas_facturas.hpp"

#include <algorithm>

#include "domain/motor/captura/encabezado.hpp"
#include "domain/motor/tipo/asientos.hpp"
#include "domain/viajes/reglas.hpp"

namespace gestor::viajes {
namespace {

void validar_quien(ViajeVendido const& v, Fallas& fallas) {
    if (!v.clienteId && !v.codigoCliente && !v.cliente)
        fallas.agregar("clienteId", codigo::requerido, "es obligatorio (o codigoCliente, o cliente)");
    if (v.clienteId && v.codigoCliente)
        fallas.agregar("codigoCliente", codigo::rango, "envíe uno solo de clienteId y codigoCliente");
    if (v.codigoCliente && v.cliente)
        fallas.agregar("cliente", codigo::rango, "envíe uno solo de codigoCliente y cliente");
    if (v.clienteId && v.cliente) fallas.agregar("cliente", codigo::rango, "envíe uno solo de clienteId y cliente");
    if (v.cliente && v.cliente->rfc == rfc_publico)
        fallas.agregar("cliente.rfc", codigo::rango, "una factura de viaje no es para el público en general");
}

void validar_tercero(PartidaDeViaje const& p, std::string const& camino, Fallas& fallas) {
    std::pair<std::string_view, bool> const campos[] = {{"rfcTercero", p.rfcTercero.has_value()},
                                                        {"nombreTercero", p.nombreTercero && !p.nombreTercero->vacio()},
                                                        {"regimenFiscalTercero", p.regimenFiscalTercero.has_value()},
                                                        {"codigoPostalTercero", p.codigoPostalTercero.has_value()}};
    for (auto const& [nombre, hay] : campos) {
        auto campo = camino + "." + std::string(nombre);
        if (p.esTercero.valor && !hay)
            fallas.agregar(std::move(campo), codigo::requerido, "es obligatorio si esTercero");
        if (!p.esTercero.valor && hay) fallas.agregar(std::move(campo), codigo::rango, "sólo se admite si esTercero");
    }
    if (p.esTercero.valor && p.tasaIva && p.tasaIva->es_positivo())
        fallas.agregar(camino + ".tasaIva", codigo::rango,
                       "un cargo por cuenta de un tercero no lleva IVA: envíe en precioUnitario el importe completo");
}

void validar_iva(PartidaDeViaje const& p, std::string const& camino, Fallas& fallas) {
    if (!p.tasaIva) return;
    if (p.exentoIva.valor) fallas.agregar(camino + ".tasaIva", codigo::rango, "la partida es exenta: no envíe tasaIva");
    if (!p.tasaIva->es_cero() && *p.tasaIva != general && *p.tasaIva != frontera)
        fallas.agregar(camino + ".tasaIva", codigo::rango, "debe ser 0, 0.08 o 0.16");
}

void validar_linea(LineaPedida const& l, Fallas& fallas) {
    auto const& p = l.partida;
    if (!p.conceptoId && !p.claveServicio)
        fallas.agregar(l.camino + ".conceptoId", codigo::requerido, "es obligatorio (o claveServicio)");
    if (p.conceptoId && p.claveServicio)
        fallas.agregar(l.camino + ".claveServicio", codigo::rango, "envíe uno solo de conceptoId y claveServicio");
    if (p.descripcion.valor().find('|') != std::string::npos)
        fallas.agregar(l.camino + ".descripcion", codigo::formato, "no puede llevar el carácter |");
    validar_iva(p, l.camino, fallas);
    validar_tercero(p, l.camino, fallas);
}

void validar_viaje(ViajeVendido const& v, Fallas& fallas) {
    validar_quien(v, fallas);
    validar_forma_de_pago(v, fallas);
    if (v.fechaInicioViaje && v.fechaFinViaje && *v.fechaFinViaje < *v.fechaInicioViaje)
        fallas.agregar("fechaFinViaje", codigo::rango, "es anterior a fechaInicioViaje");
}

void validar_servicio(ServicioNuevo const& s, std::string const& camino, bool factura, Fallas& fallas) {
    validar_contraparte(s.proveedorId, s.codigoProveedor, camino + ".proveedorId", camino + ".codigoProveedor", true,
                        fallas);
    if (s.fechaInicio && s.fechaFin && *s.fechaFin < *s.fechaInicio)
        fallas.agregar(camino + ".fechaFin", codigo::rango, "es anterior a fechaInicio");
    if (s.descripcion && s.descripcion->valor().find('|') != std::string::npos)
        fallas.agregar(camino + ".descripcion", codigo::formato, "no puede llevar el carácter |");
    if (!factura && !s.partidas.empty()) fallas.agregar(camino + ".partidas", codigo::rango, "no se va a facturar");
    for (auto const& l : lineas_de(s.partidas, camino + ".partidas")) validar_linea(l, fallas);
}

bool cobra_algo(ServicioNuevo const& s) {
    return !s.partidas.empty() || s.tarifa->es_positivo() || s.impuestosAereos->es_positivo() ||
           s.comision->es_positivo();
}

constexpr std::string_view agencia = "90121502";  // SAT key of a service charge without lines of its own

// Supplier of a service: the third party of its lines; without one, its own supplier.
std::optional<Tercero> tercero_de(ServicioNuevo const& s, ProveedorDeServicio const& p) {
    for (auto const& l : s.partidas)
        if (l.esTercero.valor) return l;
    if (!s.partidas.empty() || p.regimenFiscal.vacio() || p.codigoPostal.vacio()) return std::nullopt;
    return Tercero{Rfc::de_base(p.rfc.valor()), Texto<300>::de_base(p.nombre.valor()),
                   ClaveRegimenFiscal::de_base(p.regimenFiscal.valor()), CodigoPostal::de_base(p.codigoPostal.valor())};
}

void agregar_servicio(ServicioNuevo const& s, ProveedorDeServicio const& p, std::string const& camino,
                      std::vector<LineaPedida>& lineas) {
    auto const quien = tercero_de(s, p);
    auto propias = lineas_de(s.partidas, camino + ".partidas");
    lineas.insert(lineas.end(), propias.begin(), propias.end());
    auto const agregar = [&](Dinero importe, std::string_view campo, std::string texto, bool ajena, bool no_objeto) {
        if (importe.es_cero()) return;
        PartidaDeViaje l;
        if (ajena && quien) static_cast<Tercero&>(l) = *quien, l.esTercero = Booleano(true);
        l.claveServicio = ClaveProductoServicio(agencia);
        l.descripcion = TextoReq<1000>(texto);
        l.precioUnitario = Positivo<Precio>(Precio(importe));
        lineas.push_back({std::move(l), camino + "." + std::string(campo), no_objeto});
    };
    std::string const nombre =
        s.descripcion && !s.descripcion->vacio() ? s.descripcion->valor() : std::string(s.tipo.valor());
    if (propias.empty()) agregar(s.tarifa.valor, "tarifa", nombre, true, false);
    agregar(s.impuestosAereos.valor, "impuestosAereos", "Impuestos aéreos (TUA): " + nombre, true, true);
    agregar(s.comision.valor, "comision", "Cargo por servicio: " + nombre, false, false);
}

}  // namespace

std::vector<LineaPedida> lineas_de(std::span<PartidaDeViaje const> partidas, std::string_view lista) {
    std::vector<LineaPedida> lineas;
    for (std::size_t i = 0; i < partidas.size(); ++i) lineas.push_back({partidas[i], en_fila(lista, i)});
    return lineas;
}

std::vector<LineaPedida> lineas_de(FacturaDeViajeV2Nueva const& f, std::span<ProveedorDeServicio const> proveedores) {
    auto lineas = lineas_de(f.partidas);
    for (std::size_t i = 0; i < f.servicios.size(); ++i)
        agregar_servicio(f.servicios[i], proveedores[i], en_fila("servicios", i), lineas);
    return lineas;
}

void comprobar_proveedores(FacturaDeViajeV2Nueva const& f, std::span<ProveedorDeServicio const> proveedores,
                           Fallas& fallas) {
    for (std::size_t i = 0; i < f.servicios.size(); ++i) {
        auto const& s = f.servicios[i];
        auto const& p = proveedores[i];
        if (!s.proveedorId && !s.codigoProveedor) continue;
        auto campo = en_fila("servicios", i, s.proveedorId ? "proveedorId" : "codigoProveedor");
        bool const cobrado =
            f.facturar.valor && s.partidas.empty() && (s.tarifa->es_positivo() || s.impuestosAereos->es_positivo());
        if (!p.contactoId.presente())
            fallas.agregar(std::move(campo), codigo::no_existe, "no existe o no está activo");
        else if (cobrado && (p.regimenFiscal.vacio() || p.codigoPostal.vacio()))
            fallas.agregar(std::move(campo), codigo::requerido, "al proveedor le falta régimen fiscal o código postal");
    }
}

PartidaNueva partida_de(PartidaDeViaje const& p) {
    PartidaNueva n;
    n.conceptoId = p.conceptoId;
    n.descripcion = Texto<1000>(p.descripcion.valor());
    n.cantidad = p.cantidad.valor;
    n.precioUnitario = NoNegativo<Precio>(p.precioUnitario);
    n.descuento = p.descuento;
    return n;
}

void validar(FacturaDeViajeNueva const& f, Fallas& fallas) {
    validar_viaje(f, fallas);
    constexpr std::string_view en_pesos = "la versión 1 es en pesos; use RegistrarFacturaV2";
    if (f.moneda && !f.moneda->vacio() && mayusculas(f.moneda->valor()) != "MXN")
        fallas.agregar("moneda", codigo::rango, std::string(en_pesos));
    if (f.monedaId && f.monedaId->valor() != 1) fallas.agregar("monedaId", codigo::rango, std::string(en_pesos));
    for (auto const& l : lineas_de(f.partidas)) validar_linea(l, fallas);
}

void validar(FacturaDeViajeV2Nueva const& f, Fallas& fallas) {
    validar_viaje(f, fallas);
    for (auto const& l : lineas_de(f.partidas)) validar_linea(l, fallas);
    for (std::size_t i = 0; i < f.servicios.size(); ++i)
        validar_servicio(f.servicios[i], en_fila("servicios", i), f.facturar.valor, fallas);
    if (!f.facturar.valor) {
        constexpr std::string_view no_se = "no se va a facturar";
        if (!f.partidas.empty()) fallas.agregar("partidas", codigo::rango, std::string(no_se));
        if (!f.pagos.empty()) fallas.agregar("pagos", codigo::rango, std::string(no_se));
        if (f.retenciones) fallas.agregar("retenciones", codigo::rango, std::string(no_se));
    } else if (f.partidas.empty() && std::ranges::none_of(f.servicios, cobra_algo)) {
        fallas.agregar("partidas", codigo::requerido, "debe traer al menos 1, o servicios con importe");
    }
}

void comprobar_claves(LineaPedida const& l, ClavesDeLinea const& claves, Fallas& fallas) {
    auto const exigir = [&](bool bien, std::string_view campo, std::string_view mensaje) {
        if (!bien)
            fallas.agregar(l.camino + "." + std::string(campo), codigo::clave_sat_invalida, std::string(mensaje));
    };
    exigir(claves.claveExiste, "claveServicio", "no está vigente en c_ClaveProdServ");
    if (!l.partida.esTercero.valor) return;
    bool const moral = es_de_empresa(l.partida.rfcTercero->valor());
    exigir(moral ? claves.regimenMoral : claves.regimenFisica, "regimenFiscalTercero",
           "no existe, o no es para ese tipo de persona");
    exigir(claves.codigoPostalExiste, "codigoPostalTercero", "no está en el catálogo del SAT (c_CodigoPostal)");
}

void gravar(LineaPedida const& l, ClavesDeLinea const& claves, bool en_frontera, Linea& linea, Fallas& fallas) {
    auto const& p = l.partida;
    auto& perfil = linea.perfil;
    auto& g = linea.guardada;
    if (p.claveServicio) {
        g.claveProductoServicio = Cadena::de_base(std::string_view(*p.claveServicio));
        g.claveUnidad = Cadena("E48");
        perfil = {};
        perfil.iva = general;
        aplicar_frontera(perfil, en_frontera, claves.estimulo);
    }
    bool const dice = p.tasaIva || p.exentoIva.valor;
    if (p.esTercero.valor || l.noObjeto) {
        perfil = {};
        perfil.objeto = "01";
        if (p.esTercero.valor) linea.cuentaContableId = 0;  // no revenue, so the account of its concept is not used
    } else if (dice && perfil.objeto != "02") {
        fallas.agregar(l.camino + (p.tasaIva ? ".tasaIva" : ".exentoIva"), codigo::rango,
                       "el concepto no es objeto de impuesto");
    } else if (p.tasaIva && *p.tasaIva == frontera && !en_frontera) {
        fallas.agregar(l.camino + ".tasaIva", codigo::rango, "0.08 es de las sucursales de frontera");
    } else if (dice) {
        perfil.iva.reset();
        if (p.tasaIva) perfil.iva = *p.tasaIva;
    }
    g.objetoImpuesto = Cadena::de_base(perfil.objeto);
}

void retener(RetencionesPedidas const& pedidas, Contexto const& c, std::vector<Linea>& lineas, Fallas& fallas) {
    constexpr Tasa dos_tercios = Tasa::de_unidades(106'667), decima = Tasa::de_unidades(100'000);
    bool const procede = es_de_empresa(c.rfc.valor()) && !es_de_empresa(c.organizacionRfc.valor());
    auto const exigir = [&](bool pedida, std::string_view campo) {
        if (pedida && !procede)
            fallas.agregar("retenciones." + std::string(campo), codigo::rango,
                           "sólo una empresa retiene, a una persona física");
    };
    exigir(pedidas.iva.valor, "iva");
    exigir(pedidas.isr.valor, "isr");
    for (auto& l : lineas) {
        auto& p = l.perfil;
        bool const gravada = p.objeto == "02" && p.iva && p.iva->es_positivo();
        auto const tasa = [&](bool pedida, Tasa suya, Tasa usual) {
            return !pedida || !gravada ? Tasa{} : suya.es_cero() ? usual : suya;
        };
        p.ivaRetenido = tasa(pedidas.iva.valor, p.ivaRetenido, dos_tercios);
        p.isrRetenido = tasa(pedidas.isr.valor, p.isrRetenido, decima);
        if (p.tipoRetencion.empty() && (pedidas.iva.valor || pedidas.isr.valor)) p.tipoRetencion = "Comisiones";
    }
}

std::optional<Dinero> en_factura(PagoDeFactura const& pago, std::size_t i, Contexto const& c, Fallas& fallas) {
    auto const falla = [&](std::string_view campo, std::string_view cual, std::string mensaje) {
        fallas.agregar(en_fila("pagos", i, campo), cual, std::move(mensaje));
        return std::nullopt;
    };
    auto const suya = pago.moneda && !pago.moneda->vacio() ? mayusculas(pago.moneda->valor()) : c.moneda.valor();
    if (suya == c.moneda) return pago.importe;
    if (suya != "MXN" && c.moneda != "MXN") return falla("moneda", codigo::rango, "debe ser MXN o la de la factura");
    if (!pago.tipoCambio) return falla("tipoCambio", codigo::requerido, "la factura es de otra moneda");
    try {
        bool const en_pesos = c.moneda == "MXN";
        Dinero importe = en_pesos ? Dinero(multiplicar<2>(pago.importe, *pago.tipoCambio))
                                  : Dinero(dividir<2>(pago.importe, *pago.tipoCambio));
        if (!en_pesos && multiplicar<2>(importe, *pago.tipoCambio) > pago.importe) importe -= Dinero::de_unidades(1);
        if (importe.es_positivo()) return importe;
        return falla("importe", codigo::rango, "vale menos de un centavo en la moneda de la factura");
    } catch (Desborde const&) {
        return falla("tipoCambio", codigo::rango, "el importe convertido excede 19 dígitos");
    }
}

Dinero total_de_terceros(std::span<LineaPedida const> lineas, Hechos const& h) {
    Importe suma;
    bool todas = true;  // no line has a tax
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        auto const& g = h.documento.partidas[i];
        if (lineas[i].partida.esTercero.valor)
            suma += g.importe;
        else if (g.objetoImpuesto == "01")
            todas = false;
    }
    Dinero const sin_impuestos = h.totales.cubetas[Cubeta::noAfecto];
    return todas ? sin_impuestos : std::min<Dinero>(redondear<2>(suma), sin_impuestos);
}

std::vector<Cargo> cargos_de_terceros(Dinero terceros, Hechos const& h) {
    if (terceros.es_cero()) return {};
    Dinero const pesos = multiplicar<2>(terceros, h.documento.cabecera.tipoCambio);
    std::vector<Cargo> cargos{{{"TERCEROS"}, pesos}};
    if (h.totales.cubetas[Cubeta::noAfecto] != terceros) return cargos;
    auto propias = h.cubetasMxn;
    propias[Cubeta::noAfecto] = {};
    cargos.push_back(
        {{cuentas_de_ventas[static_cast<std::size_t>(propias.mayor_base())]}, h.cubetasMxn[Cubeta::noAfecto] - pesos});
    return cargos;
}

}  // namespace gestor::viajes
