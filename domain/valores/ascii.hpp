#pragma once
#include <cstddef>
#include <string_view>

namespace gestor {

// Without regard to case, of ASCII only, as the names of headers, paths and parameters are: no locale.
inline bool iequals(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto x = static_cast<unsigned char>(a[i]), y = static_cast<unsigned char>(b[i]);
        if (x == y) continue;
        x |= 0x20;
        if (x != (y | 0x20) || x < 'a' || x > 'z') return false;
    }
    return true;
}

}  // namespace gestor
