#pragma once
// A .zip file (PKWARE's APPNOTE), written and read in memory.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gestor {

// One compressed file inside. At most 2 GB, the limit of a file made in memory here.
std::string zip_de(std::string_view nombre, std::string_view contenido);

// ErrorZip: the file is no .zip, is damaged, or is one of those that are not read. what() is a sentence in Spanish
// without capital or period.
struct ErrorZip : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// LectorZip: the files of a .zip of others. Entries stored or deflated are read; encrypted ones, ZIP64 and those in
// parts are refused. The compressed bytes of all entries fit in the file: together they inflate to 1,032 times the file
// at most, the limit of deflate.
class LectorZip {
public:
    struct Entrada {
        std::string nombre;  // with its folders: text to show, never a path. Bytes that are no text are _
        std::uint64_t comprimido = 0, tamano = 0;  // bytes in the file, and once inflated

    private:
        friend class LectorZip;
        std::uint32_t suma_ = 0, metodo_ = 0, banderas_ = 0;
        std::size_t datos_ = 0;
    };

    // Reads the directory; the bytes must outlive the reader. Throws ErrorZip.
    explicit LectorZip(std::string_view bytes);

    std::vector<Entrada> const& entradas() const { return entradas_; }  // files in the order of the directory
    // Content of an entry, at most `limite` bytes and exactly as many as the directory says. Throws ErrorZip.
    std::string leer(Entrada const& entrada, std::size_t limite) const;

private:
    std::string_view bytes_;
    std::vector<Entrada> entradas_;
};

}  // namespace gestor
