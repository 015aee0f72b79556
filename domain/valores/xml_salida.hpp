#pragma once
// XML in memory, element by element; libxml2 escapes, encodes and closes.
#include <memory>
#include <string>
#include <string_view>

namespace gestor {

class XmlSalida {
public:
    XmlSalida();
    ~XmlSalida();
    XmlSalida(XmlSalida const&) = delete;
    XmlSalida& operator=(XmlSalida const&) = delete;

    void abrir(char const* elemento);
    // A control character, which XML does not allow, becomes a space.
    void atributo(char const* nombre, std::string_view valor);
    void cerrar();
    // Closes all open elements and returns the text. Nothing can be written afterwards.
    std::string terminar();

private:
    struct Escritor;
    std::unique_ptr<Escritor> escritor_;
};

}  // namespace gestor
