#pragma once
// Problema: the one exception of the domain: a mistake or a missing permission of the caller. Translated to HTTP in one
// place.
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/valores/codigos.hpp"

namespace gestor {

struct ErrorCampo {
    std::string campo;  // path in the request: partidas[2].cantidad
    std::string codigo;
    std::string mensaje;
};

class Problema : public std::exception {
public:
    // A field-level code has no HTTP status: the code of the answer is then VALIDACION.
    explicit Problema(std::string_view codigo, std::string detalle = {}, std::vector<ErrorCampo> errores = {})
        : codigo_(codigo_de(codigo).estado == 0 ? codigo::validacion : codigo_de(codigo).codigo),
          detalle_(std::move(detalle)),
          errores_(std::move(errores)) {}
    // Fault of one field; its message is the detail too.
    static Problema en(std::string campo, std::string_view codigo, std::string mensaje) {
        ErrorCampo error{std::move(campo), std::string(codigo), mensaje};
        return Problema(codigo, std::move(mensaje), {std::move(error)});
    }

    // Adds a member to the error body, beside the standard ones: the existing transaccionId of a duplicate. The value
    // is JSON text.
    Problema& con(std::string nombre, std::string json) {
        extra_.emplace_back(std::move(nombre), std::move(json));
        return *this;
    }
    Problema& reintentar(unsigned segundos) {
        reintentar_ = segundos;
        return *this;
    }

    char const* what() const noexcept override { return detalle_.c_str(); }
    std::string_view codigo() const { return codigo_; }
    std::string const& detalle() const { return detalle_; }
    std::vector<ErrorCampo> const& errores() const { return errores_; }
    std::vector<std::pair<std::string, std::string>> const& extra() const { return extra_; }
    unsigned segundos() const { return reintentar_; }

private:
    std::string_view codigo_;  // static text of the catalogue
    std::string detalle_;
    std::vector<ErrorCampo> errores_;
    std::vector<std::pair<std::string, std::string>> extra_;
    unsigned reintentar_ = 0;
};

// Path of a member of a row: precios[17].precio; without a member, of the row itself.
inline std::string en_fila(std::string_view lista, std::size_t i, std::string_view campo = {}) {
    auto camino = std::string(lista) + "[" + std::to_string(i) + "]";
    if (!campo.empty()) camino += "." + std::string(campo);
    return camino;
}

// Fallas: collects all faults of form, in the order of the declaration, and throws once.
class Fallas {
public:
    void agregar(std::string campo, std::string_view codigo, std::string mensaje) {
        if (lista_.size() < maximo) lista_.push_back({std::move(campo), std::string(codigo), std::move(mensaje)});
        ++total_;
    }
    bool vacio() const { return total_ == 0; }
    bool nombra(std::string_view campo) const {
        for (auto const& f : lista_)
            if (f.campo == campo) return true;
        return false;
    }
    bool llena() const { return lista_.size() >= maximo; }  // further faults are only counted
    std::vector<ErrorCampo> const& lista() const { return lista_; }
    void anteponer(std::string const& camino) {
        for (auto& f : lista_) f.campo.insert(0, camino);
    }
    void lanzar() {
        if (vacio()) return;
        auto detalle =
            total_ == 1 ? std::string("1 campo no es válido") : std::to_string(total_) + " campos no son válidos";
        if (total_ > lista_.size()) detalle += "; errores[] nombra los primeros " + std::to_string(lista_.size());
        throw Problema(codigo::validacion, std::move(detalle), std::move(lista_));
    }

private:
    static constexpr std::size_t maximo = 100;  // a hostile body must not grow the answer without bound
    std::vector<ErrorCampo> lista_;
    std::size_t total_ = 0;
};

}  // namespace gestor
