#pragma once
// The one coroutine type of the program: bound to the concrete executor of an io thread,
// because a type-erased executor costs 7 % on the hot path.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

namespace gestor {

using Executor = boost::asio::io_context::executor_type;

template <class T = void>
using Task = boost::asio::awaitable<T, Executor>;

}  // namespace gestor
