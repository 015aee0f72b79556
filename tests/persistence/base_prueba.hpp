#pragma once
// Database of the suite on the throw-away cluster: copied before its first test, dropped after its last. Each suite
// names its size. Each program migrates and loads a template per size once: 72 migrations cost 2 s, a copy 0.1 s.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "domain/administracion/demo.hpp"
#include "persistence/migrations.hpp"

namespace gestor::prueba {

struct SinAviso : administracion::Progress {
    void advance(std::int64_t, std::int64_t, std::string_view) override {}
};

class Base {
public:
    static Base& la() { return *unica(); }

    explicit Base(std::int64_t registros) {
        unica() = this;
        char const* cluster = std::getenv("GESTOR_TEST_ADMIN");
        if (cluster == nullptr)
            throw std::runtime_error(
                "GESTOR_TEST_ADMIN is not set: scripts/cluster new DIR makes a cluster and prints it");
        cluster_ = cluster;
        nombre_ = "prueba_" + std::to_string(getpid());
        copiar(plantilla(registros));
    }
    ~Base() {
        try {
            AdminConnection(cluster_).script("DROP DATABASE " + nombre_ + " WITH (FORCE)");
        } catch (std::exception const&) {  // the cluster is deleted with its directory anyway
        }
    }

    std::string admin() const { return cluster_ + " dbname=" + nombre_; }
    std::string app() const { return admin() + " user=gestor_app application_name=" + nombre_; }

    // Runs as superuser, who is not subject to row level security.
    std::string valor(std::string_view sql) const { return AdminConnection(admin()).value(sql).value_or("NULL"); }
    void ejecutar(std::string_view sql) const { AdminConnection(admin()).script(sql); }
    // Ends the connections of the program under test; returns their number.
    int terminar_conexiones() const {
        return std::stoi(valor(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE usename = 'gestor_app' AND "
            "application_name = current_database()"));
    }

private:
    void copiar(std::string const& plantilla) const {
        AdminConnection c(cluster_);
        c.script("CREATE DATABASE " + nombre_ + " TEMPLATE " + plantilla);
        // CREATE DATABASE does not copy settings
        c.script("ALTER DATABASE " + nombre_ + " SET search_path = gestor, public");
    }
    // Name of the template database. When two programs make the same template at once, the second finds the name taken
    // and drops its own.
    std::string plantilla(std::int64_t registros) const {
        // GESTOR_COMANDOS, when set, names the program that makes the template: under the sanitizers it would take ten
        // times as long.
        char const* const comandos = std::getenv("GESTOR_COMANDOS");
        auto const programa =
            comandos != nullptr ? std::filesystem::path(comandos) : std::filesystem::read_symlink("/proc/self/exe");
        auto const hecho = std::filesystem::last_write_time(programa).time_since_epoch().count();
        auto const nombre = "plantilla_" + std::to_string(registros) + "_" + programa.filename().string() + "_" +
                            std::to_string(static_cast<std::uint64_t>(hecho) % 1'000'000'000'000);
        AdminConnection c(cluster_);
        if (c.value("SELECT 1 FROM pg_database WHERE datname = $1", {nombre})) return nombre;
        auto const propia = nombre + "_" + std::to_string(getpid());
        c.script("CREATE DATABASE " + propia);
        auto const admin = cluster_ + " dbname=" + propia;
        if (comandos != nullptr)
            poblar(comandos, admin, registros);
        else
            poblar(admin, registros);
        try {
            c.script("ALTER DATABASE " + propia + " RENAME TO " + nombre);
        } catch (std::runtime_error const&) {
            c.script("DROP DATABASE " + propia);
        }
        return nombre;
    }
    static void poblar(std::string const& admin, std::int64_t registros) {
        std::ostringstream log;
        if (migrar(admin, log) != 0) throw std::runtime_error(log.str());
        SinAviso mudo;
        if (registros > 0) administracion::cargar_demo(admin, registros, mudo);
    }
    static void poblar(std::string const& programa, std::string const& admin, std::int64_t registros) {
        auto const correr = [&](std::string const& argumentos) {
            auto const orden =
                "GESTOR_BASE_DATOS_ADMIN='" + admin + "' '" + programa + "' " + argumentos + " >/dev/null";
            if (std::system(orden.c_str()) != 0) throw std::runtime_error(orden);
        };
        correr("migrate --catalogos no");
        if (registros > 0) correr("demo --registros " + std::to_string(registros));
    }
    static Base*& unica() {
        static Base* base = nullptr;
        return base;
    }
    std::string cluster_, nombre_;
};

template <std::int64_t Registros>
struct ConBase {
    Base base{Registros};
};

}  // namespace gestor::prueba
