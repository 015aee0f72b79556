#include "domain/archivos/adjuntar.hpp"

#include <algorithm>
#include <iterator>

#include "domain/archivos/cfdi_documento.hpp"
#include "domain/archivos/consultas.hpp"
#include "domain/archivos/consultas_validar.hpp"
#include "domain/archivos/ofrece.hpp"
#include "domain/compras/ofrece.hpp"
#include "domain/comun/cfdi.hpp"
#include "domain/comun/consultas.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/captura/encabezado.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::archivos {
namespace {

// ---- any file ----

struct Adjunto {
    NombreDeArchivo nombre;
    ClaseDeArchivo const& clase;
    ContenidoNuevo const& contenido;
    std::optional<TipoDeArchivo> tipo{};
};

struct Reconocido {
    std::string validacion;  // judgement that the document has then
    // the fiscal folio was not taken, the seal or the stamp fails, the version is not read, or it is no CFDI
    std::vector<std::string> avisos;
};

// Judges an attached XML.
Reconocido reconocer(Escritura& db, fiscal::Certificados const& del_sat, DocumentoDeCfdi documento,
                     ContenidoNuevo const& contenido) {
    // a file that cannot be read as a CFDI judges only a document without a judgement
    auto const sin_cfdi = [&](std::string_view dicho, std::string aviso) -> Reconocido {
        bool const sin_juicio = documento.validacion == "Sin validar";
        if (sin_juicio)
            db.encolar<sql::documento_validado>("transaccionId"_es(documento.transaccionId), "validacion"_es(dicho));
        return {sin_juicio ? std::string(dicho) : documento.validacion.valor(), {std::move(aviso)}};
    };
    if (contenido.bytes > fiscal::xml_maximo)
        return sin_cfdi("Parcial", "el archivo es demasiado grande para leerse como CFDI");
    auto const bytes = contenido.leer(0, contenido.bytes);
    try {
        auto const cfdi = fiscal::leer_cfdi(bytes);
        auto avisos = avisos_del_sello(cfdi, del_sat);
        documento.recibo = recibo_de(db, cfdi, documento.transaccionId);
        auto reparo = discrepancia(cfdi, documento);
        bool ajeno = reparo && lleva_cfdi(documento);
        if (!reparo) reparo = poner_folio_fiscal(db, cfdi, documento, avisos.empty());
        if (es_su_recibo(cfdi, documento)) reparo.reset();
        if (reparo) avisos = {"no se tomó el folio fiscal del CFDI: " + reparo->mensaje};
        ajeno = ajeno || (reparo && reparo->codigo == codigo::uuid_duplicado);
        return {anotar_juicio(db, cfdi, documento, ajeno, del_sat), std::move(avisos)};
    } catch (fiscal::Ilegible const& e) {
        return sin_cfdi(juicio_de_ilegible(bytes), std::string("no se leyó un CFDI: ") + e.what());
    }
}

struct ReciboUnido {
    std::vector<std::string> avisos;
    bool con_su_factura = false;  // it was attached to an invoice that it pays, whose own CFDI is another
};

// Registers the payment receipt that a supplier issued, attached to a payment of ours or to an invoice that it pays.
ReciboUnido unir_recibo(Escritura& db, Sesion const& sesion, Entorno const& entorno, DocumentoDeCfdi const& d,
                        ContenidoNuevo const& contenido) {
    bool const con_su_pago = es_pago_a_proveedor(d);
    if ((!con_su_pago && d.uuid.vacio()) || contenido.bytes > fiscal::xml_maximo) return {};
    auto const xml = contenido.leer(0, contenido.bytes);
    compras::ReciboLeido recibo;
    try {
        auto const cfdi = fiscal::leer_cfdi(xml);
        if (cfdi.tipoDeComprobante != "P" || cfdi.receptor.rfc != d.rfcPropio.valor()) return {};
        recibo = compras::leer_recibo_de_pago(db, entorno, xml);
    } catch (fiscal::Ilegible const&) {
        return {};
    } catch (Problema const& p) {
        if (p.codigo() == codigo::sello_invalido) return {};  // its judgement says so
        return {{"no se registró el recibo de pago: " + (p.errores().empty() ? p.detalle() : p.errores()[0].mensaje)}};
    }
    if (!con_su_pago && !compras::paga(recibo, d.uuid.valor())) return {};
    ReciboUnido r{{}, !con_su_pago};
    auto const hecho =
        compras::registrar_recibo_de_pago(db, sesion, recibo, con_su_pago ? IdOCero(d.transaccionId) : IdOCero());
    auto const que = con_su_pago ? "recibo de pago: " : "es un recibo de pago, y no el CFDI de la factura: ";
    if (!hecho.sustituido_por.empty()) r.avisos.push_back(que + ("lo sustituye " + hecho.sustituido_por));
    for (auto const& f : hecho.facturas)
        if (r.con_su_factura || f.egreso.empty()) r.avisos.push_back(que + decir(f));
    return r;
}

Archivo guardar(Escritura& db, Sesion const& sesion, Id documento, Adjunto const& a, std::string tipo) {
    return guardar_archivo(
        db, sesion, {documento, a.nombre.nombre, a.nombre.extension, std::move(tipo), std::string(a.clase.contenido)},
        a.contenido);
}

ArchivoAgregado adjuntar(Escritura& db, Sesion const& sesion, Entorno const& entorno, Id transaccionId,
                         Adjunto const& a, Fallas& fallas) {
    if (a.tipo && *a.tipo != "Otro" && a.tipo->valor() != a.clase.tipo)
        fallas.agregar("tipo", codigo::rango, "el contenido es " + std::string(a.clase.tipo));
    fallas.lanzar();
    auto const documento = bloquear_documento(db, transaccionId);
    ArchivoAgregado r;
    r.validacion = documento.validacion;
    std::string tipo(a.tipo ? a.tipo->valor() : a.clase.tipo);
    if (a.clase.tipo == "XML" && (!a.tipo || *a.tipo == "XML")) {
        auto [avisos, con_su_factura] = unir_recibo(db, sesion, entorno, documento, a.contenido);
        if (con_su_factura) {
            tipo = "Otro";
        } else {
            auto x = reconocer(db, entorno.sat->certificados(), documento, a.contenido);
            std::ranges::move(x.avisos, std::back_inserter(avisos));
            r.validacion = Cadena::de_base(x.validacion);
        }
        r.advertencias = advertencias_de(avisos);
    }
    static_cast<Archivo&>(r) = guardar(db, sesion, documento.transaccionId, a, std::move(tipo));
    return r;
}

// ---- a CFDI, and the search for its document ----

struct Candidato {
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    Fecha fecha;
    Dinero total;
    Cadena moneda;
    Booleano igual;    // its total is that of the CFDI
    Booleano exacto;   // its folio too
    Booleano posible;  // or it has no folio to compare
};
DTO(Candidato, transaccionId, tipoDocumento, folio, fecha, total, moneda, igual, exacto, posible)

struct Propia {
    Cadena rfc;
};
DTO(Propia, rfc)

// Document types of a side whose CFDI is of this type.
std::vector<Id> tipos_de(Lado lado, std::string_view clase) {
    std::vector<Id> tipos;
    for (auto const* t : tipos_de_documento())
        if (t->lado == lado && clave_de(t->comprobante) == clase) tipos.emplace_back(t->obj_id);
    return tipos;
}

// Folio of the CFDI as one of our numbers; absent when it is no number.
std::optional<Id> numero_de(fiscal::Cfdi const& cfdi) {
    Id numero;
    if (!cfdi.folio || Id::leer(*cfdi.folio, numero)) return std::nullopt;
    return numero;
}

// Date of the CFDI; absent when unreadable: then no document is searched by date.
std::optional<FechaHora> dia_de(fiscal::Cfdi const& cfdi) {
    FechaHora fecha;
    if (!cfdi.fecha || FechaHora::leer(*cfdi.fecha, fecha)) return std::nullopt;
    return fecha;
}

std::string descripcion(Candidato const& c, fiscal::Cfdi const& cfdi, ImporteCfdi total) {
    auto que = "puede ser " + std::to_string(c.transaccionId.valor()) + ", " + c.tipoDocumento.valor() + " " +
               c.folio.valor() + " del " + texto_de(c.fecha) + " por " + texto_de(c.total) + " " + c.moneda.valor();
    if (c.igual) return que;
    using ConCentavos = Decimal<6, 2>;
    que += ", y el CFDI es por " + texto_de(ConCentavos(total));
    if (!en_moneda(cfdi, c.moneda.valor())) return que + " en otra moneda";
    bool const mas = c.total < total;
    return que + ", " + texto_de(ConCentavos(mas ? total - c.total : c.total - total)) + (mas ? " más" : " menos");
}

[[noreturn]] void no_hallado(std::vector<Candidato> const& candidatos, fiscal::Cfdi const& cfdi, ImporteCfdi total) {
    std::vector<ErrorCampo> errores;
    std::string ids;
    bool const hay = !candidatos.empty(), iguales = hay && candidatos.front().igual;
    for (auto const& c : candidatos) {
        if (iguales && !c.igual) break;
        errores.push_back({"transaccionId", std::string(codigo::no_encontrado), descripcion(c, cfdi, total)});
        ids += (ids.empty() ? "" : ",") + std::to_string(c.transaccionId.valor());
    }
    throw Problema(codigo::no_encontrado,
                   iguales ? "no se sabe qué documento corresponde a ese CFDI; si es uno de éstos, envíe transaccionId"
                   : hay   ? "ningún documento tiene el total de ese CFDI; corrija el suyo o regístrelo"
                           : "ningún documento corresponde a ese CFDI; registre el documento o envíe transaccionId",
                   std::move(errores))
        .con("candidatos", "[" + ids + "]");
}

Id por_datos(Escritura& db, fiscal::Cfdi const& cfdi, Lado lado) {
    auto const total = total_de(cfdi);
    if (!total) throw Problema::en("xml", codigo::cfdi_invalido, "el Total del CFDI no es un importe");
    auto const rfc = rfc_ajeno(cfdi, lado);
    auto const candidatos = db.lista<Candidato, sql::documentos_de_cfdi>(
        "objIds"_es(tipos_de(lado, cfdi.tipoDeComprobante.value_or(""))), "rfc"_es(rfc), "total"_es(*total),
        "serie"_es(cfdi.serie.value_or("")), "folio"_es(cfdi.folio.value_or("")), "numero"_es(numero_de(cfdi)),
        "fecha"_es(dia_de(cfdi)), "generico"_es(es_rfc_generico(rfc)));
    for (auto const cual : {&Candidato::exacto, &Candidato::posible}) {
        auto const hay = std::ranges::count_if(candidatos, [&](auto const& c) { return bool(c.*cual); });
        if (hay == 1)
            return std::ranges::find_if(candidatos, [&](auto const& c) { return bool(c.*cual); })->transaccionId;
        if (hay > 1) break;
    }
    no_hallado(candidatos, cfdi, *total);
}

struct Hallado {
    Id documento;
    Coincidencia coincidencia;
};
Hallado hallar(Escritura& db, fiscal::Cfdi const& cfdi, std::optional<Id> const& explicito) {
    auto const propia = *db.uno<Propia, sql::rfc_de_organizacion>();
    auto const lado = lado_de(cfdi, propia.rfc.valor());
    if (lado == Lado::ninguno)
        throw Problema::en("xml", codigo::cfdi_rfc_no_corresponde,
                           "ni el emisor ni el receptor del CFDI son " + propia.rfc.valor());
    if (explicito) return {*explicito, Coincidencia("Explicita")};
    if (auto const uuid = cfdi.uuid())
        if (auto const suyo = db.uno<DocumentoRelacionado, sql::uuid_registrado>("uuid"_es(*uuid)))
            return {suyo->transaccionId, Coincidencia("Uuid")};
    return {por_datos(db, cfdi, lado), Coincidencia("Datos")};
}

}  // namespace

