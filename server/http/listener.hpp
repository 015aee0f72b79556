// Binding a port, and the loop that accepts its connections.
#pragma once

#include <string>

#include "server/http/connection.hpp"

namespace gestor {

// Fails where anybody listens already: SO_REUSEPORT alone would silently share the port with another instance.
void check_port_is_free(boost::asio::ip::tcp::endpoint const& where);

// One listening socket of the group; returns the port bound. Throws std::runtime_error with a text for the operator.
unsigned short listen_on(Acceptor& acceptor, boost::asio::ip::tcp::endpoint const& where, Limits const& limits);

Task<void> accept_loop(IoThread& io);
Task<void> tick_loop(IoThread& io);

// A connection that waits in the kernel's queue when we stop is served, not reset.
void accept_waiting(IoThread& io);

}  // namespace gestor
