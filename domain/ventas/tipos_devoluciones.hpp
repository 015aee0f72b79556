#pragma once
// Return notes, invoices of sale notes, cancels.
#include "domain/motor/captura/receptor.hpp"
#include "domain/motor/cartera/devolucion.hpp"
#include "domain/ventas/tipos_documentos.hpp"

namespace gestor::ventas {

// ---- return ----
struct DevolucionNueva : EncabezadoDeCredito {
    Id transaccionIdVenta;
    TextoReq<250> motivo;
    std::optional<Id> almacenId;  // absent: the warehouse that the goods left
    Defecto<Booleano, "true"> reingresaInventario;
    PartidasDevueltas partidas;  // partidas, or completa
    Defecto<Booleano, "false"> completa;
    static constexpr std::string_view sin_ejemplo[] = {"almacenId", "completa"};
};
DTO_DE((EncabezadoDeCredito), DevolucionNueva, transaccionIdVenta, motivo, almacenId, reingresaInventario, partidas,
       completa)
void validar(DevolucionNueva const& devolucion, Fallas& fallas);

// ---- a note that is invoiced ----
struct ClienteDeFactura {  // ClienteDeFactura: customer found by RFC, and created when none has it
    Rfc rfc;
    TextoReq<300> nombre;
    CodigoPostal codigoPostal;
    ClaveRegimenFiscal regimenFiscal;
    ClaveUsoCfdi usoCFDI;
    std::optional<Correo> correo;
};
DTO(ClienteDeFactura, rfc, nombre, codigoPostal, regimenFiscal, usoCFDI, correo)

struct NotaPorFacturar : DatosFiscales {
    std::optional<Id> clienteId;  // clienteId, codigoCliente or cliente; absent: the customer of the note
    std::optional<Clave> codigoCliente;
    std::optional<ClienteDeFactura> cliente;
    std::optional<SerieFolio> serie;
    std::optional<FechaDocumento> fecha;
    Lista<Id, 0, 1'000> notas;  // further notes of the same invoice
    std::optional<InformacionGlobal> informacionGlobal;
    std::optional<ObjetoLibre> addenda;
    static constexpr std::string_view sin_ejemplo[] = {"clienteId", "codigoCliente", "cliente",          "serie",
                                                       "fecha",     "notas",         "informacionGlobal"};
};
DTO_DE((DatosFiscales), NotaPorFacturar, clienteId, codigoCliente, cliente, serie, fecha, notas, informacionGlobal,
       addenda)
void validar(NotaPorFacturar const& factura, Fallas& fallas);

struct NotaFacturada {
    Id transaccionId;
    Cadena folio;
    Dinero total;
};
DTO(NotaFacturada, transaccionId, folio, total)

struct NotasFacturadas : TransaccionResultado {
    std::vector<NotaFacturada> notasFacturadas;
};
DTO_DE((TransaccionResultado), NotasFacturadas, notasFacturadas)

// ---- cancel ----
struct CancelacionVenta {
    std::optional<Texto<250>> motivo;
    std::optional<Opcion<"01", "02", "03", "04">> motivoSat;  // required for a stamped document
    std::optional<Uuid> uuidSustitucion;                      // required with motive 01
    static constexpr std::string_view sin_ejemplo[] = {"motivoSat", "uuidSustitucion"};
};
DTO(CancelacionVenta, motivo, motivoSat, uuidSustitucion)

}  // namespace gestor::ventas
