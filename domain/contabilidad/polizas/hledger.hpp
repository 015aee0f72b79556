#pragma once
// The ledger as a journal of hledger (https://hledger.org): text with which any accountant can check our books.
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace gestor::contabilidad {

struct CuentaHledger {
    std::int64_t cuentaId = 0;
    std::int64_t padreId = 0;  // 0: none; a parent comes before its children
    std::string_view codigo, nombre;
};

struct PolizaHledger {
    std::int64_t polizaId = 0;
    std::string_view fecha, tipo, numero, folio, concepto;
    std::int64_t reversaDe = 0;  // 0: reverses none
    std::string_view usuario{}, registrada{};
    std::string_view cierre{};  // year that the póliza closes: not:tag:cierre gives its books before the closing
};

// Hledger: each call appends to `salida`, which the caller may take and empty at any time. A user's text can neither
// end a line, open a comment, a tag or a date, nor split the name of an account.
class Hledger {
public:
    explicit Hledger(std::string& salida) : salida_(salida) {}

    void empezar(std::string_view organizacion);
    void cuenta(CuentaHledger const& cuenta);
    void poliza(PolizaHledger const& poliza);
    void movimiento(std::int64_t cuentaId, std::string_view importe, std::string_view concepto);

private:
    std::string& salida_;
    std::unordered_map<std::int64_t, std::string> nombres_;
    std::set<std::string> usados_;
};

}  // namespace gestor::contabilidad
