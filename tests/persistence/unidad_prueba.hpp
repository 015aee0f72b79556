#pragma once
// Two organizations with a small table of their own, and helpers that write in it.
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>

#include "persistence/error_base.hpp"
#include "persistence/unidad.hpp"
#include "tests/persistence/base_prueba.hpp"

namespace gestor::prueba {

struct Tablas : ConBase<0> {
    Tablas() {
        base.ejecutar(R"(
            SELECT organizacion_crear('Uno', 'UNO980415K31', '601', '64000');
            SELECT organizacion_crear('Dos', 'DOS980415K31', '601', '64000');
            CREATE TABLE cuenta (organizacion_id bigint NOT NULL, id bigint NOT NULL, saldo numeric(19,2) NOT NULL, clave text,
                padre_id bigint, PRIMARY KEY (organizacion_id, id),
                CONSTRAINT "uq_cuenta__clave" UNIQUE (organizacion_id, clave),
                CONSTRAINT "fk_cuenta__padreId" FOREIGN KEY (organizacion_id, padre_id) REFERENCES cuenta,
                CONSTRAINT "ck_cuenta__saldo" CHECK (saldo >= 0));
            GRANT SELECT, INSERT, UPDATE ON cuenta TO gestor_app;
            INSERT INTO cuenta SELECT o, n, 100, 'C' || n FROM generate_series(1, 2) o, generate_series(1, 20) n;)");
    }
};
inline Session nueva() {
    return Session({Base::la().app(), 10, false});
}

inline Inquilino const uno{1, 1, "http://x"};
inline constexpr std::string_view sumar =
    "UPDATE cuenta SET saldo = saldo + :n::numeric WHERE organizacion_id = :organizacionId::bigint AND id = "
    ":id::bigint RETURNING saldo";

inline std::string saldo(int id) {
    return Base::la().valor("SELECT saldo FROM cuenta WHERE organizacion_id = 1 AND id = " + std::to_string(id));
}

inline void escribir(Session& s, std::function<void(Escritura&)> const& trabajo) {
    std::string respuesta;
    escribir_en_unidad(s, uno, nullptr, respuesta, trabajo);
}

// Error that the caller of an operation would see; "bien" without one.
template <class F>
std::string error_de(F f) {
    try {
        f();
        return "bien";
    } catch (Problema const& p) {
        std::string texto(p.codigo());
        for (auto const& e : p.errores()) texto += " " + e.campo + " " + e.codigo;
        return texto + (p.segundos() > 0 ? " reintentar " + std::to_string(p.segundos()) : "");
    } catch (ErrorBase const& e) {
        return "ErrorBase " + e.sqlstate();
    }
}

}  // namespace gestor::prueba
