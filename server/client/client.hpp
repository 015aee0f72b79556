// HttpClient implements the port `Exterior`: one request, one connection, one answer. Everything is bounded: the
// addresses, the time, the bytes of the answer. A request runs on the calling thread, with its own io_context.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <mutex>
#include <set>
#include <string_view>
#include <vector>

#include "domain/operacion/exterior.hpp"
#include "server/client/destination.hpp"
#include "server/client/resolver.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/settings.hpp"

namespace gestor {

// Outcome: how a request to another server ended.
enum class Outcome : std::uint8_t {
    answered,
    destination,
    name,
    connection,
    certificate,
    deadline,
    size,
    form,
    stopped
};
inline constexpr std::array<std::string_view, 9> kOutcomes = {
    "contestada", "destino", "nombre", "conexion", "certificado", "plazo", "tamano", "forma", "apagado"};

class HttpClient final : public Exterior {
public:
    HttpClient(Settings const& settings, Log& log);  // throws std::runtime_error with a text for the operator
    RespuestaExterna pedir(PeticionExterna const& request) override;
    void stop();  // cuts off running requests and refuses later ones

    void samples(std::vector<Sample>& out) const;

private:
    struct Failure;
    class UnderWay;
    static Destination destination_of(PeticionExterna const& request);
    RespuestaExterna exchange(Destination const& to, std::vector<boost::asio::ip::address> const& addresses,
                              PeticionExterna const& request, Resolver::Deadline start);
    std::vector<boost::asio::ip::address> addresses_of(Destination const& to, Resolver::Deadline deadline);

    OpenDestinations open_;
    Resolver resolver_;
    boost::asio::ssl::context tls_;
    Log& log_;
    std::array<std::atomic<std::int64_t>, kOutcomes.size()> outcomes_{};
    std::atomic<std::int64_t> micros_{0};
    std::mutex mutex_;  // guards the members below
    std::set<boost::asio::io_context*> under_way_;
    bool stopping_ = false;
};

}  // namespace gestor
