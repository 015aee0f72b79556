#pragma once
// Valid random CFDI of every kind: no rule may find a fault.
#include <array>
#include <map>

#include "tests/domain/dado.hpp"
#include "tests/fiscal/cfdi_escrito.hpp"

namespace gestor::fiscal {

inline Exacto decimal(long long unidades, unsigned decimales) {
    return {unidades, decimales};
}
inline std::string escrito(Exacto const& valor, unsigned decimales) {
    return valor.redondeado(decimales).texto();
}

class CfdiAlAzar {
public:
    explicit CfdiAlAzar(Azar& suerte) : azar(suerte) {}

    Cfdi hacer(char tipo) {
        Cfdi c;
        c.version = "4.0";
        if (azar.uno_de(2)) c.serie = "A";
        c.folio = std::to_string(1 + azar.hasta(99999));
        auto const mes = 1 + azar.hasta(9), dia = 10 + azar.hasta(10), segundo = azar.hasta(10);
        c.fecha = "2026-0" + std::to_string(mes) + "-" + std::to_string(dia) + "T12:30:0" + std::to_string(segundo);
        c.sello = c.certificado = "QUFB";
        c.noCertificado = "30001000000500003416";
        c.tipoDeComprobante = std::string(1, tipo);
        c.exportacion = "01";
        c.lugarExpedicion = azar.uno_de(2) ? "06000" : "64000";
        c.emisor = {"EKU9003173C9", "ESCUELA KEMPER URGATE", "601", {}};
        moral(c.receptor);
        switch (tipo) {
            case 'T':
                traslado(c);
                break;
            case 'N':
                nomina(c);
                break;
            case 'P':
                pago(c);
                break;
            default:
                comercial(c, tipo == 'E');
        }
        return c;
    }

private:
    Azar& azar;

    template <std::size_t N>
    char const* uno(char const* const (&de)[N]) {
        return de[azar.hasta(N)];
    }
    static std::string uuid() { return "5FB2822E-396D-4725-8521-CDC4BDD20CCF"; }
    void moral(Receptor& r) { r = {"URE180429TM6", "UNIVERSIDAD ROBOTICA ESPAÑOLA", "65000", {}, {}, "601", "G03"}; }
    void fisica(Receptor& r) {
        r = {"CACX7605101P8", "XOCHILT CASAS CHAVEZ", "36257", {}, {}, "612", azar.uno_de(2) ? "D10" : "G01"};
    }

