#pragma once
// Totals and taxes of a document: six decimals per line, each tax group rounded once, the header identity exact. Pure.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/motor/cubetas.hpp"
#include "domain/motor/importes_documento.hpp"

namespace gestor {

// PerfilImpuestos: the taxes of a line, once the rules about branch and customer have been applied. `objeto` is
// c_ObjetoImp: it decides which rates are broken down at all.
struct PerfilImpuestos {
    std::string objeto = "02";
    std::optional<Tasa> iva;  // absent: exempt
    Tasa ieps;                // one of the two at most
    Precio cuotaIeps;         // per unit
    Tasa ivaRetenido;
    Tasa isrRetenido;
    std::string tipoRetencion{};  // of what is withheld: Honorarios, Fletes …
    Tasa noAcreditable{};         // of VAT that we pay, the share that is cost (costos.hpp)
};

// The border rate takes the place of the general one, never of 0 % or exempt.
void aplicar_frontera(PerfilImpuestos& perfil, bool sucursal_frontera, bool clave_con_estimulo);
// An RFC of 12 characters.
bool es_de_empresa(std::string_view rfc);
// Withheld by a company (RFC of 12) from a person (RFC of 13); freight is withheld from companies too.
void quitar_retenciones(PerfilImpuestos& perfil, std::string_view rfc_pagador, std::string_view rfc_cobrador);
// A price that includes its taxes, without them.
Precio sin_impuestos(Precio precio, PerfilImpuestos const& perfil);

struct ImpuestoLinea {
    std::string impuesto;  // 001 ISR, 002 IVA, 003 IEPS
    bool retencion = false;
    std::string factor;        // Tasa, Cuota, Exento
    std::optional<Tasa> tasa;  // absent when exempt
    Importe base;
    Importe importe;
    std::string tipoRetencion{};
    Tasa noAcreditable{};
};

struct LineaImportes {
    Importe bruto;
    Importe rebaja;   // descuento + promocion
    Importe importe;  // bruto − rebaja
    Importe ieps;
    Cubeta cubeta{};  // where its base goes
    std::vector<ImpuestoLinea> impuestos;

    Importe ivaNoAcreditable() const;
};

// Throws Desborde.
LineaImportes calcular_linea(Cantidad cantidad, Precio precio, Importe descuento, Importe promocion,
                             PerfilImpuestos const& perfil);

// The line that a sum with its taxes in it (and less what was withheld) comes from: amounts in cents, the base takes
// the cent that they miss, so that they add up to `neto`. A quota of IEPS has no quantity here and is not broken down.
LineaImportes desglosar(Dinero neto, PerfilImpuestos const& perfil);

// One row per group, in order of appearance: base and importe rounded to cents. What is transferred goes by (impuesto,
// factor, tasa), what is withheld by impuesto alone, whatever the rates.
std::vector<ImpuestoLinea> agrupar(std::span<LineaImportes const> lineas);

struct Totales : ImportesDocumento {
    Dinero bruto;     // CFDI's SubTotal; the header's subtotal is bruto − descuento
    Cubetas cubetas;  // they add up to the total; VAT that is not credited is with what has none
    // The IEPS inside each base; the rest of the base is revenue.
    std::array<Dinero, numero_bases> iepsDeBase{};
};

Totales totalizar(std::span<LineaImportes const> lineas);

}  // namespace gestor
