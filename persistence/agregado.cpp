#include "persistence/agregado.hpp"

#include <algorithm>
#include <stdexcept>

#include "persistence/tabla.hpp"

namespace gestor {
namespace {

bool es_texto(Tipo const& tipo) {
    return tipo.especie == Especie::valor && tipo.forma->clase == Clase::texto &&
           !tipo.forma->formato.starts_with("date");
}

std::string parametro(Campo const& campo) {
    return ":" + std::string(campo.nombre);
}

std::string inquilino(Referencia const& ref) {
    return ref.global ? "" : "organizacion_id = :organizacionId AND ";
}

// SQL that finds the id of the record that a member names by another column.
std::string id_por(Referencia const& ref, Campo const& campo) {
    return "(SELECT " + std::string(ref.llave) + " FROM " + std::string(ref.tabla) + " WHERE " + inquilino(ref) +
           std::string(ref.por) + " = " + parametro(campo) + ")";
}

std::string escritura(Campo const& campo, Columna const& c) {
    if (!c.escribe.empty()) return std::string(c.escribe);
    if (!c.ref.por.empty()) return id_por(c.ref, campo);
    if (campo.tipo->contenido().especie == Especie::objeto) return "coalesce(" + parametro(campo) + "::jsonb, '{}')";
    return c.nula ? "nullif(" + parametro(campo) + ", '')" : parametro(campo);
}

std::string lectura_de(Campo const& campo, Columna const& c, std::string const& columna) {
    auto const alias = " AS \"" + std::string(campo.nombre) + "\"";
    if (!c.lee.empty()) return std::string(c.lee) + alias;
    if (c.ref.por.empty()) return "r." + columna + alias;
    return "(SELECT x." + std::string(c.ref.por) + " FROM " + std::string(c.ref.tabla) + " x WHERE " +
           (c.ref.global ? "" : "x.organizacion_id = r.organizacion_id AND ") + "x." + std::string(c.ref.llave) +
           " = r." + columna + ")" + alias;
}

std::string existencia(Campo const& campo, Referencia const& ref) {
    auto const columna = std::string(ref.por.empty() ? ref.llave : ref.por);
    auto sql = "EXISTS (SELECT 1 FROM " + std::string(ref.tabla) + " WHERE " + inquilino(ref) + columna + " = " +
               parametro(campo) + (es_texto(campo.tipo->contenido()) ? "::text" : "::bigint");
    if (!ref.condicion.empty()) sql += " AND " + std::string(ref.condicion);
    return sql + ") AS \"" + std::string(campo.nombre) + "\"";
}

ValorSql valor_de(Campo const& campo, void const* datos) {
    void const* miembro = campo.en(const_cast<void*>(datos));
    bool const opcional = campo.tipo->especie == Especie::opcional;
    Tipo const& tipo = campo.tipo->contenido();
    if (opcional && campo.tipo->contar(miembro) == 0) return es_texto(tipo) ? ValorSql("") : std::nullopt;
    void const* valor = opcional ? campo.tipo->elemento(miembro, 0) : miembro;
    std::string texto;
    if (tipo.especie == Especie::objeto)
        json_escribir(tipo, valor, texto);
    else
        tipo.escribir(valor, texto);
    return texto;
}

std::string clave_de(std::string_view prefijo, std::string const& numero) {
    return std::string(prefijo) + std::string(6 - std::min<std::size_t>(6, numero.size()), '0') + numero;
}

}  // namespace

Agregado::Agregado(Tipo const& tipo, std::string_view tabla, std::string_view nombre, std::vector<Columna> excepciones,
                   std::string_view llave)
    : tabla_(tabla), nombre_(nombre), llave_(llave.empty() ? tabla_ + "_id" : std::string(llave)) {
    std::string columnas, expresiones, cambios, lecturas;
    for (auto const& campo : tipo.campos()) {
        auto const e = std::find_if(excepciones.begin(), excepciones.end(),
                                    [&](Columna const& c) { return c.campo == campo.nombre; });
        Columna columna = e == excepciones.end() ? Columna{campo.nombre} : *e;
        if (e != excepciones.end()) excepciones.erase(e);
        if (columna.fuera || campo.tipo->contenido().especie == Especie::lista) continue;
        auto const propia = columna.columna.empty() ? columna_de(campo.nombre) : std::string(columna.columna);
        auto const separador = miembros_.empty() ? "" : ", ";
        if (!columna.ref.tabla.empty())
            referencias_ += (referencias_.empty() ? "SELECT " : ", ") + existencia(campo, columna.ref);
        columnas += separador + propia;
        expresiones += separador + escritura(campo, columna);
        cambios += separador + propia + " = " + escritura(campo, columna);
        lecturas += separador + lectura_de(campo, columna, propia);
        miembros_.push_back({&campo, columna, propia});
    }
    if (!excepciones.empty())
        throw std::logic_error("agregado " + tabla_ + ": no hay miembro " + std::string(excepciones.front().campo));
    auto const donde = " WHERE r.organizacion_id = :organizacionId AND r." + llave_ + " = :id";
    auto const valores = ") VALUES (:organizacionId, ";
    auto const regresa = ") RETURNING " + llave_;
    insertar_ = "INSERT INTO " + tabla_ + " (organizacion_id, " + columnas + valores + expresiones + regresa;
    insertar_con_numero_ = "INSERT INTO " + tabla_ + " (organizacion_id, " + llave_ + ", " + columnas + valores +
                           ":id, " + expresiones + regresa;
    actualizar_ = "UPDATE " + tabla_ + " r SET " + cambios + donde;
    bloquear_ = "SELECT " + lecturas + " FROM " + tabla_ + " r" + donde + " FOR NO KEY UPDATE OF r";
    todos().push_back(this);
}

Agregado::~Agregado() {
    std::erase(todos(), this);
}

std::vector<Agregado const*>& Agregado::todos() {
    static std::vector<Agregado const*> hechos;  // filled at start-up, and by import commands: always by one thread
    return hechos;
}

void Agregado::comprobar_todos(Session& sesion) {
    std::vector<Sentencia> sentencias;
    std::vector<Agregado const*> de;
    for (auto const* agregado : todos())
        for (auto const* sql : {&agregado->referencias_, &agregado->insertar_, &agregado->insertar_con_numero_,
                                &agregado->actualizar_, &agregado->bloquear_})
            if (!sql->empty()) sentencias.push_back(compilar(*sql)), de.push_back(agregado);
    std::string falla;
    auto const hechas = sesion.describir(sentencias, falla).size();
    if (hechas < de.size())
        throw std::runtime_error("el agregado " + de[hechas]->tabla_ + " no corresponde al esquema: " + falla);
}

Valores Agregado::valores(void const* datos) const {
    Valores v;
    for (auto const& m : miembros_) v.emplace_back(m.campo->nombre, valor_de(*m.campo, datos));
    return v;
}

void Agregado::comprobar_referencias(Lectura& db, void const* datos,
                                     std::function<bool(std::string_view)> const& enviado) const {
    Fallas fallas;
    fallas_de_referencias(db, datos, enviado, fallas);
    fallas.lanzar();
}

void Agregado::fallas_de_referencias(Lectura& db, void const* datos,
                                     std::function<bool(std::string_view)> const& enviado, Fallas& fallas) const {
    if (referencias_.empty()) return;
    auto const filas = db.consultar(referencias_, valores(datos));
    std::size_t i = 0;
    for (auto const& m : miembros_) {
        auto const& ref = m.columna.ref;
        if (ref.tabla.empty()) continue;
        auto const valor = valor_de(*m.campo, datos);
        bool const existe = filas.filas[0][i++] == ValorSql("t");
        bool const cero =
            valor == ValorSql("0") && !es_texto(m.campo->tipo->contenido());  // IdOCero: 0 is the same as absent
        bool const ninguna = !valor || valor->empty() || cero;
        if (existe || ninguna || !enviado(m.campo->nombre)) continue;
        auto const* const mensaje = ref.codigo == codigo::clave_sat_invalida
                                        ? "no es una clave vigente del catálogo del SAT"
                                        : (ref.condicion == "activo" ? "no existe o está inactivo" : "no existe");
        fallas.agregar(std::string(m.campo->nombre), ref.codigo, mensaje);
    }
}

// numero_libre: next number of the table's sequence whose key is free; a number whose key a user typed by hand is
// skipped.
Id Agregado::numero_libre(Escritura& db, Miembro const& miembro, std::string& clave) const {
    auto const siguiente = "SELECT nextval(pg_get_serial_sequence('" + tabla_ + "', '" + llave_ + "')) AS id";
    auto const& normalizada = miembro.columna.normalizada;
    auto const tomada = "SELECT 1 FROM " + tabla_ + " WHERE organizacion_id = :organizacionId AND " +
                        (normalizada.empty() ? miembro.nombre : std::string(normalizada)) + " = :clave";
    constexpr int intentos = 1000;
    for (int i = 0; i < intentos; ++i) {
        auto const numero = db.consultar(siguiente).filas[0][0].value();
        clave = clave_de(miembro.columna.prefijo, numero);
        if (db.consultar(tomada, {{"clave", clave}}).vacia()) return Id(std::stoll(numero));
    }
    Fallas fallas;
    fallas.agregar(std::string(miembro.campo->nombre), codigo::requerido,
                   "no se pudo generar una clave libre; envíela");
    fallas.lanzar();
    return {};
}

Id Agregado::insertar(Escritura& db, void const* datos) const {
    auto v = valores(datos);
    for (std::size_t i = 0; i < miembros_.size(); ++i) {
        if (miembros_[i].columna.prefijo.empty() || !v[i].second->empty()) continue;
        auto const id = numero_libre(db, miembros_[i], *v[i].second);
        v.emplace_back("id", sql_de(id));
        db.consultar(insertar_con_numero_, std::move(v));
        return id;
    }
    return Id(std::stoll(db.consultar(insertar_, std::move(v)).filas[0][0].value()));
}

void Agregado::actualizar(Escritura& db, Id id, void const* datos) const {
    auto v = valores(datos);
    // a cleared key becomes the key made from the record's number again
    for (std::size_t i = 0; i < miembros_.size(); ++i)
        if (auto const& prefijo = miembros_[i].columna.prefijo; !prefijo.empty() && v[i].second->empty())
            v[i].second = clave_de(prefijo, std::to_string(id.valor()));
    v.emplace_back("id", sql_de(id));
    db.consultar(actualizar_, std::move(v));
}

void Agregado::bloquear(Escritura& db, Id id, void* datos) const {
    auto const filas = db.consultar(bloquear_, {{"id", sql_de(id)}});
    if (filas.vacia()) throw Problema(codigo::no_encontrado, "no existe " + nombre_ + " con ese identificador");
    db.comprobar_version(id);
    for (std::size_t i = 0; i < miembros_.size(); ++i) {
        auto const& campo = *miembros_[i].campo;
        auto const& texto = filas.filas[0][i];
        bool const opcional = campo.tipo->especie == Especie::opcional;
        if (!texto || (opcional && texto->empty())) continue;  // a text without value is stored as ''
        void* destino = opcional ? campo.tipo->agregar(campo.en(datos)) : campo.en(datos);
        Tipo const& tipo = campo.tipo->contenido();
        if (tipo.especie == Especie::objeto) {
            Fallas fallas;
            json_leer(tipo, json_leer(*texto), destino, std::string(campo.nombre), fallas);
            if (!fallas.vacio())
                throw std::logic_error(tabla_ + "." + miembros_[i].nombre + " difiere del valor guardado");
        } else {
            tipo.de_base(*texto, destino);
        }
    }
}

// One statement finds and locks the record. A record that another transaction renames meanwhile is compared again after
// the lock, and no longer matches.
std::optional<Id> Agregado::buscar(Escritura& db, std::string_view columna, std::string_view texto) const {
    auto const filas =
        db.consultar("SELECT " + llave_ + " FROM " + tabla_ + " WHERE organizacion_id = :organizacionId AND " +
                         std::string(columna) + " = upper(:texto::text) FOR NO KEY UPDATE",
                     {{"texto", sql_de(texto)}});
    if (filas.vacia()) return std::nullopt;
    return Id(std::stoll(filas.filas[0][0].value()));
}

std::optional<Id> Agregado::buscar_por(Lectura& db, std::string_view campo, std::string_view texto) const {
    auto const m = std::find_if(miembros_.begin(), miembros_.end(),
                                [&](Miembro const& otro) { return otro.campo->nombre == campo; });
    if (m == miembros_.end()) throw std::logic_error("agregado " + tabla_ + ": no hay miembro " + std::string(campo));
    auto const filas =
        db.consultar("SELECT " + llave_ + " FROM " + tabla_ + " WHERE organizacion_id = :organizacionId AND " +
                         m->nombre + " = " + escritura(*m->campo, m->columna),
                     {{campo, sql_de(texto)}});
    if (filas.vacia()) return std::nullopt;
    return Id(std::stoll(filas.filas[0][0].value()));
}

}  // namespace gestor
