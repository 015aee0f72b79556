#include "domain/contabilidad/electronica/electronica_xml.hpp"

#include <algorithm>

#include "domain/valores/texto_de.hpp"
#include "domain/valores/xml_salida.hpp"

namespace gestor::contabilidad {
namespace {

constexpr std::string_view rfc_generico = "XAXX010101000";

// First `maximo` characters.
std::string_view hasta(std::string_view texto, std::size_t maximo) {
    std::size_t i = 0;
    for (std::size_t n = 0; n < maximo && i < texto.size(); ++n)
        if (!siguiente_caracter(texto, i)) break;
    return texto.substr(0, i);
}

// Value of an attribute that must have at least one character: `si_no` when `texto` is empty.
std::string_view algo(std::string_view texto, std::string_view si_no) {
    return texto.empty() ? si_no : texto;
}

class Archivo {
public:
    Archivo(Declarante const& de, std::string const& prefijo, std::string const& raiz, std::string const& esquema) {
        std::string const nombre = "http://www.sat.gob.mx/esquemas/ContabilidadE/1_3/" + esquema;
        xml_.abrir((prefijo + ":" + raiz).c_str());
        xml_.atributo("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
        xml_.atributo(("xmlns:" + prefijo).c_str(), nombre);
        xml_.atributo("xsi:schemaLocation", nombre + " " + nombre + "/" + esquema + "_1_3.xsd");
        xml_.atributo("Version", "1.3");
        xml_.atributo("RFC", de.rfc);
        xml_.atributo("Mes", de.mes_en_dos());
        xml_.atributo("Anio", std::to_string(de.anio));
    }
    XmlSalida& operator*() { return xml_; }
    XmlSalida* operator->() { return &xml_; }

private:
    XmlSalida xml_;
};

void importe(XmlSalida& x, char const* nombre, Dinero const& d) {
    x.atributo(nombre, texto_de(d));
}

template <class T>
void en_su_moneda(XmlSalida& x, T const& de) {
    if (de.moneda == "MXN") return;
    x.atributo("Moneda", de.moneda.valor());
    x.atributo("TipCamb", texto_de(redondear<5>(de.tipoCambio)));
}

void poner(XmlSalida& x, ComprobanteElectronico const& c) {
    x.abrir("PLZ:CompNal");
    x.atributo("UUID_CFDI", c.uuid.valor());
    x.atributo("RFC", algo(c.rfc.valor(), rfc_generico));
    importe(x, "MontoTotal", c.total);
    en_su_moneda(x, c);
    x.cerrar();
}

void poner_quien(XmlSalida& x, PagoElectronico const& p) {
    x.atributo("Fecha", texto_de(p.fecha));
    x.atributo("Benef", hasta(algo(p.beneficiario.valor(), "Público en general"), 300));
    x.atributo("RFC", algo(p.rfc.valor(), rfc_generico));
    importe(x, "Monto", p.total);
    en_su_moneda(x, p);
}

// A cheque or a transfer is written with both accounts; when one is unknown, only as a payment method.
void poner(XmlSalida& x, PagoElectronico const& p) {
    bool const sale = p.sale.valor();
    bool const nuestra = !p.banco.valor().empty() && !p.cuenta.valor().empty();
    bool const suya = !p.bancoContacto.valor().empty() && !p.cuentaContacto.valor().empty();
    if (p.metodo == "02" && sale && nuestra && !p.cheque.valor().empty()) {
        x.abrir("PLZ:Cheque");
        x.atributo("Num", hasta(p.cheque.valor(), 20));
        x.atributo("BanEmisNal", p.banco.valor());
        x.atributo("CtaOri", p.cuenta.valor());
    } else if (p.metodo == "03" && nuestra && suya) {
        x.abrir("PLZ:Transferencia");
        x.atributo("CtaOri", sale ? p.cuenta.valor() : p.cuentaContacto.valor());
        x.atributo("BancoOriNal", sale ? p.banco.valor() : p.bancoContacto.valor());
        x.atributo("CtaDest", sale ? p.cuentaContacto.valor() : p.cuenta.valor());
        x.atributo("BancoDestNal", sale ? p.bancoContacto.valor() : p.banco.valor());
    } else {
        x.abrir("PLZ:OtrMetodoPago");
        x.atributo("MetPagoPol", p.metodo.valor());
    }
    poner_quien(x, p);
    x.cerrar();
}

template <class T>
std::span<T const> de_poliza(std::vector<T> const& todos, Id poliza) {
    auto const [desde, fin] = std::equal_range(todos.begin(), todos.end(), poliza, [](auto const& a, auto const& b) {
        auto const id = [](auto const& x) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, Id>)
                return x.valor();
            else
                return x.polizaId.valor();
        };
        return id(a) < id(b);
    });
    return {desde, fin};
}

void poner(XmlSalida& x, MovimientoElectronico const& m, SoporteElectronico const& soporte) {
    x.abrir("PLZ:Transaccion");
    x.atributo("NumCta", m.cuenta.valor());
    x.atributo("DesCta", hasta(m.nombre.valor(), 100));
    x.atributo("Concepto", hasta(algo(m.conceptoLinea.valor(), algo(m.concepto.valor(), m.tipo.valor())), 200));
    importe(x, "Debe", m.debe);
    importe(x, "Haber", m.haber);
    for (auto const& c : de_poliza(soporte.comprobantes, m.polizaId)) poner(x, c);
    if (m.deBanco.valor())
        for (auto const& p : de_poliza(soporte.pagos, m.polizaId)) poner(x, p);
    x.cerrar();
}

}  // namespace

