#include "server/http/upload.hpp"

#include <algorithm>

#include "domain/valores/base64.hpp"

namespace gestor {
namespace {

constexpr std::size_t kPiece = 16384;

}  // namespace

bool Upload::enter(BodyBudget& places, std::int64_t owner) {
    auto const files = std::ranges::count_if(form_.campos(), [](Campo const& c) { return es_archivo(*c.tipo); });
    return places_.grow_to(places, owner, static_cast<std::size_t>(files));
}

// Writes go to the page cache; a slow disk delays all uploads of this thread.
bool Upload::take(std::string_view bytes) {
    if (failure_) return true;  // the floor only counts the rest of the body
    try {
        parser_.feed(bytes);
    } catch (...) {
        failure_ = std::current_exception();
    }
    return !too_large_;
}

// The content of an unknown or repeated part is skipped; the reader of the form reports the fault.
void Upload::part(Part const& p) {
    close();
    auto const fields = form_.campos();
    auto const field = std::ranges::find(fields, p.name, &Campo::nombre);
    bool const wanted = field != fields.end() && std::ranges::count(reception_.partes, p.name, &Parte::nombre) == 0;
    auto& part = reception_.partes.emplace_back();
    part.nombre = p.name;
    if (p.filename) part.archivo.emplace().nombre = *p.filename;
    text_ = wanted && !p.filename;
    if (!wanted || !p.filename || !es_archivo(*field->tipo)) return;
    max_ = field->tipo->contenido().forma->maximo_texto;
    digest_.reset(EVP_MD_CTX_new());
    EVP_DigestInit_ex(digest_.get(), EVP_sha256(), nullptr);
}

void Upload::data(std::string_view bytes) {
    auto& part = reception_.partes.back();
    if (text_) part.texto += bytes.substr(0, Parte::texto_maximo + 1 - part.texto.size());
    if (max_ == 0) return;
    part.archivo->bytes += bytes.size();
    if (part.archivo->bytes > max_) too_large_ = true;
    if (too_large_) return;
    if (!spool_) {
        spool_ = std::make_shared<Temporal>(folder_);
        buffer_.reserve(2 * kPiece);
    }
    buffer_ += bytes;
    if (buffer_.size() >= kPiece) flush();
}

void Upload::flush() {
    if (buffer_.empty()) return;
    EVP_DigestUpdate(digest_.get(), buffer_.data(), buffer_.size());
    spool_->agregar(buffer_);
    buffer_.clear();
}

void Upload::close() {
    text_ = false;
    if (std::exchange(max_, 0) == 0) return;
    flush();
    auto& part = reception_.partes.back();
    auto& file = *part.archivo;
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_DigestFinal_ex(digest_.get(), hash, &size);
    file.hash = hexadecimal({reinterpret_cast<char const*>(hash), size});
    file.temporal = std::exchange(spool_, nullptr);
    if (file.nombre.empty() && file.bytes == 0) part.archivo.reset();  // a form whose file was not chosen
}

Recepcion const& Upload::finish() {
    if (failure_) std::rethrow_exception(failure_);
    if (std::exchange(finished_, true)) return reception_;
    close();
    if (!parser_.error().empty())
        reception_.falla = "el cuerpo multipart no es válido: " + std::string(parser_.error());
    else if (!parser_.done())
        reception_.falla = "el cuerpo multipart termina antes de su último separador";
    return reception_;
}

}  // namespace gestor