    // ---- I, E ----
    void comercial(Cfdi& c, bool egreso) {
        static char const* const monedas[] = {"MXN", "MXN", "MXN", "USD", "JPY"};
        c.moneda = uno(monedas);
        if (c.moneda != "MXN")
            c.tipoCambio = escrito(decimal(1 + azar.hasta(30'000'000), 6), 6);
        else if (azar.uno_de(3))
            c.tipoCambio = "1";
        bool const ppd = azar.uno_de(2);
        c.metodoPago = ppd ? "PPD" : "PUE";
        c.formaPago = ppd ? "99" : azar.uno_de(2) ? "03" : "01";
        if (azar.uno_de(4)) c.condicionesDePago = "CONTADO";
        if (egreso) c.relaciones = {{azar.uno_de(2) ? "01" : "03", {uuid()}}};
        auto const quien = azar.hasta(5);
        if (quien == 1) fisica(c.receptor);
        if (quien == 2) extranjero(c);
        if (quien == 3) publico(c, !egreso);
        auto const dec = c.moneda == "JPY" ? 0U : 2U;
        auto const lineas = 1 + azar.hasta(5);
        for (std::int64_t i = 0; i < lineas; ++i) linea(c, dec);
        sumar(c, dec);
    }
    void extranjero(Cfdi& c) {
        c.receptor = {"XEXX010101000", "ACME INC", c.lugarExpedicion, "USA", "123456789", "616", "S01"};
        if (azar.uno_de(2)) {
            c.exportacion = "02";
            c.complementos.push_back({"http://www.sat.gob.mx/ComercioExterior20", "ComercioExterior", "2.0"});
        }
    }
    void publico(Cfdi& c, bool puede_global) {
        c.receptor = {"XAXX010101000", "MOSTRADOR", c.lugarExpedicion, {}, {}, "616", "S01"};
        if (!puede_global || azar.uno_de(2)) return;
        c.receptor.nombre = "PUBLICO EN GENERAL";
        c.global = {uno({"01", "02", "03", "04"}), uno({"01", "06", "12"}), uno({"2025", "2026"})};
        if (azar.uno_de(4)) {
            c.emisor = {"CACX7605101P8", "XOCHILT CASAS CHAVEZ", "621", {}};
            c.global = {"05", uno({"13", "18"}), "2026"};
        }
    }
    void linea(Cfdi& c, unsigned dec) {
        ConceptoCfdi l;
        l.claveProdServ = uno({"01010101", "50202306", "43211503"});
        l.claveUnidad = uno({"H87", "E48", "KGM"});
        l.descripcion = "Artículo & <uno>";
        if (azar.uno_de(3)) l.noIdentificacion = "A-1";
        if (azar.uno_de(3)) l.unidad = "Pieza";
        auto const dc = static_cast<unsigned>(azar.hasta(4)), dv = static_cast<unsigned>(azar.hasta(7));
        auto const cantidad = decimal(1 + azar.hasta(5000), dc);
        auto valor = decimal(100 + azar.hasta(9'000'000), 2);
        valor = valor.redondeado(dv);
        l.cantidad = cantidad.texto();
        l.valorUnitario = valor.texto();
        auto const di = azar.uno_de(2) ? 6U : dec;
        auto importe = (cantidad * valor).redondeado(di);
        if (importe.es_cero()) importe = (cantidad * valor).techo(di);
        l.importe = importe.texto();
        auto base = importe;
        if (azar.uno_de(3)) {
            auto const descuento = (importe * decimal(azar.hasta(90), 2)).piso(di);
            l.descuento = descuento.texto();
            base = importe - descuento;
        }
        if (azar.uno_de(8)) l.tercero = {"JES900109Q90", "JIMENEZ ESTRADA SALAS", "601", "01030"};
        bool const comercio = !c.complementos.empty();
        if (!comercio && azar.uno_de(6)) l.pedimentos = {"26  47  3009  6001234"};
        if (azar.uno_de(8)) {
            ParteCfdi p;
            p.claveProdServ = "43211503";
            p.cantidad = "2";
            p.descripcion = "Parte";
            p.valorUnitario = "1.50";
            p.importe = "3.00";
            if (!comercio && azar.uno_de(2)) p.pedimentos = {"26  47  3009  6001234"};
            l.partes = {p};
        }
        impuestos(l, base, cantidad);
        c.conceptos.push_back(l);
    }
    ImpuestoCfdi fila(char const* impuesto, char const* factor, Exacto const& base, std::string const& tasa) {
        return {escrito(base, 6), impuesto, factor, tasa, escrito(base * *Exacto::leer(tasa), 6)};
    }
    void impuestos(ConceptoCfdi& l, Exacto const& base, Exacto const& cantidad) {
        l.objetoImp =
            base.es_positivo() ? uno({"02", "02", "02", "02", "02", "01", "03", "04", "06", "07", "08"}) : "01";
        ImpuestosCfdi i;
        auto base_iva = base;
        bool const solo_isr = l.objetoImp == "06" || l.objetoImp == "08";
        if (l.objetoImp == "07" || (l.objetoImp == "02" && azar.uno_de(4))) {
            auto f = azar.uno_de(2) ? fila("003", "Tasa", base, uno({"0.265000", "0.080000"}))
                                    : fila("003", "Cuota", cantidad, uno({"1.176800", "7.000000"}));
            base_iva += *Exacto::leer(*f.importe);
            i.traslados.push_back(f);
        }
        if (l.objetoImp == "02") {
            if (azar.uno_de(5))
                i.traslados.push_back({escrito(base_iva, 6), "002", "Exento", {}, {}});
            else
                i.traslados.push_back(
                    fila("002", "Tasa", base_iva, uno({"0.160000", "0.160000", "0.080000", "0.000000"})));
            if (azar.uno_de(4)) i.retenciones.push_back(fila("002", "Tasa", base, uno({"0.106667", "0.040000"})));
        }
        if ((l.objetoImp == "02" || solo_isr) && azar.uno_de(4))
            i.retenciones.push_back(fila("001", "Tasa", base, uno({"0.100000", "0.012500"})));
        if (!i.traslados.empty() || !i.retenciones.empty()) l.impuestos = i;
    }
    void sumar(Cfdi& c, unsigned dec) {
        Exacto subtotal, descuento;
        bool con_descuento = false;
        std::map<std::array<std::string, 3>, std::array<Exacto, 2>> traslados;
        std::map<std::string, Exacto> retenciones;
        for (auto const& l : c.conceptos) {
            subtotal += *Exacto::leer(*l.importe);
            if (l.descuento) descuento += *Exacto::leer(*l.descuento), con_descuento = true;
            if (!l.impuestos) continue;
            for (auto const& t : l.impuestos->traslados) {
                auto& suma = traslados[{*t.impuesto, *t.tipoFactor, t.tasaOCuota.value_or("")}];
                suma[0] += *Exacto::leer(*t.base);
                if (t.importe) suma[1] += *Exacto::leer(*t.importe);
            }
            for (auto const& r : l.impuestos->retenciones) retenciones[*r.impuesto] += *Exacto::leer(*r.importe);
        }
        c.subTotal = escrito(subtotal, dec);
        if (con_descuento) c.descuento = escrito(descuento, dec);
        auto total = subtotal.redondeado(dec);
        if (con_descuento) total = total - descuento.redondeado(dec);
        if (!traslados.empty() || !retenciones.empty()) {
            ImpuestosCfdi i;
            Exacto trasladado, retenido;
            bool gravado = false;
            for (auto const& [clave, suma] : traslados) {
                ImpuestoCfdi t{escrito(suma[0], dec), clave[0], clave[1], {}, {}};
                if (clave[1] != "Exento") {
                    t.tasaOCuota = clave[2];
                    t.importe = escrito(suma[1], dec);
                    trasladado += *Exacto::leer(*t.importe);
                    gravado = true;
                }
                i.traslados.push_back(t);
            }
            for (auto const& [clave, suma] : retenciones) {
                i.retenciones.push_back({{}, clave, {}, {}, escrito(suma, dec)});
                retenido += suma.redondeado(dec);
            }
            if (gravado) i.totalTrasladados = escrito(trasladado, dec);
            if (!retenciones.empty()) i.totalRetenidos = escrito(retenido, dec);
            total = total + trasladado - retenido;
            c.impuestos = i;
        }
        if (azar.uno_de(6) && c.moneda == "MXN") {
            c.locales = {"1.0", "0.00", "12.50", {}, {{"ISH", "3.00", "12.50"}}};
            total += *Exacto::leer("12.50");
        }
        c.total = escrito(total, dec);
    }

