// One connection: a coroutine that reads requests, hands them to the service and writes the answers.
#pragma once

#include "server/http/io_thread.hpp"

namespace gestor {

// Takes over an accepted socket: serves it, or answers 503 when a limit is exceeded.
void launch(IoThread& io, Socket socket);

}  // namespace gestor
