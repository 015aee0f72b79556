#include "domain/motor/importes/pendiente.hpp"

#include <algorithm>

namespace gestor {
namespace {

constexpr Dinero centavo{"0.01"};

// Remainder of a part's share at `hasta` when it was rounded up, else 0 or less; used only to compare two parts.
Entero128 redondeado_arriba(Cubetas const& tramo, Cubeta c, Dinero hasta) {
    Dinero const entero = tramo.total();
    Dinero const parte = prorratear(tramo[c], hasta, entero);
    return producto_exacto(parte.unidades(), entero.unidades()) -
           producto_exacto(tramo[c].unidades(), hasta.unidades());
}

Cubetas menores(Cubetas a, Cubetas const& b) {
    for (std::size_t i = 0; i < numero_cubetas; ++i) a.valores[i] = std::min(a.valores[i], b.valores[i]);
    return a;
}

// de × parte / entero, bucket by bucket; 0 where either is 0.
Cubetas proporcion(Cubetas const& de, Cubetas const& parte, Cubetas const& entero) {
    Cubetas r;
    for (std::size_t i = 0; i < numero_cubetas; ++i)
        if (entero.valores[i].es_positivo() && de.valores[i].es_positivo())
            r.valores[i] = prorratear(de.valores[i], parte.valores[i], entero.valores[i]);
    return r;
}

// Unpaid share of each returned part: part × debt / rest of the sale. When a collection was cancelled after a return
// and the debt exceeds the rest of the sale, the whole part is unpaid. Withheld tax lowers the sum, so its cents may
// push the sum out of bounds: the share is at most the credit, and at most the debt less a cent, unless every part of
// the debt ends.
Cubetas impagas_de(VentaParaDevolver const& v, Cubetas const& partes) {
    Cubetas const debido = v.pendiente.partes();
    Cubetas impagas = proporcion(menores(debido, v.resto), partes, v.resto);
    if (impagas == debido || impagas == Cubetas{}) return impagas;
    Dinero const tope = std::min(partes.total(), Dinero(debido.total() - centavo));
    if (!tope.es_positivo()) return {};
    Dinero const suma = std::clamp(impagas.total(), centavo, tope);
    if (suma != impagas.total()) impagas = acotar(impagas, suma, menores(partes, debido));
    // IEPS is included in the bases, so IEPS alone lowers no debt
    return impagas.total().es_positivo() ? impagas : Cubetas{};
}

}  // namespace

void Pendiente::nacer(Cubetas const& propias, Cubetas const& en_pesos) {
    tramoNumero = 1;
    if (propias.total().es_cero()) return;
    pendiente = tramo = propias;
    pendienteMxn = en_pesos;
}

Cubetas Pendiente::partes_de(Dinero importe) const {
    Cubetas const queda = partes();
    Dinero const saldo = queda.total();
    if (importe == saldo || !tramo) return queda;
    Dinero const entero = tramo->total();
    Dinero const hasta = entero - saldo + importe;
    Cubetas x;
    for (std::size_t i = 0; i < numero_cubetas; ++i) {
        // A part may be ahead of its share, after it took a rounding cent or after a return; such a part takes 0 now.
        Dinero const debe_ir = prorratear(tramo->valores[i], hasta, entero);
        Dinero const fue = tramo->valores[i] - queda.valores[i];
        x.valores[i] = std::clamp(Dinero(debe_ir - fue), Dinero{}, queda.valores[i]);
    }
    Dinero const sobra = x.total() - importe;
    if (sobra > x[tramo->mayor_base()]) {  // the largest base has no room for the cents
        bool const ocho =
            redondeado_arriba(*tramo, Cubeta::iva8, hasta) > redondeado_arriba(*tramo, Cubeta::iva16, hasta);
        auto& iva = x[ocho ? Cubeta::iva8 : Cubeta::iva16];
        iva -= std::min(iva, centavo);
    }
    cuadrar(x, importe, *tramo, queda);
    return x;
}

Dinero Pendiente::pesos_de(Dinero importe, TipoCambio tipo_cambio) const {
    Dinero const saldo = partes().total();
    Dinero const quedan = pesos().total();
    if (importe == saldo || !tramo) return quedan;
    Dinero const fue = tramo->total() - saldo;
    Dinero const van = multiplicar<2>(fue + importe, tipo_cambio) - multiplicar<2>(fue, tipo_cambio);
    return std::min(van, quedan);
}

Cubetas Pendiente::pesos_de(Cubetas const& x, TipoCambio tipo_cambio, Dinero total) const {
    Cubetas const queda = partes();
    Cubetas const quedan = pesos();
    if (x == queda || !tramo) return quedan;
    Cubetas y;
    for (std::size_t i = 0; i < numero_cubetas; ++i) {
        Dinero const fue = tramo->valores[i] - queda.valores[i];
        Dinero const van = multiplicar<2>(fue + x.valores[i], tipo_cambio) - multiplicar<2>(fue, tipo_cambio);
        bool const termina = x.valores[i] == queda.valores[i];
        y.valores[i] = termina ? quedan.valores[i] : std::min(van, quedan.valores[i]);
    }
    cuadrar(y, total, *tramo, quedan);
    return y;
}

void Pendiente::tomar(Cubetas const& x, Cubetas const& en_pesos) {
    *pendiente -= x;
    *pendienteMxn -= en_pesos;
    if (!pendiente->total().es_cero()) return;
    pendiente.reset();
    pendienteMxn.reset();
}

void Pendiente::regresar(Cubetas const& x, Cubetas const& en_pesos, std::int64_t del_tramo) {
    bool const de_este = tramo && tramoNumero.valor() == del_tramo;
    pendiente = partes() += x;
    pendienteMxn = pesos() += en_pesos;
    if (!de_este) otro_tramo();
}

void Pendiente::otro_tramo() {
    tramo = pendiente;
    tramoNumero = tramoNumero.valor() + 1;
}

PartesDevueltas repartir_devolucion(VentaParaDevolver const& v, Cubetas const& partes) {
    auto const& p = v.pendiente;
    PartesDevueltas d;
    d.impagas = impagas_de(v, partes);
    d.impagasMxn = p.pesos_de(d.impagas, v.tipoCambio, p.pesos_de(d.impagas.total(), v.tipoCambio));
    Cubetas pagadas = partes, cobrado = v.resto, cobradoMxn = v.restoMxn;
    pagadas -= d.impagas;
    cobrado -= p.partes();
    cobradoMxn -= p.pesos();
    // The note that ends the document takes the peso cents that an earlier settlement left. A note without withholdings
    // takes none of the cents of withholdings, because withheld tax has rows.
    bool const todo = pagadas == cobrado && (pagadas != Cubetas{} || partes == v.resto);
    d.pagadasMxn = todo ? cobradoMxn : proporcion(cobradoMxn, pagadas, cobrado);
    for (auto const c : {Cubeta::ivaRet, Cubeta::isrRet})
        if (partes[c].es_cero()) d.pagadasMxn[c] = {};
    d.declaradas = proporcion(v.declarado, pagadas, cobrado);
    // A part is wholly uncollected when its debt is at least the rest of the sale. Its limit is then the returned part,
    // and never below 0.
    for (std::size_t i = 0; i < numero_cubetas; ++i) {
        auto& cabe = cobradoMxn.valores[i];
        if (pagadas != cobrado && !cobrado.valores[i].es_positivo())
            cabe = multiplicar<2>(pagadas.valores[i], v.tipoCambio);
        cabe = std::max(cabe, Dinero{});
    }
    // When credit and debt end each other, both end with the same pesos; a credit of 0 has 0 pesos. A part that keeps
    // fewer pesos than are owed, after a note was settled again, is worth 0, and the largest base gives the cent.
    Dinero const credito = pagadas.total();
    Dinero const queda = p.partes().total() - d.impagas.total();
    Dinero vale = std::max(d.pagadasMxn.total(), Dinero{});
    if (credito == queda) vale = p.pesos().total() - d.impagasMxn.total();
    if (credito != queda && credito.es_cero()) vale = {};
    for (auto& x : d.pagadasMxn.valores) x = std::max(x, Dinero{});
    cuadrar(d.pagadasMxn, vale, cobrado, cobradoMxn);
    return d;
}

}  // namespace gestor
