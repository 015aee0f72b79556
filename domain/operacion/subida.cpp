#include "domain/operacion/subida.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace gestor {
namespace {

[[noreturn]] void fallar(char const* que) {
    throw std::system_error(errno, std::generic_category(), que);
}

// Some file systems cannot make files without a name (O_TMPFILE): there the file has a name until it is unlinked.
int abrir(std::string const& carpeta) {
    int const fd = open(carpeta.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return fd;
    auto ruta = carpeta + "/gestor-XXXXXX";
    int const otro = mkostemp(ruta.data(), O_CLOEXEC);
    if (otro >= 0) unlink(ruta.c_str());
    return otro;
}

}  // namespace

Temporal::Temporal(std::string const& carpeta) : fd_(abrir(carpeta)) {
    if (fd_ < 0) fallar("archivo temporal");
}

Temporal::~Temporal() {
    close(fd_);
}

void Temporal::agregar(std::string_view bytes) {
    while (!bytes.empty()) {
        auto const n = write(fd_, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fallar("archivo temporal");
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

std::string Temporal::leer(std::uint64_t desde, std::size_t cuantos) const {
    std::string bytes(cuantos, '\0');
    std::size_t leidos = 0;
    while (leidos < cuantos) {
        auto const n = pread(fd_, bytes.data() + leidos, cuantos - leidos, static_cast<off_t>(desde + leidos));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fallar("archivo temporal");
        if (n == 0) break;
        leidos += static_cast<std::size_t>(n);
    }
    bytes.resize(leidos);
    return bytes;
}

}  // namespace gestor
