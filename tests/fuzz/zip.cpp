// Any bytes as a .zip. Entries have the length that their directory says, and together are not longer than deflate
// allows.
#include "domain/valores/zip.hpp"

#include "tests/fuzz/property.hpp"

using namespace gestor;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const all = text_of(data, size);
    try {
        LectorZip const reader(all);
        std::size_t total = 0;
        for (auto const& entry : reader.entradas()) {
            try {
                auto const content = reader.leer(entry, 1u << 20);
                property(content.size() == entry.tamano, "as long as its directory says");
                total += content.size();
            } catch (ErrorZip const&) {
            }
        }
        property(total <= 1032 * size, "no more than deflate allows");
    } catch (ErrorZip const&) {
    }
    return 0;
}
