#include "domain/valores/xml_salida.hpp"

#include <libxml/xmlwriter.h>

#include <algorithm>
#include <new>
#include <stdexcept>

namespace gestor {
namespace {

xmlChar const* bytes(char const* texto) {
    return reinterpret_cast<xmlChar const*>(texto);
}

// Throws when libxml2 fails: no memory, or a close without an open element.
void exigir(int resultado) {
    if (resultado < 0) throw std::runtime_error("no se pudo escribir el XML");
}

}  // namespace

struct XmlSalida::Escritor {
    xmlBufferPtr memoria = xmlBufferCreate();
    xmlTextWriterPtr texto = memoria != nullptr ? xmlNewTextWriterMemory(memoria, 0) : nullptr;

    Escritor() = default;
    Escritor(Escritor const&) = delete;
    Escritor& operator=(Escritor const&) = delete;
    ~Escritor() {
        if (texto != nullptr) xmlFreeTextWriter(texto);
        if (memoria != nullptr) xmlBufferFree(memoria);
    }
};

XmlSalida::XmlSalida() : escritor_(std::make_unique<Escritor>()) {
    if (escritor_->texto == nullptr) throw std::bad_alloc();
    exigir(xmlTextWriterStartDocument(escritor_->texto, "1.0", "UTF-8", nullptr));
}

XmlSalida::~XmlSalida() = default;

void XmlSalida::abrir(char const* elemento) {
    exigir(xmlTextWriterStartElement(escritor_->texto, bytes(elemento)));
}

void XmlSalida::atributo(char const* nombre, std::string_view valor) {
    std::string limpio(valor);
    std::replace_if(
        limpio.begin(), limpio.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    exigir(xmlTextWriterWriteAttribute(escritor_->texto, bytes(nombre), bytes(limpio.c_str())));
}

void XmlSalida::cerrar() {
    exigir(xmlTextWriterEndElement(escritor_->texto));
}

std::string XmlSalida::terminar() {
    exigir(xmlTextWriterEndDocument(escritor_->texto));
    exigir(xmlTextWriterFlush(escritor_->texto));
    auto const largo = static_cast<std::size_t>(xmlBufferLength(escritor_->memoria));
    return {reinterpret_cast<char const*>(xmlBufferContent(escritor_->memoria)), largo};
}

}  // namespace gestor
