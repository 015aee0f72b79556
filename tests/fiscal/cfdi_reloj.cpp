// CFDI that one processor reads and judges per second, seal included: `cfdi_reloj [seconds]` prints a line per kind.
// Use a release build.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "domain/fiscal/juzgar.hpp"
#include "tests/fiscal/certificados_ayuda.hpp"
#include "tests/fiscal/cfdi_azar.hpp"

using namespace gestor;
using namespace gestor::fiscal;

int main(int cuantos, char** palabras) {
    std::chrono::seconds const plazo(cuantos > 1 ? std::atoi(palabras[1]) : 3);
    auto const catalogos = catalogos_de_prueba();
    auto const csd = emitir({}, rsa());
    Azar azar;
    for (char const tipo : std::string("IP")) {
        std::vector<std::string> archivos;
        for (int i = 0; i < 50; ++i) {
            auto cfdi = CfdiAlAzar(azar).hacer(tipo);
            if (!cfdi.complementos.empty()) continue;  // an unknown complement has no original string
            cfdi.sello = cfdi.certificado = "";
            cfdi.noCertificado = Solicitud().numero;
            archivos.push_back(sellar(escribir(cfdi), csd));
        }
        std::size_t hechos = 0, errores = 0;
        auto const desde = std::clock();
        while (std::clock() - desde < plazo.count() * CLOCKS_PER_SEC) {
            auto const veredicto = juzgar(leer_cfdi(archivos[hechos++ % archivos.size()]), catalogos, {});
            errores += validacion(veredicto) == "Inválido" ? 1U : 0U;
        }
        auto const segundos = static_cast<double>(std::clock() - desde) / CLOCKS_PER_SEC;
        std::printf("cfdi %c: %.0f por segundo y núcleo, %zu con errores\n", tipo,
                    static_cast<double>(hechos) / segundos, errores);
    }
}
