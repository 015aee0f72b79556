#pragma once
// The real application inside this process, so that a test can look at its state.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/operacion/token.hpp"
#include "domain/valores/base64.hpp"
#include "server/app/app.hpp"
#include "server/settings.hpp"

namespace gestor::prueba {

class Servidor {
public:
    Servidor(std::vector<Area const*> areas, std::initializer_list<std::pair<std::string_view, std::string>> ajustes) {
        auto const llave = "k1 " + base64(std::string(32, 'x')) + "\n";
        std::ofstream(llaves_) << llave;
        settings_.set("puerto", "0");
        settings_.set("hilos", "1");
        settings_.set("bitacora", "no");
        settings_.set("llaves-token", llaves_);
        for (auto const& [nombre, valor] : ajustes) settings_.set(nombre, valor);
        app_.emplace(settings_, std::move(areas));
        http_.emplace(settings_,
                      [this](boost::asio::io_context& io, unsigned hilo) { return hacer_servicio(*app_, io, hilo); });
        puerto = http_->start();
    }
    ~Servidor() { detener(); }

    void detener() {
        if (!http_) return;
        http_->stop();
        http_->join();
        app_->cerrar();
        http_.reset();
        std::remove(llaves_.c_str());
    }
    std::string token(std::int64_t organizacion) const {
        Token t;
        t.sesion.organizacionId = organizacion;
        t.sesion.usuarioId = 1;
        t.sesion.expira = std::time(nullptr) + 600;
        t.sesion.permisos = {"*"};
        return app_->llavero->emitir(t, std::time(nullptr));
    }
    // Requests waiting on the fast lane.
    std::uint64_t en_vuelo() {
        std::lock_guard guarda(app_->mutex);
        return app_->carriles.at(0)->stats().en_vuelo;
    }
    bool con_base() {
        std::lock_guard guarda(app_->mutex);
        return app_->carriles.at(0)->stats().vivas > 0;
    }
    Aplicacion& aplicacion() { return *app_; }
    unsigned short puerto = 0;

private:
    std::string llaves_ = "servidor_prueba_" + std::to_string(getpid()) + ".llaves";
    Settings settings_;
    std::optional<Aplicacion> app_;
    std::optional<HttpServer> http_;
};

}  // namespace gestor::prueba
