// Helpers of the fuzz targets. A property that does not hold ends the run with its name, and libFuzzer keeps the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace gestor {

inline void property(bool holds, char const* what) {
    if (holds) return;
    std::fprintf(stderr, "property broken: %s\n", what);
    std::abort();
}

inline std::string_view text_of(std::uint8_t const* data, std::size_t size) {
    return {reinterpret_cast<char const*>(data), size};
}

// Takes the first byte, used as a choice; 0 when there is none.
inline unsigned take(std::string_view& text) {
    if (text.empty()) return 0;
    auto const first = static_cast<unsigned char>(text.front());
    text.remove_prefix(1);
    return first;
}

}  // namespace gestor
