#pragma once
// Totals and taxes of a document: six decimals per line, each tax group rounded once, the header identity exact. Pure.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/motor/importes/cubetas.hpp"
#include "domain/motor/importes/importes_documento.hpp"

namespace gestor {

// PerfilImpuestos: taxes of a line, after the rules about branch and customer. `objeto` (c_ObjetoImp) decides which
// rates are broken down.
struct PerfilImpuestos {
    std::string objeto = "02";
    std::optional<Tasa> iva;  // absent: exempt
    Tasa ieps;                // ieps or cuotaIeps, not both
    Precio cuotaIeps;         // per unit
    Tasa ivaRetenido;
    Tasa isrRetenido;
    std::string tipoRetencion{};  // kind of withholding: Honorarios, Fletes …
    Tasa noAcreditable{};         // share of the VAT on purchases that becomes cost (costos.hpp)
};

// The border rate (8 %) replaces the general rate (16 %); 0 % and exempt stay.
void aplicar_frontera(PerfilImpuestos& perfil, bool sucursal_frontera, bool clave_con_estimulo);
// Company: RFC of 12 characters. Person: RFC of 13.
bool es_de_empresa(std::string_view rfc);
// A withholding stays when a company pays a person; freight (Fletes) is withheld between companies too. In any other
// case its rate becomes 0.
void quitar_retenciones(PerfilImpuestos& perfil, std::string_view rfc_pagador, std::string_view rfc_cobrador);
// Price before taxes, from a price that includes them.
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

using PorBase = std::array<Importe, numero_bases>;

struct LineaImportes {
    Importe bruto;
    Importe rebaja;   // descuento + promocion
    Importe importe;  // bruto − rebaja
    Importe ieps;
    Cubeta cubeta{};  // the part of the total that its base belongs to; with several rates of VAT, the largest base
    std::vector<ImpuestoLinea> impuestos;

    Importe ivaNoAcreditable() const;
    // Bases of the line. Each rate of VAT has its own base; the rest of the amount is noAfecto: IEPS inside the price
    // of fuel, the price of a used car beside its margin. A rest of less than half a cent stays with the largest base.
    PorBase bases() const;
};

// Bucket of a base, by its rate of VAT; absent: exempt.
Cubeta cubeta_de_tasa(std::optional<Tasa> const& iva);
// Bucket of the largest base of transferred VAT; noAfecto without VAT.
Cubeta mayor_base_de(std::span<ImpuestoLinea const> impuestos);

// Throws Desborde.
LineaImportes calcular_linea(Cantidad cantidad, Precio precio, Importe descuento, Importe promocion,
                             PerfilImpuestos const& perfil);

// desglosar: splits `neto`, an amount with taxes included and withholdings deducted, into a line in cents whose amounts
// add up to `neto`; the base takes the rounding cent. A quota of IEPS depends on a quantity and is not split.
LineaImportes desglosar(Dinero neto, PerfilImpuestos const& perfil);

// One row per group, in order of appearance; base and importe rounded to cents. A transferred tax is grouped by
// (impuesto, factor, tasa), a withholding by impuesto alone.
std::vector<ImpuestoLinea> agrupar(std::span<LineaImportes const> lineas);

struct Totales : ImportesDocumento {
    Dinero bruto;     // CFDI's SubTotal; the header's subtotal is bruto − descuento
    Cubetas cubetas;  // parts of the total; VAT that is not credited is part of noAfecto
    // IEPS inside each base; base − IEPS is revenue.
    std::array<Dinero, numero_bases> iepsDeBase{};
};

// Locales: local taxes of a whole document. The charge costs, beside the lines; the withholding lowers the debt.
struct Locales {
    Dinero cargo;
    Dinero retencion;
};

Totales totalizar(std::span<LineaImportes const> lineas, Locales const& locales = {});

}  // namespace gestor
