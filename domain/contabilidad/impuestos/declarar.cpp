#include "domain/contabilidad/impuestos/declarar.hpp"

#include "domain/contabilidad/electronica/consultas.hpp"
#include "domain/operacion/token.hpp"

namespace gestor::contabilidad {

Declarante declarante(Lectura& db, AnioElectronico anio, MesContable mes) {
    return {db.consultar<sql::rfc_propio>().filas.at(0)[0].value(), anio.valor(), mes.valor()};
}

std::string nombre_de(Declarante const& de, std::string_view que) {
    return de.rfc + std::to_string(de.anio) + de.mes_en_dos() + std::string(que);
}

void exigir_meses_cerrados(Lectura& db, AnioElectronico anio, MesContable mes, Fallas& fallas) {
    for (auto const& fila : db.consultar<sql::meses_abiertos>("anio"_es(anio), "mes"_es(mes)).filas)
        fallas.agregar("mes", codigo::estado_invalido,
                       "el mes " + fila[0].value() + " de " + std::to_string(anio.valor()) + " no está cerrado");
}

Descarga entregar(std::string nombre, std::string_view tipo, std::string contenido) {
    auto const bytes = std::make_shared<std::string const>(std::move(contenido));
    Descarga d;
    d.nombre = std::move(nombre);
    d.tipo = tipo;
    d.etag = sha256_hex(*bytes);
    d.bytes = bytes->size();
    d.bloque = [bytes](Lectura&, std::uint64_t desde) { return bytes->substr(desde, 1U << 18); };
    return d;
}

}  // namespace gestor::contabilidad
