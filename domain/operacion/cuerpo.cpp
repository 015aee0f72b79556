#include <algorithm>

#include "domain/operacion/operacion.hpp"
#include "domain/valores/desconocido.hpp"

namespace gestor::detalle {
namespace {

std::string texto_de(Tipo const& tipo, void const* valor) {
    std::string texto;
    tipo.escribir(valor, texto);
    return texto;
}

}  // namespace

void valores_del_cuerpo(Tipo const& tipo, void const* cuerpo, ValoresDelCuerpo& valores) {
    if (tipo.especie == Especie::lista) {
        std::string todos = "{";
        for (std::size_t i = 0; i < tipo.contar(cuerpo); ++i)
            todos += (i > 0 ? "," : "") + texto_de(*tipo.interno, tipo.elemento(cuerpo, i));
        valores.emplace_back("ids", todos + "}");
        return;
    }
    for (auto const& campo : tipo.campos()) {
        void const* miembro = campo.en(const_cast<void*>(cuerpo));  // one accessor serves readers and writers
        bool const opcional = campo.tipo->especie == Especie::opcional;
        if (opcional && campo.tipo->contar(miembro) == 0) continue;
        valores.emplace_back(campo.nombre, opcional ? texto_de(*campo.tipo->interno, campo.tipo->elemento(miembro, 0))
                                                    : texto_de(*campo.tipo, miembro));
    }
}

void leer_de_ambos(Tipo const& tipo, void const* consulta, void const* cuerpo, void* salida, Fallas& fallas) {
    if (!fallas.vacio()) return;  // unreadable values cannot be compared
    ValoresDelCuerpo valores, del_cuerpo;
    valores_del_cuerpo(tipo, consulta, valores);
    valores_del_cuerpo(tipo, cuerpo, del_cuerpo);
    auto const llamado = [&](std::string_view nombre) {
        return std::ranges::find(valores, nombre, &ValoresDelCuerpo::value_type::first);
    };
    for (auto& [nombre, valor] : del_cuerpo) {
        auto const otro = llamado(nombre);
        if (otro == valores.end())
            valores.emplace_back(nombre, std::move(valor));
        else if (otro->second != valor)
            fallas.agregar(std::string(nombre), codigo::duplicado,
                           "viene en la consulta y en el cuerpo con valores distintos");
    }
    auto const buscar = [&](std::string_view nombre) -> std::optional<std::string_view> {
        auto const valor = llamado(nombre);
        if (valor == valores.end()) return std::nullopt;
        return valor->second;
    };
    parametros_leer(tipo, buscar, salida, fallas);
}

}  // namespace gestor::detalle

namespace gestor {
namespace {

static_assert(std::is_standard_layout_v<ArchivoDe<1>>, "a file is written through its base");

std::optional<Falla> leer_parte(Tipo const& tipo, Parte const& parte, void* destino) {
    if (es_archivo(tipo) && parte.archivo) {
        *static_cast<ArchivoRecibido*>(destino) = *parte.archivo;
        return std::nullopt;
    }
    if (parte.archivo) return Falla{codigo::formato, "debe enviarse como texto, no como archivo"};
    if (parte.texto.size() > Parte::texto_maximo)
        return Falla{codigo::longitud, "admite a lo más " + std::to_string(Parte::texto_maximo) + " bytes"};
    return tipo.leer(parte.texto, destino);
}

}  // namespace

void formulario_leer(Tipo const& tipo, Recepcion const* recepcion, void* salida, Fallas& fallas) {
    static Recepcion const ninguna;
    auto const& [partes, falla] = recepcion != nullptr ? *recepcion : ninguna;
    if (!falla.empty()) return fallas.agregar("cuerpo", codigo::formato, falla);
    auto const campos = tipo.campos();
    for (auto const& campo : campos) {
        auto const parte = std::ranges::find(partes, campo.nombre, &Parte::nombre);
        // "nombre=" comes from a form whose field was left blank, and counts as absent.
        if (parte == partes.end() || (!parte->archivo && parte->texto.empty())) {
            if (!prescindible(*campo.tipo))
                fallas.agregar(std::string(campo.nombre), codigo::requerido, "es obligatorio");
            continue;
        }
        bool const opcional = campo.tipo->especie == Especie::opcional;
        void* const miembro = opcional ? campo.tipo->agregar(campo.en(salida)) : campo.en(salida);
        if (std::ranges::count(partes, campo.nombre, &Parte::nombre) > 1)
            fallas.agregar(std::string(campo.nombre), codigo::duplicado, "viene más de una vez");
        else if (auto mal = leer_parte(campo.tipo->contenido(), *parte, miembro))
            fallas.agregar(std::string(campo.nombre), mal->codigo, std::move(mal->mensaje));
    }
    for (auto const& parte : partes)
        if (std::ranges::find(campos, parte.nombre, &Campo::nombre) == campos.end())
            nombre_desconocido("", parte.nombre, "campo", campos, tipo.retirados, fallas);
}

std::vector<Campo> parametros_de(Operacion const& op) {
    std::vector<Campo> todos;
    auto const tomar = [&](Tipo const& tipo) {
        for (auto const& campo : tipo.campos()) todos.push_back(campo);
    };
    if (op.que.parametros != nullptr) tomar(*op.que.parametros);
    if (op.sobre == Sobre::PAGE) tomar(*tipo_de<ParametrosPagina>());
    return todos;
}

}  // namespace gestor
