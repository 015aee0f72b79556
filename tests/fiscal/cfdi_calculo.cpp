// Command for tests that compare our verdicts with those of other programs. `cadena FILE…` prints the original string
// of each, empty when it is unknown. `complementos FILE…` prints the namespace of each complement. `sello DIRECTORY
// FILE…` prints for each file its verdict and each row; DIRECTORY holds certificates of the tax authority. `sellar RFC`
// seals and stamps the CFDI of standard input, with a certificate made for that RFC.
#include <fstream>
#include <iostream>
#include <iterator>

#include "domain/fiscal/cadena.hpp"
#include "domain/fiscal/sello.hpp"
#include "tests/fiscal/certificados_ayuda.hpp"

using namespace gestor::fiscal;

namespace {

std::string contenido(char const* ruta) {
    std::ifstream archivo(ruta, std::ios::binary);
    return {std::istreambuf_iterator<char>(archivo), {}};
}

void juzgar(char const* ruta, Certificados const& certificados) {
    std::cout << ruta << ": ";
    try {
        auto const veredicto = verificar_sello(leer_cfdi(contenido(ruta)), certificados);
        std::cout << validacion(veredicto);
        for (auto const& v : veredicto) std::cout << " " << v.codigo << "=" << nombre_de(v.dictamen);
    } catch (Ilegible const& e) {
        std::cout << e.what();
    }
    std::cout << "\n";
}

void complementos(Elemento const& e) {
    for (auto const& hijo : e.hijos) {
        if (e.nombre.starts_with("Complemento")) std::cout << hijo.espacio << "\n";
        complementos(hijo);
    }
}

}  // namespace

int main(int cuantos, char** palabras) try {
    std::string_view const que = cuantos > 2 ? palabras[1] : "";
    if (que == "cadena") {
        for (int i = 2; i < cuantos; ++i) std::cout << cadena_original(leer_cfdi(contenido(palabras[i]))).value_or("");
    } else if (que == "complementos") {
        for (int i = 2; i < cuantos; ++i) complementos(leer_cfdi(contenido(palabras[i])).raiz);
    } else if (que == "sello") {
        auto const certificados = Certificados::de_directorio(palabras[2]);
        for (int i = 3; i < cuantos; ++i) juzgar(palabras[i], certificados);
    } else if (que == "sellar") {
        std::string xml{std::istreambuf_iterator<char>(std::cin), {}};
        xml = sellar(xml, emitir({.rfc = palabras[2]}, rsa()));
        std::cout << (xml.find("SelloCFD=\"\"") == xml.npos ? xml
                                                            : timbrar(xml, emitir({.rfc = "SAT970701NN3"}, rsa())));
    } else {
        return 2;
    }
} catch (Ilegible const& e) {
    std::cerr << e.what() << "\n";
    return 1;
}