    // ---- T, N ----
    void traslado(Cfdi& c) {
        c.moneda = "XXX";
        c.subTotal = c.total = "0";
        c.receptor = {"EKU9003173C9", "ESCUELA KEMPER URGATE", "42501", {}, {}, "601", "S01"};
        ConceptoCfdi l;
        l.claveProdServ = "78101802";
        l.cantidad = std::to_string(1 + azar.hasta(50));
        l.claveUnidad = "H87";
        l.descripcion = "Traslado";
        l.valorUnitario = l.importe = "0";
        l.objetoImp = "01";
        c.conceptos = {l};
    }
    void nomina(Cfdi& c) {
        c.moneda = "MXN";
        c.metodoPago = "PUE";
        c.receptor = {"CACX7605101P8", "XOCHILT CASAS CHAVEZ", "36257", {}, {}, "605", "CN01"};
        ConceptoCfdi l;
        l.claveProdServ = "84111505";
        l.cantidad = "1";
        l.claveUnidad = "ACT";
        l.descripcion = "Pago de nómina";
        l.valorUnitario = l.importe = escrito(decimal(1000 + azar.hasta(5'000'000), 2), 2);
        l.descuento = escrito(decimal(azar.hasta(1000), 2), 2);
        l.objetoImp = "01";
        c.conceptos = {l};
        sumar(c, 2);
    }

