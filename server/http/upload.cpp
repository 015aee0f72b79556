#include "server/http/upload.hpp"

#include "domain/valores/base64.hpp"

namespace gestor {
namespace {

constexpr std::size_t kPiece = 16384;

}  // namespace

// Writing here is to the page cache; a disk that is slow for longer holds up the uploads of this thread, as the lack of
// one would.
bool Upload::take(std::string_view bytes) {
    if (failure_) return true;  // the rest is only counted by the floor
    try {
        parser_.feed(bytes);
    } catch (...) {
        failure_ = std::current_exception();
    }
    return !reception_.archivo || reception_.archivo->bytes <= max_;
}

void Upload::fault(std::string_view field, std::string_view code, std::string message) {
    reception_.fallas.push_back({std::string(field), std::string(code), std::move(message)});
}

void Upload::part(Part const& p) {
    of_file_ = false;
    if (p.name != parte_archivo)
        return fault(p.name, codigo::desconocido,
                     "no es una parte de esta operación; el archivo va en la parte " + std::string(parte_archivo));
    if (reception_.archivo) return fault(p.name, codigo::duplicado, "viene más de una vez");
    if (!p.filename) return fault(p.name, codigo::formato, "debe enviarse como archivo, con su nombre (filename)");
    of_file_ = true;
    reception_.archivo.emplace().nombre = *p.filename;
    digest_.reset(EVP_MD_CTX_new());
    EVP_DigestInit_ex(digest_.get(), EVP_sha256(), nullptr);
}

void Upload::data(std::string_view bytes) {
    if (!of_file_) return;
    reception_.archivo->bytes += bytes.size();
    if (reception_.archivo->bytes > max_) return;
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

Recepcion const& Upload::finish() {
    if (failure_) std::rethrow_exception(failure_);
    if (std::exchange(finished_, true)) return reception_;
    flush();
    if (auto& file = reception_.archivo) {
        unsigned char hash[EVP_MAX_MD_SIZE];
        unsigned size = 0;
        EVP_DigestFinal_ex(digest_.get(), hash, &size);
        file->hash = hexadecimal({reinterpret_cast<char const*>(hash), size});
        file->temporal = spool_;
        if (file->nombre.empty() && file->bytes == 0) file.reset();  // a form whose file was not chosen
    }
    if (!parser_.error().empty())
        fault(parte_archivo, codigo::formato, "el cuerpo multipart no es válido: " + std::string(parser_.error()));
    else if (!parser_.done())
        fault(parte_archivo, codigo::formato, "el cuerpo multipart termina antes de su último separador");
    else if (!reception_.archivo && reception_.fallas.empty())
        fault(parte_archivo, codigo::requerido, "es obligatorio");
    return reception_;
}

}  // namespace gestor
