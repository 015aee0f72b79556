#include "server/client/client.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <filesystem>
#include <stdexcept>

#include "persistence/task.hpp"

namespace gestor {
namespace {

namespace asio = boost::asio;
namespace ip = asio::ip;
namespace ssl = asio::ssl;
namespace http = boost::beast::http;
using Clock = std::chrono::steady_clock;
using Error = boost::system::error_code;
using Socket = asio::basic_stream_socket<ip::tcp, Executor>;
using Endpoint = ip::tcp::endpoint;

constexpr std::uint32_t header_bytes = 16 * 1024;
constexpr std::size_t buffer_bytes = 64UL * 1024;
constexpr unsigned lookups = 32;  // simultaneous lookups, stuck ones included
constexpr char const* stopping = "el servidor se está apagando";
constexpr asio::use_awaitable_t<Executor> awaited;

enum class Phase : std::uint8_t { connecting, securing, talking, done };

// Call: one request under way; its coroutine works on it.
struct Call {
    Call(asio::io_context& io, ssl::context& context) : stream(io, context) {}
    ssl::stream<Socket> stream;  // TLS stream; plain http uses only its socket
    bool tls = true;
    std::vector<Endpoint> endpoints;
    http::request<http::string_body> request;
    http::response_parser<http::string_body> parser;
    boost::beast::flat_buffer buffer{buffer_bytes};
    Phase phase = Phase::connecting;
    std::exception_ptr error;
};

template <class Stream>
Task<void> talk(Stream& stream, Call& call) {
    co_await http::async_write(stream, call.request, awaited);
    co_await http::async_read(stream, call.buffer, call.parser, awaited);
}

Task<void> converse(Call& call) {
    co_await asio::async_connect(call.stream.next_layer(), call.endpoints, awaited);
    if (!call.tls) {
        call.phase = Phase::talking;
        co_await talk(call.stream.next_layer(), call);
        co_return;
    }
    call.phase = Phase::securing;
    co_await call.stream.async_handshake(ssl::stream_base::client, awaited);
    call.phase = Phase::talking;
    co_await talk(call.stream, call);
}

ssl::context make_context(Settings const& settings) {
    ssl::context context(ssl::context::tls_client);
    SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
    context.set_verify_mode(ssl::verify_peer);
    context.set_default_verify_paths();
    auto const& own = settings.texto("exterior-ca");
    if (own.empty()) return context;
    Error ec;
    if (std::filesystem::is_directory(own))
        context.add_verify_path(own, ec);
    else
        context.load_verify_file(own, ec);
    if (ec) throw std::runtime_error("exterior-ca: no se puede usar «" + own + "»: " + ec.message());
    return context;
}

// The certificate must name this host; the name is also sent as SNI, unless it is an address.
void expect(SSL* ssl, std::string const& host) {
    Error not_address;
    ip::make_address(host, not_address);
    X509_VERIFY_PARAM* const param = SSL_get0_param(ssl);
    X509_VERIFY_PARAM_set_hostflags(param, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    auto const greet = [&] {  // SSL_set_tlsext_host_name without its C cast
        return SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                        const_cast<char*>(host.c_str())) == 1;
    };
    bool const ok = not_address ? greet() && SSL_set1_host(ssl, host.c_str()) == 1
                                : X509_VERIFY_PARAM_set1_ip_asc(param, host.c_str()) == 1;
    if (!ok) throw std::runtime_error("no se pudo preparar TLS");
}

void check_header(std::string_view text) {
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }))
        throw std::invalid_argument("un encabezado tiene caracteres que no se admiten");
}

void fill(http::request<http::string_body>& out, Destination const& to, PeticionExterna const& request) {
    out.method_string(request.verbo);
    out.target(to.target);
    out.version(11);
    for (auto const& [name, value] : request.encabezados) {
        check_header(name), check_header(value);
        out.set(name, value);
    }
    out.set(http::field::host, to.authority());
    out.set(http::field::user_agent, "gestor/" GESTOR_VERSION);
    out.set(http::field::connection, "close");
    out.body() = request.cuerpo;
    out.prepare_payload();
}

std::string text_of(boost::beast::string_view v) {
    return {v.data(), v.size()};
}

}  // namespace

struct HttpClient::Failure : FallaExterna {
    Failure(Outcome how, std::string const& text) : FallaExterna(text), outcome(how) {}
    Outcome outcome;

    static Failure of(Call& call) {
        try {
            std::rethrow_exception(call.error);
        } catch (boost::system::system_error const& e) {
            return of(call, e.code());
        }
    }
    static Failure of(Call& call, Error const& ec) {
        if (call.phase == Phase::connecting) return {Outcome::connection, "no se pudo conectar: " + ec.message()};
        if (auto const bad = SSL_get_verify_result(call.stream.native_handle());
            call.phase == Phase::securing && bad != X509_V_OK)
            return {Outcome::certificate,
                    std::string("el certificado del servidor no es de fiar: ") + X509_verify_cert_error_string(bad)};
        if (call.phase == Phase::securing)
            return {Outcome::connection, "no se pudo asegurar la conexión: " + ec.message()};
        if (ec == http::error::body_limit || ec == http::error::header_limit || ec == http::error::buffer_overflow)
            return {Outcome::size, "la respuesta es demasiado larga"};
        bool const cut = ec == http::error::end_of_stream || ec == http::error::partial_message;
        if (ec.category() == make_error_code(http::error::end_of_stream).category() && !cut)
            return {Outcome::form, "la respuesta no es HTTP"};
        return {Outcome::connection, "se cortó la conexión"};
    }
};

