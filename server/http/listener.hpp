// Binding a port, and the loop that accepts its connections.
#pragma once

#include <string>

#include "server/http/connection.hpp"

namespace gestor {

// Throws when another process listens on the port: SO_REUSEPORT alone would silently share the port with another
// instance.
void check_port_is_free(boost::asio::ip::tcp::endpoint const& where);

// Opens one listening socket of the group; returns the bound port. Throws std::runtime_error with a text for the
// operator.
unsigned short listen_on(Acceptor& acceptor, boost::asio::ip::tcp::endpoint const& where, Limits const& limits);

Task<void> accept_loop(IoThread& io);
Task<void> tick_loop(IoThread& io);

// Accepts the connections that wait in the kernel's queue when the server stops: they are served, not reset.
void accept_waiting(IoThread& io);

}  // namespace gestor
