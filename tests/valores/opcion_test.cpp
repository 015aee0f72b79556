#ifndef BOOST_TEST_DYN_LINK
#endif
#include "domain/valores/opcion.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <type_traits>

namespace gestor {

enum class Sabor : std::uint8_t { dulce, salado, amargo };
template <>
struct Nombres<Sabor> {
    static constexpr std::array<std::string_view, 3> valores{"Dulce", "Salado", "Ámbar"};
};

}  // namespace gestor

BOOST_AUTO_TEST_SUITE(opcion_test)

using namespace gestor;

namespace {

using EstadoCartera = Opcion<"Pendiente", "Parcial", "Pagado">;

struct Documento {
    EstadoCartera estado{"Parcial"};  // a default, in the way a DTO declares it
    Enumeracion<Sabor> sabor{Sabor::salado};
};

template <class T>
std::string leido(std::string_view entrada) {
    T valor{};
    if (auto falla = T::leer(entrada, valor)) return std::string(falla->codigo) + ": " + falla->mensaje;
    std::string salida;
    valor.escribir(salida);
    return salida;
}

}  // namespace

BOOST_AUTO_TEST_CASE(opcion) {
    for (std::string_view bien : {"Pendiente", "Parcial", "Pagado"}) BOOST_TEST(leido<EstadoCartera>(bien) == bien);
    for (std::string_view mal : {"", "pendiente", "PAGADO", " Pagado", "Pagado ", "Pag", "Pagados", "0"})
        BOOST_TEST(leido<EstadoCartera>(mal) == "RANGO: debe ser uno de: Pendiente, Parcial, Pagado");
    static_assert(EstadoCartera{}.valor() == "Pendiente");
    static_assert(EstadoCartera("Pagado").indice() == 2);
    EstadoCartera estado = "Pagado";
    BOOST_TEST((estado == "Pagado"));
    BOOST_TEST((estado != "Parcial"));
    BOOST_TEST(bool(EstadoCartera::leer("x", estado)));
    BOOST_TEST(estado.valor() == "Pagado");
    BOOST_TEST(EstadoCartera::de_base("Parcial").valor() == "Parcial");
    BOOST_CHECK_THROW(EstadoCartera::de_base("Otro"), ValorInvalido);
    BOOST_TEST(Documento{}.estado.valor() == "Parcial");
    BOOST_TEST(sizeof(EstadoCartera) == 1u);
    static_assert(!std::is_constructible_v<EstadoCartera, std::string>, "a text of run time goes through leer");
}

BOOST_AUTO_TEST_CASE(enumeracion) {
    BOOST_TEST(leido<Enumeracion<Sabor>>("Ámbar") == "Ámbar");
    BOOST_TEST(leido<Enumeracion<Sabor>>("amargo") == "RANGO: debe ser uno de: Dulce, Salado, Ámbar");
    Enumeracion<Sabor> sabor;
    BOOST_TEST(!Enumeracion<Sabor>::leer("Salado", sabor));
    BOOST_TEST((sabor == Sabor::salado));
    BOOST_TEST((sabor == Documento{}.sabor));
    BOOST_TEST((sabor != Enumeracion<Sabor>(Sabor::dulce)));
    switch (sabor) {
        case Sabor::salado:
            break;
        case Sabor::dulce:
        case Sabor::amargo:
            BOOST_ERROR("not salado");
    }
    BOOST_TEST(Documento{}.sabor.valor() == "Salado");
    BOOST_CHECK_THROW(Enumeracion<Sabor>::de_base(""), ValorInvalido);
}

BOOST_AUTO_TEST_CASE(forma_publicada) {
    BOOST_TEST(EstadoCartera::forma().opciones.size() == 3u);
    BOOST_TEST(EstadoCartera::forma().opciones[1] == "Parcial");
    BOOST_TEST(EstadoCartera::forma().ejemplo == "Pendiente");
    BOOST_TEST((Enumeracion<Sabor>::forma().clase == Clase::texto));
    BOOST_TEST(Enumeracion<Sabor>::forma().opciones[2] == "Ámbar");
}

BOOST_AUTO_TEST_SUITE_END()
