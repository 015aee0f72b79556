#pragma once
// A database of this program's own on the throw-away cluster: created, migrated and loaded before the first test,
// dropped after the last. Each test program names its size.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
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
        AdminConnection(cluster_).script("CREATE DATABASE " + nombre_);
        std::ostringstream log;
        if (migrar(admin(), log) != 0) throw std::runtime_error(log.str());
        SinAviso mudo;
        if (registros > 0) administracion::cargar_demo(admin(), registros, mudo);
    }
    ~Base() {
        try {
            AdminConnection(cluster_).script("DROP DATABASE " + nombre_ + " WITH (FORCE)");
        } catch (std::exception const&) {  // the cluster goes away with its directory
        }
    }

    std::string admin() const { return cluster_ + " dbname=" + nombre_; }
    std::string app() const { return admin() + " user=gestor_app application_name=" + nombre_; }

    // As superuser, whom row level security does not bind.
    std::string valor(std::string_view sql) const { return AdminConnection(admin()).value(sql).value_or("NULL"); }
    void ejecutar(std::string_view sql) const { AdminConnection(admin()).script(sql); }
    // Ends the connections of the program under test; how many there were.
    int terminar_conexiones() const {
        return std::stoi(valor(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE usename = 'gestor_app' AND "
            "application_name = current_database()"));
    }

private:
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
