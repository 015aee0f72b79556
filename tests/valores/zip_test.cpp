#include "domain/valores/zip.hpp"

#include <boost/test/unit_test.hpp>

#include "domain/valores/base64.hpp"

BOOST_AUTO_TEST_SUITE(zip_test)

using namespace gestor;

namespace {

// Text "nombre=contenido …"; a fault ends it with its text.
std::string leido(std::string_view bytes, std::size_t limite = 1000) {
    std::string salida;
    try {
        LectorZip const lector(bytes);
        for (auto const& e : lector.entradas()) {
            salida += salida.empty() ? "" : " ";
            auto const contenido = lector.leer(e, limite);
            BOOST_CHECK_EQUAL(contenido.size(), e.tamano);
            salida += e.nombre + "=" + contenido;
        }
    } catch (ErrorZip const& e) {
        salida += std::string("! ") + e.what();
    }
    return salida;
}

constexpr auto directorio = "PK\1\2", final_ = "PK\5\6";

// The .zip with one byte changed, `en` bytes after the first signature.
std::string con(std::string zip, char const* firma, std::size_t en, int byte) {
    zip.at(zip.find(firma) + en) = static_cast<char>(byte);
    return zip;
}

std::string const ceros = "<b>" + std::string(200, '0') + "</b>";

}  // namespace

BOOST_AUTO_TEST_CASE(de_otros_programas) {
    // Python's zipfile: a folder, a stored entry, a deflated one with an accent, an empty one, and a comment that has
    // the signature of the final record.
    auto const varios = *base64_leer(
        "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAFAAAAY2ZkaS9QSwMEFAAAAAAAAAAhANQc0QEEAAAABAAAAAoAAABjZmRpL2EueG1sPGEvPlBL"
        "AwQUAAAICAAAACEAG2C7FQwAAADPAAAADQAAAGNmZGkvYcOxby54bWyzSbIzGCbARj/JDgBQSwMEFAAAAAgAAAAhAAAAAAACAAAAAAAAAAUA"
        "AAB2YWNpbwMAUEsBAhQDFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAIABAAAAAGNmZGkvUEsBAhQDFAAAAAAAAAAhANQc0QEE"
        "AAAABAAAAAoAAAAAAAAAAAAAAIABIwAAAGNmZGkvYS54bWxQSwECFAMUAAAICAAAACEAG2C7FQwAAADPAAAADQAAAAAAAAAAAAAAgAFPAAAA"
        "Y2ZkaS9hw7FvLnhtbFBLAQIUAxQAAAAIAAAAIQAAAAAAAgAAAAAAAAAFAAAAAAAAAAAAAACAAYYAAAB2YWNpb1BLBQYAAAAABAAEANkAAACr"
        "AAAACQBQSwUGIG5vdGE=");
    BOOST_CHECK_EQUAL(leido(varios), "cfdi/a.xml=<a/> cfdi/año.xml=" + ceros + " vacio=");
    // Written to a pipe: the lengths come after the content.
    auto const al_vuelo = *base64_leer(
        "UEsDBBQACAAAAAAAIQAAAAAAAAAAAAAAAAAFAAAAYS50eHRob2xhUEsHCIj5oG8EAAAABAAAAFBLAQIUAxQACAAAAAAAIQCI+aBvBAAAAAQA"
        "AAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAA3AAAAAAA=");
    BOOST_CHECK_EQUAL(leido(al_vuelo), "a.txt=hola");
    BOOST_CHECK_EQUAL(leido(*base64_leer("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==")), "");
    for (std::size_t n = 0; n < varios.size(); ++n)
        BOOST_CHECK(leido(std::string_view(varios).substr(0, n)).starts_with(n < 2 ? "! no es" : "! el .zip está dañ"));
}

BOOST_AUTO_TEST_CASE(propio) {
    auto const zip = zip_de("a.xml", ceros);
    BOOST_CHECK(zip.size() < ceros.size());
    BOOST_CHECK_EQUAL(leido(zip), "a.xml=" + ceros);
    BOOST_CHECK_EQUAL(leido(zip_de("a\xA4\x1Bo", "x")), "a__o=x");  // neither UTF-8 nor for a terminal
}

BOOST_AUTO_TEST_CASE(limite) {
    auto const zip = zip_de("a.xml", ceros);
    BOOST_CHECK_EQUAL(leido(zip, ceros.size()), "a.xml=" + ceros);
    BOOST_CHECK_EQUAL(leido(zip, ceros.size() - 1), "! a.xml mide más de 206 bytes");
    // An entry that inflates to more or less than its directory says.
    BOOST_CHECK_EQUAL(leido(con(zip, directorio, 24, 100)),
                      "! el .zip está dañado o incompleto: el contenido de a.xml no es el que dice su directorio");
    BOOST_CHECK_EQUAL(leido(con(zip, directorio, 25, 1)),
                      "! el .zip está dañado o incompleto: el contenido de a.xml no es el que dice su directorio");
}

BOOST_AUTO_TEST_CASE(lo_que_no_se_lee) {
    auto const zip = zip_de("a.xml", "hola");
    struct Caso {
        std::string bytes, esperado;
    };
    std::string const danado = "! el .zip está dañado o incompleto: ",
                      zip64 = "! el .zip es ZIP64, que no se lee: hágalo de nuevo con menos archivos o más chicos",
                      otro = danado + "un archivo no está donde dice su directorio";
    auto dos = con(con(zip, final_, 8, 2), final_, 10, 2);  // the same entry twice
    dos.insert(dos.find(final_), dos.substr(dos.find(directorio), dos.find(final_) - dos.find(directorio)));
    dos = con(dos, final_, 12, 2 * (46 + 5));
    auto sin_largo = zip;
    for (std::size_t i = 0; i < 4; ++i) sin_largo = con(sin_largo, directorio, 24 + i, 0xff);
    Caso const casos[] = {
        {"", "! no es un .zip"},
        {"<?xml version=\"1.0\"?>", "! no es un .zip"},
        {con(zip, directorio, 16, 0), danado + "el contenido de a.xml no es el que dice su directorio"},
        {con(zip, directorio, 8, 1), "! a.xml está cifrado: quite la contraseña del .zip"},
        {con(zip, directorio, 10, 12), "! a.xml está comprimido de un modo que no se lee: use el .zip normal"},
        {con(zip, directorio, 42, 3), otro},
        {con(zip, directorio, 46, 'b'), otro},
        {con(zip, directorio, 21, 1), otro},  // compressed length
        {con(zip, directorio, 30, 9), danado + "su directorio termina antes de tiempo"},
        {con(zip, final_, 4, 1), "! el .zip viene en partes: júntelas en uno"},
        {con(con(zip, final_, 10, 0xff), final_, 11, 0xff), zip64},
        {sin_largo, zip64},
        {con(zip, final_, 16, 1), danado + "su directorio no está donde dice"},
        {"x" + zip, danado + "su directorio no está donde dice"},
        {con(con(zip, final_, 8, 2), final_, 10, 2), danado + "termina antes de tiempo"},
        {con(con(zip, final_, 8, 0), final_, 10, 0), danado + "su directorio no está donde dice"},
        {dos, danado + "sus archivos se enciman"},
    };
    for (auto const& c : casos) BOOST_CHECK_EQUAL(leido(c.bytes), c.esperado);
}

BOOST_AUTO_TEST_SUITE_END()
