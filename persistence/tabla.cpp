#include "persistence/tabla.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "domain/valores/json.hpp"

namespace gestor {
namespace {

bool letra(char c, int (*es)(int)) {
    return es(static_cast<unsigned char>(c)) != 0;
}

// SQL type for an array; the column then takes it by assignment.
std::string_view tipo_sql(Tipo const& tipo) {
    if (tipo.especie == Especie::objeto) return "jsonb";
    switch (tipo.salida) {
        case Salida::entero:
            return "bigint";
        case Salida::decimal:
            return "numeric";
        case Salida::booleano:
            return "boolean";
        case Salida::json:
            return "jsonb";
        case Salida::fecha_hora:
            return "timestamp";
        default:
            return tipo.forma->formato == "date" ? "date" : "text";
    }
}

ValorSql valor_de(Campo const& campo, bool nula, void const* fila) {
    void const* miembro = campo.en(const_cast<void*>(fila));
    if (campo.tipo->especie == Especie::opcional) {
        if (campo.tipo->contar(miembro) == 0) return std::nullopt;
        miembro = campo.tipo->elemento(miembro, 0);
    }
    Tipo const& tipo = campo.tipo->contenido();
    std::string texto;
    if (tipo.especie == Especie::objeto)
        json_escribir(tipo, miembro, texto);
    else
        tipo.escribir(miembro, texto);
    if (nula && (texto.empty() || texto == "0")) return std::nullopt;
    return texto;
}

void citar(std::string& arreglo, ValorSql const& valor) {
    if (!valor) {
        arreglo += "NULL";
        return;
    }
    arreglo += '"';
    for (char const c : *valor) {
        if (c == '"' || c == '\\') arreglo += '\\';
        arreglo += c;
    }
    arreglo += '"';
}

}  // namespace

std::string columna_de(std::string_view campo) {
    std::string salida;
    for (std::size_t i = 0; i < campo.size(); ++i) {
        bool const empieza = letra(campo[i], std::isupper) && i > 0 && letra(campo[i - 1], std::islower);
        if (empieza) salida += '_';
        salida += static_cast<char>(std::tolower(static_cast<unsigned char>(campo[i])));
    }
    return salida;
}

Tabla::Tabla(Tipo const& tipo, std::string_view tabla, std::vector<Excepcion> excepciones, Llave llave)
    : tabla_(tabla), dto_(tipo.nombre), llave_(llave) {
    for (auto const& campo : tipo.campos()) {
        auto const e = std::find_if(excepciones.begin(), excepciones.end(),
                                    [&](Excepcion const& c) { return c.campo == campo.nombre; });
        Excepcion const columna = e == excepciones.end() ? Excepcion{campo.nombre} : *e;
        if (e != excepciones.end()) excepciones.erase(e);
        if (columna.fuera) continue;
        auto const propia = columna.columna.empty() ? columna_de(campo.nombre) : std::string(columna.columna);
        std::string const separador = miembros_.empty() ? "" : ", ";
        auto parametro = dto_ + "_" + std::string(campo.nombre);
        columnas_ += separador + propia;
        parametros_ += separador + ":" + parametro;
        arreglos_ += separador + ":" + parametro + "::" + std::string(tipo_sql(campo.tipo->contenido())) + "[]";
        miembros_.push_back({&campo, std::move(parametro), columna.nula || campo.tipo == tipo_de<IdOCero>()});
    }
    if (!excepciones.empty())
        throw std::logic_error("tabla " + tabla_ + ": no hay miembro " + std::string(excepciones.front().campo));
}

std::string Tabla::insertar(std::string_view valores, std::string_view desde) const {
    bool const suya = llave_ == Llave::del_documento;
    return ", " + dto_ + " AS (INSERT INTO " + tabla_ + " (organizacion_id, " + (suya ? "transaccion_id, " : "") +
           columnas_ + ") SELECT :organizacionId::bigint, " + (suya ? "nueva.transaccion_id, " : "") +
           std::string(valores) + " FROM nueva" + std::string(desde) + ")";
}

std::string Tabla::fila() const {
    return insertar(parametros_, "");
}

std::string Tabla::filas() const {
    return insertar("f.*", " CROSS JOIN unnest(" + arreglos_ + ") f");
}

std::string Tabla::enviadas() const {
    return "(SELECT * FROM unnest(" + arreglos_ + ") AS f (" + columnas_ + "))";
}

void Tabla::ligar(Valores& valores, void const* fila) const {
    for (auto const& m : miembros_) valores.emplace_back(m.parametro, valor_de(*m.campo, m.nula, fila));
}

namespace {
std::vector<TablaPropia const*>& propias() {
    static std::vector<TablaPropia const*> todas;
    return todas;
}
}  // namespace

TablaPropia::TablaPropia(Tipo const& tipo, std::string_view tabla, std::vector<Excepcion> excepciones)
    : Tabla(tipo, tabla, std::move(excepciones)) {
    propias().push_back(this);
}

std::vector<TablaPropia const*> const& TablaPropia::todas() {
    return propias();
}

void Tabla::ligar_todas(Valores& valores, std::vector<void const*> const& filas) const {
    for (auto const& m : miembros_) {
        std::string arreglo = "{";
        for (auto const* fila : filas) {
            if (arreglo.size() > 1) arreglo += ',';
            citar(arreglo, valor_de(*m.campo, m.nula, fila));
        }
        valores.emplace_back(m.parametro, arreglo + "}");
    }
}

}  // namespace gestor
