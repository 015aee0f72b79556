#pragma once
// Rows are written as their DTO declares them: a member is a column, in snake_case. No statement lists the columns of
// such a table again, so that a new field is three edits: the column, the member, its name in the DTO.
#include <string>
#include <string_view>
#include <vector>

#include "persistence/session.hpp"

namespace gestor {

// usoCFDI → uso_cfdi, numRegIdTrib → num_reg_id_trib, claveSAT33 → clave_sat33
std::string columna_de(std::string_view campo);

class Tabla {
public:
    struct Excepcion {  // a member whose column is not simply its own name
        std::string_view campo;
        std::string_view columna{};
        bool nula = false;   // '' and 0 are stored as NULL
        bool fuera = false;  // not a column of this table
    };
    enum class Llave : std::uint8_t { del_documento, propia };  // propia: the DTO names the documents itself

    Tabla(Tipo const& tipo, std::string_view tabla, std::vector<Excepcion> excepciones = {},
          Llave llave = Llave::del_documento);
    Tabla(Tabla const&) = delete;

    // The same members, in the same order: columns, and the parameters of one row, each of the type of its column.
    std::string const& columnas() const { return columnas_; }
    std::string const& parametros() const { return parametros_; }
    // Parts of a statement that has just made a document as `nueva`: one row of it, or many.
    std::string fila() const;
    std::string filas() const;
    // Many rows as a table, for a statement of its own to do with them what it does.
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

// TablaPropia: the row that only one type of document has, as a DTO, and its table.
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
