#include "domain/bancos/cobros/anticipos.hpp"

#include "domain/bancos/documentos.hpp"
#include "domain/bancos/recibido.hpp"
#include "domain/motor/captura/folio_fiscal.hpp"

namespace gestor::bancos {
namespace {

// Totals of an advance. Without a CFDI its VAT is not creditable, so the advance has no VAT.
Totales totales_de(AnticipoProveedorNuevo const& a) {
    if (a.uuid) return totales_de_anticipo(a.importe, a.tasaIva, a.exentoIva.valor, false);
    Totales t;
    t.total = t.subtotal = t.bruto = a.importe;
    t.cubetas = de_una_parte(a.importe);
    return t;
}

void poner_beneficiario(DocumentoNuevo& d) {
    auto& banco = *d.banco;
    auto& c = d.cabecera;
    banco.beneficiarioId = c.contactoId.valor();
    banco.beneficiario = c.contacto;
    c.palabras = Cadena::de_base(banco.numeroCheque.valor() + " " + banco.referencia.valor());
}

}  // namespace

Totales totales_de_anticipo(Dinero importe, std::optional<Tasa> pedida, bool exento, bool frontera) {
    Tasa const del_lugar = frontera ? Tasa{"0.08"} : Tasa{"0.16"};
    Tasa const tasa = exento ? Tasa{} : pedida.value_or(del_lugar);
    Totales t;
    t.total = importe;
    t.subtotal = t.bruto = dividir<2>(importe, Tasa::de_entero(1) + tasa);
    t.iva = t.total - t.subtotal;
    bool const general = tasa == Tasa{"0.16"};
    if (tasa.es_cero()) {
        t.cubetas[exento ? Cubeta::exento : Cubeta::base0] = t.subtotal;
    } else {
        t.cubetas[general ? Cubeta::base16 : Cubeta::base8] = t.subtotal;
        t.cubetas[general ? Cubeta::iva16 : Cubeta::iva8] = t.iva;
    }
    return t;
}

AnticipoProveedorResultado agregar_anticipo_a_proveedor(Escritura& db, Cuerpo<AnticipoProveedorNuevo> const& nuevo) {
    Borrador b(db, anticipo_a_proveedor, anticipo_a_proveedor_nuevo);
    Menciones menciones;
    menciones.nombrar(nuevo.proveedorId, nuevo.codigoProveedor);
    auto const pago = recibir(b, nuevo, menciones);
    comprobar_cheque(nuevo.numeroCheque, pago, b.fallas);
    b.fallas.lanzar();
    if (nuevo.uuid) exigir_uuid_nuevo(db, *nuevo.uuid, "uuid");

    auto x = std::move(b).bloquear();
    poner_dinero(x.h(), pago, nuevo.importe);
    auto& d = x.h().documento;
    if (nuevo.uuid) d.cabecera.uuid = Cadena::de_base(nuevo.uuid->valor());
    d.banco->numeroCheque = numerar_cheque(db, nuevo.numeroCheque, pago);
    poner_beneficiario(d);
    poner_totales(x.h(), totales_de(nuevo));
    AnticipoProveedorResultado r{std::move(x).emitir().resultado(), {}};
    r.importePorAsignar = r.saldo;
    return r;
}

}  // namespace gestor::bancos