std::vector<std::string> juzgar_adjunto(Escritura& db, fiscal::Certificados const& del_sat, Id transaccionId,
                                        ContenidoNuevo const& contenido) {
    return reconocer(db, del_sat, bloquear_documento(db, transaccionId), contenido).avisos;
}

ArchivoAgregado agregar(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                        Formulario<ArchivoPeticion> const& p) {
    auto nombre = partir_nombre(p.archivo.nombre);
    auto const* clase = clase_de(nombre.extension);
    if (clase == nullptr)
        throw Problema(codigo::tipo_de_contenido,
                       "no se guardan archivos de esa extensión; se admiten " + extensiones_admitidas());
    Fallas fallas;
    auto const contenido = contenido_de(p.archivo);
    if (auto falla = impropio(*clase, contenido)) fallas.agregar("archivo", falla->codigo, std::move(falla->mensaje));
    if (p.nombre && !p.nombre->vacio()) nombre = unir_nombre(*p.nombre, nombre.extension);
    return adjuntar(db, sesion, entorno, p.transaccionId, {nombre, *clase, contenido, p.tipo}, fallas);
}

ArchivoAgregado agregar_base64(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                               Cuerpo<ArchivoBase64Peticion> const& p) {
    Fallas fallas;
    auto const contenido = contenido_de(p.contenidoBase64.bytes());
    auto const nombre = unir_nombre(p.nombre, p.extension);
    exigir_archivo(nombre.extension, contenido, "", fallas);
    auto const* clase = clase_de(nombre.extension);
    if (clase == nullptr) fallas.lanzar();
    return adjuntar(db, sesion, entorno, p.transaccionId, {nombre, *clase, contenido, p.tipo}, fallas);
}

