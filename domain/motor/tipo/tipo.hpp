#pragma once
// A document type is declared whole in its area (domain/<área>/documentos.cpp); the build gathers the types. The engine
// reads every cell and follows it.
#include <span>
#include <string_view>
#include <vector>

#include "domain/motor/tipo/estados.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/id.hpp"

namespace gestor {

class ConDocumentos;
class Escritura;
struct Acreditado;
struct DocumentoBloqueado;
struct Hechos;
struct PlanDocumento;
struct Poliza;

// Lado: the books of a document: customers (venta), suppliers (compra).
enum class Lado : std::uint8_t { ninguno, venta, compra };
// ClaseContraparte: the counterpart (lado.hpp). del_lado: the usual one of the side. acreedor: a creditor who sells no
// merchandise. aduana: customs, whose VAT has its own accounts.
enum class ClaseContraparte : std::uint8_t { del_lado, acreedor, aduana };
// Naturaleza: role of the document in the balances of its side: a debt; a credit; unassigned money; an advance that
// declared its own VAT.
enum class Naturaleza : std::uint8_t { ninguno, cargo, credito, dinero, anticipo };
// Comprobante: the CFDI of a document: income, credit, payment. A sale note has none: its invoice has it.
enum class Comprobante : std::uint8_t { ninguno, ingreso, egreso, pago };
// The key of c_TipoDeComprobante; empty: none.
constexpr std::string_view clave_de(Comprobante c) {
    constexpr std::string_view claves[] = {"", "I", "E", "P"};
    return claves[static_cast<std::size_t>(c)];
}

// Precios: the source of a line's price: no price, only a cost; the price list unless the body has a price; the body;
// the source document.
enum class Precios : std::uint8_t { ninguno, de_lista, enviados, del_origen };

// Stock: effect of a Nacimiento on the goods. aparta reserves them; mueve moves or revalues each piece by its Rumbo;
// traspasa puts them in another warehouse at once; transita sends them in transit.
enum class Stock : std::uint8_t { nada, aparta, mueve, traspasa, transita };
struct Efectos {
    Stock existencia = Stock::nada;
    void (*poliza)(Hechos const&, Poliza&) = nullptr;
    bool a_costo = false;  // the total is the cost of its goods
};
// Nacimiento: a way to make a document. When its state is `segun_saldo`, the initial balance is the total.
struct Nacimiento {
    Destino hasta;
    Efectos efectos{};
    bool del_mes = false;  // requires an open month, though it posts nothing
};

struct Transicion {
    Estados desde;
    AccionDocumento accion;
    Destino hasta;
    std::string_view permiso;
};

// Progreso: progress of the lines of a document: how many are delivered or invoiced, in full or in part.
struct Progreso {
    Estado estado{};  // present state
    bool surtido = false, facturado = false, algo_surtido = false, algo_facturado = false;
    bool servido = false;  // all lines without goods are invoiced
};

struct TipoDocumento {
    int obj_id;
    std::string_view clave;  // name in SQL: {FacturaVenta}
    std::string_view nombre;
    std::span<Transicion const> flujo{};
    Lado lado = Lado::ninguno;
    Naturaleza naturaleza = Naturaleza::ninguno;
    EstadosSaldo const* saldo = nullptr;          // state by balance
    Estado (*avance)(Progreso const&) = nullptr;  // state by the progress of the lines
    std::span<Nacimiento const* const> nacimientos{};
    Precios precios = Precios::ninguno;
    ClaseContraparte contraparte = ClaseContraparte::del_lado;
    std::string_view origen{};  // `origen` column, where two types share an objId
    bool en_banco = false;      // the document moves a bank account
    Comprobante comprobante = Comprobante::ninguno;

    // Whether the document pays debts of its side: money, credits and advances do.
    bool paga() const {
        return naturaleza == Naturaleza::credito || naturaleza == Naturaleza::dinero ||
               naturaleza == Naturaleza::anticipo;
    }
    // Whether the document owes a supplier or pays one.
    bool con_proveedor() const {
        return lado == Lado::compra && naturaleza != Naturaleza::ninguno && naturaleza != Naturaleza::credito;
    }
    // con_perdida: an active write-off took a part of the balance.
    Estado por_saldo(Dinero queda, Dinero total, bool con_perdida = false) const;
};

// Guardias: rules by which an area forbids an action. Consecuencias: changes to an area's documents that follow from an
// action on another document. Each pointer is read in one place: bloquear(), the locks of stock, cancelar(), the
// emission of a credit. Null: the area has none.
struct Guardias {
    // fechar: runs before a document with a moving warehouse is dated on a day.
    void (*fechar)(Escritura&, Id almacen, Fecha dia) = nullptr;
    // mover: runs before goods move on a day, in moving warehouses.
    void (*mover)(Escritura&, std::vector<Id> const& almacenes, Fecha dia) = nullptr;
    // cancelar: runs on a locked document, before its cancel.
    void (*cancelar)(Escritura&, DocumentoBloqueado const&) = nullptr;
};
struct Consecuencias {
    // cancelar: runs in the reversal of a document. The area may add to the plan changes of state, of documents that it
    // locks.
    void (*cancelar)(Escritura&, ConDocumentos&, PlanDocumento&) = nullptr;
    // acreditar: runs when a note that lowers a debt is emitted.
    void (*acreditar)(Escritura&, ConDocumentos&, Acreditado&) = nullptr;
};

// Documentos: the types of an area. The build gathers all areas.
struct Documentos {
    std::span<TipoDocumento const* const> tipos;
    Guardias guardias{};
    Consecuencias consecuencias{};
};
std::span<Documentos const* const> documentos_por_area();  // generated by the build
std::vector<TipoDocumento const*> const& tipos_de_documento();
TipoDocumento const* tipo_de_objeto(std::int64_t obj_id, std::string_view origen);
// Document type with this role on this side: money of sales is the deposit.
TipoDocumento const& tipo_con(Lado lado, Naturaleza naturaleza);

}  // namespace gestor
