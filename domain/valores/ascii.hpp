#pragma once
#include <cstddef>
#include <string_view>

namespace gestor {

// Compares ASCII texts ignoring case, as names of headers, paths and parameters are; independent of the locale.
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

// Removes the optional white space that HTTP allows around a value.
inline std::string_view trim_ows(std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
    return s;
}

}  // namespace gestor