ArchivoCfdiViewModel agregar_cfdi(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                  Formulario<ArchivoCfdiPeticion> const& p) {
    auto const& clase_pdf = *clase_de("pdf");
    if (p.pdf) {
        Fallas fallas;
        if (auto falla = impropio(clase_pdf, contenido_de(*p.pdf)))
            fallas.agregar("pdf", falla->codigo, std::move(falla->mensaje));
        fallas.lanzar();
    }
    auto const cfdi = leer_cfdi_o_rechazar(p.xml.leer(0, p.xml.bytes), "xml");
    auto avisos = avisos_del_sello(cfdi, entorno.sat->certificados());
    bool const bien_sellado = avisos.empty();
    auto const hallado = hallar(db, cfdi, p.transaccionId ? p.transaccionId->id() : std::nullopt);
    auto documento = bloquear_documento(db, hallado.documento);
    auto const unido = unir_recibo(db, sesion, entorno, documento, contenido_de(p.xml));
    avisos.insert(avisos.end(), unido.avisos.begin(), unido.avisos.end());
    auto validacion = documento.validacion.valor();
    if (!unido.con_su_factura) {
        documento.recibo = recibo_de(db, cfdi, documento.transaccionId);
        auto reparo = discrepancia(cfdi, documento);
        if (!reparo && cfdi.uuid()) reparo = poner_folio_fiscal(db, cfdi, documento, bien_sellado);
        if (es_su_recibo(cfdi, documento)) reparo.reset();
        if (reparo) throw Problema::en("xml", reparo->codigo, std::move(reparo->mensaje));
        validacion = anotar_juicio(db, cfdi, documento, false, entorno.sat->certificados());
    }
    auto const guardar_uno = [&](ArchivoRecibido const& archivo, std::string_view extension) {
        auto const contenido = contenido_de(archivo);
        NombreDeArchivo const nombre{partir_nombre(archivo.nombre).nombre, std::string(extension)};
        auto const& clase = *clase_de(extension);
        return guardar(db, sesion, hallado.documento, {nombre, clase, contenido},
                       std::string(unido.con_su_factura && clase.tipo == "XML" ? "Otro" : clase.tipo));
    };
    ArchivoCfdiViewModel r{hallado.documento,           Cadena::de_base(cfdi.uuid().value_or("")),
                           {guardar_uno(p.xml, "xml")}, hallado.coincidencia,
                           Cadena::de_base(validacion), advertencias_de(avisos)};
    if (p.pdf) r.archivos.push_back(guardar_uno(*p.pdf, "pdf"));
    return r;
}

}  // namespace gestor::archivos
