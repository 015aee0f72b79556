#pragma once
// Payment without money of a debt to us: with goods, with our own debt, or with both.
#include "domain/bancos/cobros/tipos.hpp"
#include "domain/motor/captura/lineas.hpp"

namespace gestor::bancos {

using TipoNoMonetario = Opcion<"Especie", "Compensacion", "Trueque">;

struct PartidaEspecie {            // PartidaEspecie: goods received
    std::optional<Id> productoId;  // one of productoId and codigo
    std::optional<Clave> codigo;
    Positivo<Cantidad> cantidad;
    std::optional<Id> unidadMedidaId;
    Positivo<Precio> precioUnitario;  // agreed value of the goods, in the currency of the payment
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"codigo", "unidadMedidaId", "series", "lotes"};
};
DTO(PartidaEspecie, productoId, codigo, cantidad, unidadMedidaId, precioUnitario, series, lotes, notas)

struct PagoNoMonetarioNuevo : EncabezadoNuevo {
    TipoNoMonetario tipo;
    std::optional<Id> contactoId;  // contactoId or codigoContacto; absent: the contact of the paid documents
    std::optional<Clave> codigoContacto;
    AplicacionesPedidas cobrar;    // debts of the contact
    AplicacionesOpcionales pagar;  // our debts to the contact
    std::optional<Id> almacenId;   // warehouse that receives the goods
    Lista<PartidaEspecie, 0, 1'000> partidas;
    static constexpr std::string_view sin_ejemplo[] = {"codigoContacto", "pagar"};
};
DTO_DE((EncabezadoNuevo), PagoNoMonetarioNuevo, tipo, contactoId, codigoContacto, cobrar, pagar, almacenId, partidas)
void validar(PagoNoMonetarioNuevo const& nuevo, Fallas& fallas);

struct PagoNoMonetarioResultado : TransaccionResultado {
    TipoNoMonetario tipo;
    std::vector<FacturaAfectada> documentosAfectados;
};
DTO_DE((TransaccionResultado), PagoNoMonetarioResultado, tipo, documentosAfectados)

struct CancelacionNoMonetaria {
    std::optional<TipoNoMonetario> tipo;  // kind of payment, which must match the body when sent
    std::optional<Texto<250>> motivo;
};
DTO(CancelacionNoMonetaria, tipo, motivo)

}  // namespace gestor::bancos