    // ---- P ----
    void pago(Cfdi& c) {
        c.moneda = "XXX";
        c.subTotal = c.total = "0";
        c.receptor.usoCFDI = "CP01";
        ConceptoCfdi l;
        l.claveProdServ = "84111506";
        l.cantidad = "1";
        l.claveUnidad = "ACT";
        l.descripcion = "Pago";
        l.valorUnitario = l.importe = "0";
        l.objetoImp = "01";
        c.conceptos = {l};
        Pagos p;
        p.version = "2.0";
        auto const cuantos = 1 + azar.hasta(3);
        for (std::int64_t i = 0; i < cuantos; ++i) p.pagos.push_back(un_pago());
        totales(p);
        c.pagos = {p};
    }
    Pago un_pago() {
        Pago p;
        p.fechaPago = "2026-03-10T12:00:00";
        p.monedaP = azar.uno_de(3) ? "USD" : "MXN";
        p.tipoCambioP = p.monedaP == "MXN" ? "1" : escrito(decimal(17'000'000 + azar.hasta(4'000'000), 6), 6);
        p.formaDePagoP = uno({"01", "02", "03", "03", "06"});
        if (p.formaDePagoP == "02" || p.formaDePagoP == "03") {
            p.rfcEmisorCtaOrd = azar.uno_de(2) ? "XEXX010101000" : "BBA830831LJ2";
            if (p.rfcEmisorCtaOrd == "XEXX010101000") p.nomBancoOrdExt = "BANK OF TESTS";
            p.ctaOrdenante = "032180000118359719";
            p.rfcEmisorCtaBen = "BBA830831LJ2";
            p.ctaBeneficiario = "012180001234567891";
        }
        if (p.formaDePagoP == "03" && azar.uno_de(2)) {
            p.tipoCadPago = "01";
            p.certPago = p.selloPago = "QUFB";
            p.cadPago = "||SPEI||";
        }
        Exacto monto;
        auto const cuantos = 1 + azar.hasta(3);
        for (std::int64_t i = 0; i < cuantos; ++i) p.documentos.push_back(documento(p, monto));
        bool const una = std::all_of(p.documentos.begin(), p.documentos.end(),
                                     [&](auto const& d) { return d.monedaDR == p.monedaP; });
        if (una && azar.uno_de(3)) monto += decimal(azar.hasta(10000), 2);
        p.monto = escrito(monto, 2);
        impuestos_del_pago(p);
        return p;
    }
    DoctoRelacionado documento(Pago const& p, Exacto& monto) {
        DoctoRelacionado d;
        d.idDocumento = uuid();
        d.folio = "7";
        d.monedaDR = azar.uno_de(3) ? "USD" : "MXN";
        d.numParcialidad = "1";
        auto const pagado = decimal(1000 + azar.hasta(90'000'000), 2), resto = decimal(azar.hasta(1'000'000), 2);
        d.impPagado = pagado.texto();
        d.impSaldoAnt = (pagado + resto).texto();
        d.impSaldoInsoluto = resto.texto();
        d.equivalenciaDR = "1";
        auto equivalencia = Exacto(1);
        if (d.monedaDR != p.monedaP) {
            equivalencia = d.monedaDR == "USD" ? decimal(500'000'000 + azar.hasta(100'000'000), 10)
                                               : decimal(170'000'000'000 + azar.hasta(30'000'000'000), 10);
            d.equivalenciaDR = equivalencia.texto();
        }
        monto += pagado.entre_piso(equivalencia, 2);
        d.objetoImpDR = uno({"02", "02", "02", "01", "06", "07"});
        auto const base = (pagado * decimal(862069, 6)).redondeado(6);
        ImpuestosCfdi i;
        if (d.objetoImpDR == "07" || (d.objetoImpDR == "02" && azar.uno_de(4)))
            i.traslados.push_back(fila("003", "Tasa", base, "0.080000"));
        if (d.objetoImpDR == "02") {
            if (azar.uno_de(5))
                i.traslados.push_back({escrito(base, 6), "002", "Exento", {}, {}});
            else
                i.traslados.push_back(fila("002", "Tasa", base, uno({"0.160000", "0.160000", "0.080000", "0.000000"})));
            if (azar.uno_de(3)) i.retenciones.push_back(fila("002", "Tasa", base, uno({"0.106667", "0.040000"})));
        }
        if ((d.objetoImpDR == "02" || d.objetoImpDR == "06") && azar.uno_de(3))
            i.retenciones.push_back(fila("001", "Tasa", base, "0.012500"));
        if (!i.traslados.empty() || !i.retenciones.empty()) d.impuestos = i;
        return d;
    }
    void impuestos_del_pago(Pago& p) {
        std::map<std::array<std::string, 3>, std::array<Exacto, 2>> traslados;
        std::map<std::string, Exacto> retenciones;
        for (auto const& d : p.documentos) {
            if (!d.impuestos) continue;
            auto const e = *Exacto::leer(*d.equivalenciaDR, 18, 10);
            auto const en_pago = [&](std::string const& valor) { return Exacto::leer(valor)->entre_piso(e, 15); };
            for (auto const& t : d.impuestos->traslados) {
                auto& suma = traslados[{*t.impuesto, *t.tipoFactor, t.tasaOCuota.value_or("")}];
                suma[0] += en_pago(*t.base);
                if (t.importe) suma[1] += en_pago(*t.importe);
            }
            for (auto const& r : d.impuestos->retenciones) retenciones[*r.impuesto] += en_pago(*r.importe);
        }
        if (traslados.empty() && retenciones.empty()) return;
        ImpuestosCfdi i;
        for (auto const& [clave, suma] : traslados) {
            ImpuestoCfdi t{escrito(suma[0], 6), clave[0], clave[1], {}, {}};
            if (clave[1] != "Exento") {
                t.tasaOCuota = clave[2];
                t.importe = escrito(suma[1], 6);
            }
            i.traslados.push_back(t);
        }
        for (auto const& [clave, suma] : retenciones) i.retenciones.push_back({{}, clave, {}, {}, escrito(suma, 6)});
        p.impuestos = i;
    }
    void totales(Pagos& p) {
        std::map<std::string, Exacto> suma;
        for (auto const& pago : p.pagos) {
            auto const cambio = *Exacto::leer(*pago.tipoCambioP);
            suma["monto"] += *Exacto::leer(*pago.monto) * cambio;
            if (!pago.impuestos) continue;
            for (auto const& r : pago.impuestos->retenciones)
                suma["R" + *r.impuesto] += *Exacto::leer(*r.importe) * cambio;
            for (auto const& t : pago.impuestos->traslados) {
                if (t.impuesto != "002") continue;
                suma["B" + t.tasaOCuota.value_or("E")] += *Exacto::leer(*t.base) * cambio;
                if (t.importe) suma["T" + *t.tasaOCuota] += *Exacto::leer(*t.importe) * cambio;
            }
        }
        auto const dato = [&](char const* clave) {
            auto const esta = suma.find(clave);
            return esta == suma.end() ? Dato() : Dato(escrito(esta->second, 2));
        };
        p.totales = {dato("R002"),      dato("R001"),      dato("R003"),      dato("B0.160000"),
                     dato("T0.160000"), dato("B0.080000"), dato("T0.080000"), dato("B0.000000"),
                     dato("T0.000000"), dato("BE"),        dato("monto")};
    }
};

}  // namespace gestor::fiscal
