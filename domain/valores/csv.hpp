#pragma once
// Records of a file, one at a time: CSV or TSV (RFC 4180), or a JSON array of flat objects. Both are read as a stream,
// so memory does not grow with the file.
#include <cstddef>
#include <istream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gestor {

// ErrorRegistros: a fault after which the rest of the file cannot be read. what() begins with the line number.
struct ErrorRegistros : std::runtime_error {
    ErrorRegistros(std::size_t linea, std::string const& mensaje)
        : std::runtime_error("línea " + std::to_string(linea) + ": " + mensaje) {}
};

inline constexpr std::size_t campo_maximo = std::size_t{64} << 10;
inline constexpr std::size_t registro_maximo = std::size_t{1} << 20;

class LectorRegistros {
public:
    virtual ~LectorRegistros() = default;
    // Reads the next record; false at the end of the file. Throws ErrorRegistros.
    virtual bool siguiente(std::vector<std::string>& campos) = 0;
    virtual std::size_t linea() const = 0;  // line where the current record begins; the first line is 1
};

// Fields between separators; "…" may hold separators, line breaks and "" for a quote. Lines end in LF or CRLF, optional
// after the last; empty lines and a byte order mark are skipped. The header is a record like any other. A field that is
// not UTF-8 is read as Windows-1252, which Excel writes in Mexico.
class LectorCsv final : public LectorRegistros {
public:
    // por_ver: the separator is still unknown; the first of , ; and TAB in the header, outside quotes, decides. A line
    // that begins with # is no header.
    static constexpr char por_ver = '\0';
    LectorCsv(std::istream& entrada, char separador) : entrada_(entrada), separador_(separador) {}
    bool siguiente(std::vector<std::string>& campos) override;
    std::size_t linea() const override { return inicio_; }

private:
    using Traits = std::istream::traits_type;
    int tomar();
    void entre_comillas(std::string& campo);
    bool campo(std::string& campo);
    bool separa(int c);
    void quitar_marca();
    void agregar(std::string& campo, int c);

    std::istream& entrada_;
    char separador_;
    std::size_t inicio_ = 0, linea_ = 1, bytes_ = 0;
    bool comenzado_ = false, comentario_ = false;
};

// The first record is the header: the names of the first object. A later object may omit a name (an empty field); a new
// name is a fault. null is an empty field; a list or an object inside is a fault.
class LectorJson final : public LectorRegistros {
public:
    explicit LectorJson(std::istream& entrada);
    ~LectorJson() override;
    bool siguiente(std::vector<std::string>& campos) override;
    std::size_t linea() const override;

private:
    struct Estado;
    void alimentar();
    std::istream& entrada_;
    std::unique_ptr<Estado> estado_;
};

}  // namespace gestor
