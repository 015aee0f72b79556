#pragma once
// Reloj: the moment of a call, read once. Every transaction of a call has the same moment; statements receive it as
// :ahora. A demo, a test or an organization may set another moment.
#include <chrono>
#include <cstdint>
#include <string>

namespace gestor {

class Reloj {
public:
    using Momento = std::chrono::sys_time<std::chrono::microseconds>;

    Reloj() : ahora_(std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now())) {}
    explicit Reloj(Momento ahora) : ahora_(ahora) {}

    std::chrono::sys_seconds ahora() const { return std::chrono::floor<std::chrono::seconds>(ahora_); }
    std::int64_t segundos() const { return ahora().time_since_epoch().count(); }
    // A timestamptz in UTC with its microseconds, as PostgreSQL reads it.
    std::string texto() const;

private:
    Momento ahora_;
};

}  // namespace gestor
