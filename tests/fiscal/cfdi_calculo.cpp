// For those who judge us by what others made: `cadena FILE` prints the original string, nothing when it is not known;
// `sello DIRECTORY FILE…` a line per file: how it is judged, and what is not as it should be. DIRECTORY: certificates
// of the tax authority.
#include <fstream>
#include <iostream>
#include <iterator>

#include "domain/fiscal/cadena.hpp"
#include "domain/fiscal/sello.hpp"

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

}  // namespace

int main(int cuantos, char** palabras) {
    std::string_view const que = cuantos > 2 ? palabras[1] : "";
    if (que == "cadena") {
        std::cout << cadena_original(leer_cfdi(contenido(palabras[2]))).value_or("");
    } else if (que == "sello") {
        auto const certificados = Certificados::de_directorio(palabras[2]);
        for (int i = 3; i < cuantos; ++i) juzgar(palabras[i], certificados);
    } else {
        return 2;
    }
}
