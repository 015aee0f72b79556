#pragma once
// Payment without money of a debt to us: with goods, with our own debt, or with both.
#include "domain/bancos/tipos_cobros.hpp"
#include "domain/motor/lineas.hpp"

namespace gestor::bancos {

using TipoNoMonetario = Opcion<"Especie", "Compensacion", "Trueque">;

struct PartidaEspecie {            // goods that are received
    std::optional<Id> productoId;  // or codigo
    std::optional<Clave> codigo;
    Positivo<Cantidad> cantidad;
    std::optional<Id> unidadMedidaId;
    Positivo<Precio> precioUnitario;  // what it is taken for, in the currency of the payment
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"codigo", "unidadMedidaId", "series", "lotes"};
};
DTO(PartidaEspecie, productoId, codigo, cantidad, unidadMedidaId, precioUnitario, series, lotes, notas)

struct PagoNoMonetarioNuevo : EncabezadoNuevo {
    TipoNoMonetario tipo;
    Id contactoId;
    AplicacionesPedidas cobrar;    // what he owes us,
    AplicacionesOpcionales pagar;  // and what we owe him
    std::optional<Id> almacenId;   // that the goods come into
    Lista<PartidaEspecie, 0, 1'000> partidas;
    static constexpr std::string_view sin_ejemplo[] = {"pagar"};
};
DTO_DE((EncabezadoNuevo), PagoNoMonetarioNuevo, tipo, contactoId, cobrar, pagar, almacenId, partidas)
void validar(PagoNoMonetarioNuevo const& nuevo, Fallas& fallas);

struct PagoNoMonetarioResultado : TransaccionResultado {
    TipoNoMonetario tipo;
    std::vector<FacturaAfectada> documentosAfectados;
};
DTO_DE((TransaccionResultado), PagoNoMonetarioResultado, tipo, documentosAfectados)

struct CancelacionNoMonetaria {
    std::optional<TipoNoMonetario> tipo;  // the one that it is, if it is sent
    std::optional<Texto<250>> motivo;
};
DTO(CancelacionNoMonetaria, tipo, motivo)

}  // namespace gestor::bancos
