#pragma once
// A document type is declared whole in its area (domain/<área>/documentos.cpp) and gathered by the build. Every cell is
// read, and the engine does what it says.
#include <span>
#include <string_view>
#include <vector>

#include "domain/motor/estados.hpp"
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

// Whose books: of those who buy from us, of those who sell to us.
enum class Lado : std::uint8_t { ninguno, venta, compra };
// Whom it is made with (lado.hpp): the usual one of its side, or whom we owe for what is no merchandise; or for VAT
// that he paid at customs, which has accounts of its own.
enum class Rol : std::uint8_t { del_lado, acreedor, aduana };
// The document on that side: a debt, a credit that left the debts when it was made, money that waits to be assigned, an
// advance that declared its own VAT.
enum class Papel : std::uint8_t { ninguno, cargo, credito, dinero, anticipo };

// Where the price of a line comes from: it has none and costs what it costs; the list, unless one was sent; what was
// sent; the document that it comes from.
enum class Precios : std::uint8_t { ninguno, de_lista, enviados, del_origen };

// Effects of a birth beside the document. Its goods are reserved; moved, or revalued, as each piece says; taken to
// another warehouse at once; or sent by way of transit.
enum class Stock : std::uint8_t { nada, aparta, mueve, traspasa, transita };
struct Efectos {
    Stock existencia = Stock::nada;
    void (*poliza)(Hechos const&, Poliza&) = nullptr;
    bool a_costo = false;  // its total is what its goods cost
};
// A way in which a document comes to be. Born `segun_saldo` it has its total as balance.
struct Nacimiento {
    Destino hasta;
    Efectos efectos{};
    bool del_mes = false;  // the document asks for an open month, though it posts nothing
};

struct Transicion {
    Estados desde;
    AccionDocumento accion;
    Destino hasta;
    std::string_view permiso;
};

// How far the lines of a document have come: all of it, and whether anything at all.
struct Progreso {
    Estado estado{};  // so far
    bool surtido = false, facturado = false, algo_surtido = false, algo_facturado = false;
    bool servido = false;  // what is no goods: it comes with its invoice
};

struct TipoDocumento {
    int obj_id;
    std::string_view clave;  // its name in SQL: {FacturaVenta}
    std::string_view nombre;
    std::span<Transicion const> flujo{};
    Lado lado = Lado::ninguno;
    Papel papel = Papel::ninguno;
    EstadosSaldo const* saldo = nullptr;          // how its balance becomes its state
    Estado (*avance)(Progreso const&) = nullptr;  // how the progress of its lines becomes its state
    std::span<Nacimiento const* const> nacimientos{};
    Precios precios = Precios::ninguno;
    Rol rol = Rol::del_lado;
    std::string_view origen{};  // where two types share a number: which of them
    bool en_banco = false;      // it moves a bank account

    // Money, a credit or an advance pays debts of its side.
    bool paga() const { return papel == Papel::credito || papel == Papel::dinero || papel == Papel::anticipo; }
    Estado por_saldo(Dinero queda, Dinero total) const;
};

// Guardias: the rules by which an area forbids an action. Consecuencias: changes to its documents that follow from an
// action on another. Each is read in one place: bloquear(), the locks of stock, cancelar(), the emission of a credit.
// Null: the area has none.
struct Guardias {
    // A document of a day, in a warehouse that travels.
    void (*fechar)(Escritura&, Id almacen, Fecha dia) = nullptr;
    // Goods that move on a day, in warehouses that travel.
    void (*mover)(Escritura&, std::vector<Id> const& almacenes, Fecha dia) = nullptr;
    // A document under its lock, about to be cancelled.
    void (*cancelar)(Escritura&, DocumentoBloqueado const&) = nullptr;
};
struct Consecuencias {
    // The reversal of a document: its plan may change the state of others, which it locks.
    void (*cancelar)(Escritura&, ConDocumentos&, PlanDocumento&) = nullptr;
    // A note that lowers a debt.
    void (*acreditar)(Escritura&, ConDocumentos&, Acreditado&) = nullptr;
};

// The types of an area, and those of all.
struct Documentos {
    std::span<TipoDocumento const* const> tipos;
    Guardias guardias{};
    Consecuencias consecuencias{};
};
std::span<Documentos const* const> documentos_por_area();  // the build's
std::vector<TipoDocumento const*> const& tipos_de_documento();
TipoDocumento const* tipo_de_objeto(std::int64_t obj_id, std::string_view origen);
// The one that has this role on this side: the money of sales is the deposit.
TipoDocumento const& tipo_con(Lado lado, Papel papel);

}  // namespace gestor
