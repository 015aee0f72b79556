#pragma once
// Tabla: rows are written as their DTO declares them: a member is a column, in snake_case. No statement lists the
// columns again, so a new field is three edits: column, member, its name in the DTO.
#include <string>
#include <string_view>
#include <vector>

#include "persistence/session.hpp"

namespace gestor {

// usoCFDI → uso_cfdi, numRegIdTrib → num_reg_id_trib, claveSAT33 → clave_sat33
std::string columna_de(std::string_view campo);

class Tabla {
public:
    struct Excepcion {  // member whose column is an exception to its name
        std::string_view campo;
        std::string_view columna{};
        bool nula = false;   // '' and 0 are stored as NULL
        bool fuera = false;  // the member is no column of this table
    };
    // Llave: the key of the rows. del_documento: id of the new document. propia: a member of the DTO.
    enum class Llave : std::uint8_t { del_documento, propia };

    Tabla(Tipo const& tipo, std::string_view tabla, std::vector<Excepcion> excepciones = {},
          Llave llave = Llave::del_documento);
    Tabla(Tabla const&) = delete;

    // Members in order: the columns, and the parameters of one row with the type of each column.
    std::string const& columnas() const { return columnas_; }
    std::string const& parametros() const { return parametros_; }
    // fila, filas: text of a statement that has just made a document as `nueva` and inserts one row of this table, or
    // many.
    std::string fila() const;
    std::string filas() const;
    // The sent rows as a table, for use in a larger statement.
    std::string enviadas() const;

    void ligar(Valores& valores, void const* fila) const;
    template <class T>
    void ligar(Valores& valores, std::vector<T> const& filas) const {
        std::vector<void const*> todas;
        for (auto const& fila : filas) todas.push_back(&fila);
        ligar_todas(valores, todas);
    }

private:
    struct Miembro {
        Campo const* campo;
        std::string parametro;
        bool nula;
    };
    void ligar_todas(Valores& valores, std::vector<void const*> const& filas) const;
    std::string insertar(std::string_view valores, std::string_view desde) const;

    std::string tabla_, dto_, columnas_, parametros_, arreglos_;
    Llave llave_;
    std::vector<Miembro> miembros_;
};

// TablaPropia: a table with one row for each document of one type, and its DTO.
class TablaPropia : public Tabla {
public:
    TablaPropia(Tipo const& tipo, std::string_view tabla, std::vector<Excepcion> excepciones = {});
    static std::vector<TablaPropia const*> const& todas();
};

struct FilaPropia {
    TablaPropia const* tabla;
    Valores valores;
};
template <class T>
FilaPropia propio(TablaPropia const& tabla, T const& datos) {
    FilaPropia fila{&tabla, {}};
    tabla.ligar(fila.valores, &datos);
    return fila;
}

}  // namespace gestor
