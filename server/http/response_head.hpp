// Header of an answer, as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/http/http.hpp"

namespace gestor {

std::string_view reason_phrase(unsigned status);
std::string render_date(std::int64_t unix_seconds);  // "Date: ...\r\n"

// Whether a body is sent: HEAD, 204 and 304 never have one.
bool sends_body(Request const& req, Response const& res);

// Appends status line and headers with the empty line. `date` comes from render_date.
void render_head(Request const& req, Response const& res, std::string_view date, bool close, std::string& out);

}  // namespace gestor