// UnderWay: registers a request for stop() to cut off, while the object lives.
class HttpClient::UnderWay {
public:
    UnderWay(HttpClient& client, asio::io_context& io) : client_(client), io_(io) {
        std::lock_guard const guard(client_.mutex_);
        if (client_.stopping_) throw Failure(Outcome::stopped, stopping);
        client_.under_way_.insert(&io_);
    }
    ~UnderWay() {
        std::lock_guard const guard(client_.mutex_);
        client_.under_way_.erase(&io_);
    }
    UnderWay(UnderWay const&) = delete;
    UnderWay& operator=(UnderWay const&) = delete;

private:
    HttpClient& client_;
    asio::io_context& io_;
};

HttpClient::HttpClient(Settings const& settings, Log& log)
    : open_(settings.lista("exterior-permitidas")), resolver_(lookups), tls_(make_context(settings)), log_(log) {}

RespuestaExterna HttpClient::pedir(PeticionExterna const& request) {
    auto const start = Clock::now();
    auto const count = [&](Outcome how) {
        outcomes_[static_cast<std::size_t>(how)].fetch_add(1, std::memory_order_relaxed);
        auto const spent = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
        micros_.fetch_add(spent, std::memory_order_relaxed);
    };
    Destination to;
    try {
        to = destination_of(request);
        auto const addresses = addresses_of(to, start + request.conexion);
        auto answer = exchange(to, addresses, request, start);
        count(Outcome::answered);
        return answer;
    } catch (Failure const& f) {  // only the host is logged: the rest of the URL may hold a secret
        count(f.outcome);
        log_.event(LogLevel::aviso, "petición externa sin respuesta",
                   {{"servidor", to.authority()}, {"causa", f.what()}});
        if (f.outcome == Outcome::stopped) throw NoPreguntado(f.what());
        throw;
    }
}

Destination HttpClient::destination_of(PeticionExterna const& request) {
    try {
        return read_url(request.url);
    } catch (std::invalid_argument const& e) {
        throw Failure(Outcome::destination, e.what());
    }
}

std::vector<ip::address> HttpClient::addresses_of(Destination const& to, Resolver::Deadline deadline) {
    std::vector<ip::address> addresses;
    Error ec;
    auto const literal = ip::make_address(to.host, ec);
    auto const result = ec ? resolver_.resolve(to.host, deadline, addresses) : Resolver::Result::found;
    if (!ec) addresses.push_back(literal);
    switch (result) {
        case Resolver::Result::found:
            break;
        case Resolver::Result::unknown:
            throw Failure(Outcome::name, "no se conoce el nombre del servidor");
        case Resolver::Result::late:
            throw Failure(Outcome::name, "no se obtuvo a tiempo la dirección del servidor");
        case Resolver::Result::busy:
            throw Failure(Outcome::name, "hay demasiados nombres por resolver");
        case Resolver::Result::stopped:
            throw Failure(Outcome::stopped, stopping);
    }
    if (auto const why = open_.refuse(to, addresses); !why.empty())
        throw Failure(Outcome::destination, std::string(why));
    return addresses;
}

RespuestaExterna HttpClient::exchange(Destination const& to, std::vector<ip::address> const& addresses,
                                      PeticionExterna const& request, Resolver::Deadline start) {
    asio::io_context io(1);
    Call call(io, tls_);
    call.tls = to.tls;
    for (auto const& a : addresses) call.endpoints.emplace_back(a, to.port);
    fill(call.request, to, request);
    call.parser.header_limit(header_bytes);
    call.parser.body_limit(request.maximo);
    if (to.tls) expect(call.stream.native_handle(), to.host);
    {
        UnderWay const under_way(*this, io);
        asio::co_spawn(io, converse(call), [&call](std::exception_ptr error) {
            call.error = std::move(error);
            if (!call.error) call.phase = Phase::done;
        });
        io.run_until(start + request.conexion);
        if (call.phase == Phase::talking) io.run_until(start + request.total);
    }
    bool const late = !call.error && call.phase != Phase::done;
    bool const stopped = io.stopped();
    Error ignored;
    call.stream.next_layer().close(ignored);
    if (late) io.restart(), io.run();  // the coroutine handles its cancellation
    if (late && stopped) throw Failure(Outcome::stopped, stopping);
    if (late) throw Failure(Outcome::deadline, "el servidor no contestó a tiempo");
    if (call.error) throw Failure::of(call);
    auto& message = call.parser.get();
    return {message.result_int(), text_of(message[http::field::content_type]), std::move(message.body())};
}

void HttpClient::stop() {
    std::lock_guard const guard(mutex_);
    stopping_ = true;
    for (auto* io : under_way_) io->stop();
    resolver_.stop();
}

void HttpClient::samples(std::vector<Sample>& out) const {
    for (std::size_t i = 0; i < kOutcomes.size(); ++i)
        out.push_back({"exterior_peticiones_total", true, "Peticiones a otros servidores, por cómo terminaron.",
                       outcomes_[i].load(), 1, "resultado", kOutcomes[i]});
    out.push_back({"exterior_duracion_seconds_total", true, "Tiempo de las peticiones a otros servidores.",
                   micros_.load(), 1'000'000});
}

}  // namespace gestor
