// TLS is optional: a proxy in front is the norm.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>

namespace gestor {

class Settings;

// TLS context; null when no certificate is set. Throws std::runtime_error with a text for the operator.
std::unique_ptr<boost::asio::ssl::context> make_tls(Settings const& settings);

}  // namespace gestor