std::string catalogo_xml(Declarante const& de, std::span<CuentaElectronica const> cuentas) {
    Archivo x(de, "catalogocuentas", "Catalogo", "CatalogoCuentas");
    for (auto const& c : cuentas) {
        x->abrir("catalogocuentas:Ctas");
        x->atributo("CodAgrup", c.codigoAgrupador.valor());
        x->atributo("NumCta", c.cuenta.valor());
        x->atributo("Desc", hasta(c.nombre.valor(), 400));
        if (!c.padre.valor().empty()) x->atributo("SubCtaDe", c.padre.valor());
        x->atributo("Nivel", std::to_string(c.nivel.valor()));
        x->atributo("Natur", c.naturaleza.valor());
        x->cerrar();
    }
    return x->terminar();
}

std::string balanza_xml(Declarante const& de, BalanzaElectronicaFiltro const& envio,
                        std::span<BalanzaCuenta const> cuentas) {
    Archivo x(de, "BCE", "Balanza", "BalanzaComprobacion");
    x->atributo("TipoEnvio", envio.tipoEnvio.valor.valor());
    if (envio.fechaModBal) x->atributo("FechaModBal", texto_de(*envio.fechaModBal));
    for (auto const& c : cuentas) {
        x->abrir("BCE:Ctas");
        x->atributo("NumCta", c.cuenta.valor());
        importe(*x, "SaldoIni", c.saldoInicial);
        importe(*x, "Debe", c.debe);
        importe(*x, "Haber", c.haber);
        importe(*x, "SaldoFin", c.saldoFinal);
        x->cerrar();
    }
    return x->terminar();
}

std::string polizas_xml(Declarante const& de, PolizasElectronicasFiltro const& solicitud,
                        std::span<MovimientoElectronico const> movimientos, SoporteElectronico const& soporte) {
    Archivo x(de, "PLZ", "Polizas", "PolizasPeriodo");
    x->atributo("TipoSolicitud", solicitud.tipoSolicitud.valor());
    if (solicitud.numOrden) x->atributo("NumOrden", solicitud.numOrden->valor());
    if (solicitud.numTramite) x->atributo("NumTramite", solicitud.numTramite->valor());
    for (std::size_t i = 0; i < movimientos.size(); ++i) {
        auto const& m = movimientos[i];
        if (i == 0 || movimientos[i - 1].polizaId != m.polizaId) {
            if (i > 0) x->cerrar();
            x->abrir("PLZ:Poliza");
            x->atributo("NumUnIdenPol", std::string(m.tipo.valor()) + " " + std::to_string(m.numero.valor()));
            x->atributo("Fecha", texto_de(m.fecha));
            x->atributo("Concepto", hasta(algo(m.concepto.valor(), m.tipo.valor()), 300));
        }
        poner(*x, m, soporte);
    }
    return x->terminar();
}

}  // namespace gestor::contabilidad
