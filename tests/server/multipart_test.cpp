// multipart/form-data as a table: bytes and their parts. Every row is also cut in two at every byte and fed byte by
// byte, because the parts must not depend on the packets.
#include "server/http/multipart.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

#include "domain/operacion/operacion.hpp"
#include "domain/valores/base64.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/texto.hpp"
#include "server/http/upload.hpp"

BOOST_AUTO_TEST_SUITE(multipart_test)

using namespace gestor;
using namespace std::literals;

namespace {

struct Seen final : PartReceiver {
    std::vector<std::string> parts;  // name|filename|content
    void part(Part const& p) override { parts.push_back(p.name + "|" + p.filename.value_or("-") + "|"); }
    void data(std::string_view bytes) override {
        BOOST_TEST(!bytes.empty());
        parts.back() += bytes;
    }
};

struct Outcome {
    std::vector<std::string> parts;
    std::string error;
    bool done = false;
    bool operator==(Outcome const&) const = default;
};
std::ostream& operator<<(std::ostream& os, Outcome const& o) {
    for (auto const& p : o.parts) os << '[' << p << ']';
    return os << " error " << o.error << " done " << o.done;
}

Outcome parse(std::string_view body, std::size_t first, std::size_t step) {
    Seen seen;
    MultipartParser parser("b0", seen);
    parser.feed(body.substr(0, first));
    for (auto at = first; at < body.size(); at += step) parser.feed(body.substr(at, step));
    return {seen.parts, std::string(parser.error()), parser.done()};
}

Outcome parse_every_way(std::string const& body) {
    auto const whole = parse(body, body.size(), 1);
    BOOST_TEST(parse(body, 0, 1) == whole);
    for (std::size_t cut = 0; cut <= body.size(); ++cut) BOOST_TEST(parse(body, cut, body.size() + 1) == whole);
    return whole;
}

std::string const file_head = "Content-Disposition: form-data; name=\"archivo\"; filename=\"a.png\"\r\n\r\n";
std::string one(std::string const& head, std::string const& content = "x") {
    return "--b0\r\n" + head + content + "\r\n--b0--\r\n";
}
std::string disposition(std::string const& parameters) {
    return one("Content-Disposition: form-data" + parameters + "\r\n\r\n");
}

constexpr auto bad_header = "el encabezado de una parte no es válido";
constexpr auto bad_disposition = "Content-Disposition de una parte no es válido";
constexpr auto no_name = "una parte no tiene nombre (Content-Disposition)";
constexpr auto bad_separator = "un separador de las partes no es válido";
constexpr auto no_separator = "el cuerpo no comienza con su separador";

}  // namespace

BOOST_AUTO_TEST_CASE(content_survives_whatever_it_holds) {
    for (auto const& content :
         {""s, "x"s, "\r"s, "\n"s, "\r\n"s, "\r\r\n"s, "\r\n-"s, "\r\n--"s, "\r\n--b"s, "\r\n--b1"s, "\r\r\n--b\r\n--"s,
          "--b0"s, "--b0--"s, "\n--b0"s, "\r--b0"s, "\r\n\r\n"s, "\r\n--b\r\n--b"s, std::string("\0\xff\0", 3)})
        BOOST_TEST(parse_every_way(one(file_head, content)) == (Outcome{{"archivo|a.png|" + content}, "", true}));
}

BOOST_AUTO_TEST_CASE(shapes_of_a_body) {
    struct Row {
        std::string body;
        Outcome wanted;
    };
    std::string const text = "Content-Disposition: form-data; name=nota\r\n\r\n";
    std::string many, too_many;
    for (std::size_t i = 0; i < MultipartParser::max_parts; ++i) many += "--b0\r\n" + text + "\r\n";
    too_many = many + "--b0\r\n" + text + "\r\n--b0--";
    many += "--b0--";
    std::string const long_header = "X: " + std::string(MultipartParser::max_header, 'x') + "\r\n";
    for (auto const& [body, wanted] : std::vector<Row>{
             {"--b0--\r\n", {{}, "", true}},
             {"--b0\r\n" + file_head + "uno\r\n--b0 \t\r\n" + text + "dos\r\n--b0--ignored",
              {{"archivo|a.png|uno", "nota|-|dos"}, "", true}},
             {many, {std::vector<std::string>(MultipartParser::max_parts, "nota|-|"), "", true}},
             {too_many,
              {std::vector<std::string>(MultipartParser::max_parts, "nota|-|"), "hay demasiadas partes", false}},
             {"", {{}, "", false}},
             {"--b", {{}, "", false}},
             {"--b0\r\n" + file_head + "cut", {{"archivo|a.png|cut"}, "", false}},
             {"--b0\r\n" + file_head + "cut\r\n--b0-", {{"archivo|a.png|cut"}, "", false}},
             {"--b0\r\nContent-Dispo", {{}, "", false}},
             {"preamble\r\n--b0\r\n" + file_head, {{}, no_separator, false}},
             {"\r\n--b0\r\n" + file_head, {{}, no_separator, false}},
             {"--other\r\n" + file_head, {{}, no_separator, false}},
             {"--b0x\r\n" + file_head, {{}, bad_separator, false}},
             {"--b0\n" + file_head, {{}, bad_separator, false}},
             {"--b0\rX" + file_head, {{}, bad_separator, false}},
             {"--b0-\r\n" + file_head, {{}, bad_separator, false}},
             {"--b0\r\n" + file_head + "x\r\n--b0y", {{"archivo|a.png|x"}, bad_separator, false}},
             {"--b0\r\n" + long_header, {{}, "el encabezado de una parte es demasiado grande", false}},
         })
        BOOST_TEST(parse_every_way(body) == wanted, body.substr(0, 200));
}

BOOST_AUTO_TEST_CASE(headers_of_a_part) {
    struct Row {
        std::string body, part, error;
    };
    for (auto const& [body, part, error] : std::vector<Row>{
             // names
             {disposition("; name=\"archivo\"; filename=\"a b.png\""), "archivo|a b.png|x", ""},
             {disposition(";name=archivo;filename=a.png"), "archivo|a.png|x", ""},
             {disposition("; NAME=\"archivo\"; FileName=\"a.png\"; size=3"), "archivo|a.png|x", ""},
             {disposition("; name=\"archivo\""), "archivo|-|x", ""},
             {disposition("; name=\"archivo\"; filename=\"\""), "archivo||x", ""},
             {disposition("; name=\"archivo\"; filename=\"a \\\"b\\\" \\\\.png\""), "archivo|.png|x", ""},
             {disposition("; name=\"archivo\"; filename=\"a \\\"b\\\".png\""), "archivo|a \"b\".png|x", ""},
             {disposition("; name=\"archivo\"; filename=\"a %22b%22.png\""), "archivo|a \"b\".png|x", ""},
             {disposition("; name=\"archivo\"; filename=\"a;b=c.png\""), "archivo|a;b=c.png|x", ""},
             {disposition("; name=\"archivo\"; filename=\"C:\\fotos\\niño.png\""), "archivo|niño.png|x", ""},
             {disposition("; name=\"archivo\"; filename=\"../../etc/passwd\""), "archivo|passwd|x", ""},
             {disposition("; name=\"archivo\"; filename*=UTF-8''ni%C3%B1o%20%27.png"), "archivo|niño '.png|x", ""},
             {disposition("; name=\"archivo\"; filename=\"nino.png\"; filename*=utf-8'es'ni%c3%b1o.png"),
              "archivo|niño.png|x", ""},
             {disposition("; name=\"archivo\"; filename*=UTF-8''..%2F..%2Fx.png"), "archivo|x.png|x", ""},
             // other headers
             {one("content-disposition:form-data; name=a\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: "
                  "binary\r\n\r\n"),
              "a|-|x", ""},
             {one("Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n"), "",
              "no se admite Content-Transfer-Encoding"},
             {one("Content-Type: image/png\r\n\r\n"), "", no_name},
             {one("\r\n"), "", no_name},
             {one("Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n\r\n"), "",
              bad_disposition},
             {one("Content-Disposition: form-data; name=a\r\n folded\r\n\r\n"), "", bad_header},
             {one("Content-Disposition: form-data; name=a\nX: y\r\n\r\n"), "", bad_header},
             {one("Content-Disposition: form-data; name=a\0\r\n\r\n"s), "", bad_header},
             {one("Content-Disposition form-data\r\n\r\n"), "", bad_header},
             {one(": x\r\n\r\n"), "", bad_header},
             // hostile dispositions
             {disposition(""), "", bad_disposition},
             {disposition("; name=\"\""), "", bad_disposition},
             {disposition("; filename=\"a.png\""), "", bad_disposition},
             {disposition("; name=\"a\"; name=\"b\""), "", bad_disposition},
             {disposition("; name=a; filename=x; filename=y"), "", bad_disposition},
             {disposition("; name=\"a"), "", bad_disposition},
             {disposition("; name=\"a\" filename=x"), "", bad_disposition},
             {disposition("; name"), "", bad_disposition},
             {disposition("; name=\"a\x01\""), "", bad_disposition},
             {disposition("; name=\"a\"; filename=\"\xff.png\""), "", bad_disposition},
             {disposition("; name=\"a\"; filename=\"" + std::string(251, 'x') + "\""), "", bad_disposition},
             {disposition("; name=a; filename*=latin1''a.png"), "", bad_disposition},
             {disposition("; name=a; filename*=UTF-8''%zz.png"), "", bad_disposition},
             {disposition("; name=a; filename*=UTF-8''%4"), "", bad_disposition},
             {disposition("; name=a; filename*=UTF-8''%00.png"), "", bad_disposition},
             {disposition("; name=a; filename*=a.png"), "", bad_disposition},
             {one("Content-Disposition: attachment; name=a\r\n\r\n"), "", bad_disposition},
         }) {
        auto const wanted = error.empty() ? Outcome{{part}, "", true} : Outcome{{}, error, false};
        BOOST_TEST(parse_every_way(body) == wanted, body.substr(0, 200));
    }
}

BOOST_AUTO_TEST_CASE(boundaries) {
    std::string const seventy(70, 'a');
    for (auto const& [type, wanted] : std::vector<std::pair<std::string, std::string>>{
             {"multipart/form-data; boundary=b0", "b0"},
             {"multipart/form-data;BOUNDARY=\"b 0:(x)\"; charset=utf-8", "b 0:(x)"},
             {"multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
              "----WebKitFormBoundary7MA4YWxkTrZu0gW"},
             {"multipart/form-data; boundary=" + seventy, seventy},
             {"multipart/form-data; boundary=" + seventy + "a", ""},
             {"multipart/form-data", ""},
             {"multipart/form-data; boundary", ""},
             {"multipart/form-data; boundary=", ""},
             {"multipart/form-data; boundary=\"\"", ""},
             {"multipart/form-data; boundary=\"b0 \"", ""},
             {"multipart/form-data; boundary=\"b\"0", ""},
             {"multipart/form-data; boundary=\"b0", ""},
             {"multipart/form-data; boundary=b0; boundary=b1", ""},
             {"multipart/form-data; boundary=\"b\\\"0\"", ""},
             {"multipart/form-data; boundary=b@0", ""},
             {"multipart/form-data; boundary=ñ", ""},
         })
        BOOST_TEST(multipart_boundary(type).value_or("") == wanted, type);
}

// ---- use of the parts ----

namespace {

std::string const folder = "/tmp";
BodyBudget places(2, 2);  // a form with two files

struct Form {
    ArchivoDe<100'000> archivo;
    std::optional<ArchivoDe<10>> otro;
    std::optional<Texto<10>> nota;
};
DTO(Form, archivo, otro, nota)

std::string told(ArchivoRecibido const& file) {
    return file.nombre + " " + std::to_string(file.bytes) + " ";
}

// Values of the form, or its faults.
std::string upload(std::string const& body, std::string* content = nullptr, std::string* hash = nullptr) {
    Upload u("b0", folder, *tipo_de<Form>());
    BOOST_TEST(u.enter(places, 1));
    BOOST_TEST(!Upload("b0", folder, *tipo_de<Form>()).enter(places, 2));  // one upload at a time
    for (std::size_t at = 0; at < body.size(); at += 4097)
        if (!u.take(std::string_view(body).substr(at, 4097))) return "too large";
    Form form;
    Fallas faults;
    formulario_leer(*tipo_de<Form>(), &u.finish(), &form, faults);
    if (content != nullptr) *content = form.archivo.leer(0, 1'000'000);
    if (hash != nullptr) *hash = form.archivo.hash;
    auto all = told(form.archivo) + (form.otro ? told(*form.otro) : "") + (form.nota ? form.nota->valor() + " " : "");
    for (auto const& f : faults.lista()) all += f.campo + " " + f.codigo + ";";
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(forms) {
    auto const file = [](std::string const& name, std::string const& content) {
        return "--b0\r\nContent-Disposition: form-data; name=" + name + "; filename=\"a.png\"\r\n\r\n" + content +
               "\r\n";
    };
    auto const text = [](std::string const& name, std::string const& content) {
        return "--b0\r\nContent-Disposition: form-data; name=" + name + "\r\n\r\n" + content + "\r\n";
    };
    auto const form = [](auto const&... parts) { return upload((std::string() + ... + parts) + "--b0--"); };
    BOOST_TEST(form(file("archivo", "abc")) == "a.png 3 ");
    BOOST_TEST(form(file("archivo", "")) == "a.png 0 ");
    BOOST_TEST(form(text("nota", " hola "), file("otro", "12"), file("archivo", "abc")) == "a.png 3 a.png 2 hola ");
    BOOST_TEST(form(file("archivo", "1"), text("nota", "")) == "a.png 1 ");
    BOOST_TEST(form(file("archivo", "1"), file("archivo", "22")) == " 0 archivo DUPLICADO;");
    BOOST_TEST(form(file("archivo", "1"), text("nota", "x"), text("nota", "")) == "a.png 1  nota DUPLICADO;");
    BOOST_TEST(form(file("archivo", "1"), text("nota", "a"), text("nota", "b"), file("x", "y")) ==
               "a.png 1  nota DUPLICADO;x DESCONOCIDO;");
    BOOST_TEST(form(text("archivos", "x")) == " 0 archivo REQUERIDO;archivos DESCONOCIDO;");
    BOOST_TEST(form(text("archivo", "x")) == " 0 archivo FORMATO;");
    BOOST_TEST(form(file("archivo", "1"), file("nota", "x")) == "a.png 1  nota FORMATO;");
    BOOST_TEST(form(file("archivo", "1"), text("nota", "12345678901")) == "a.png 1  nota LONGITUD;");
    BOOST_TEST(form(file("archivo", "1"), text("nota", std::string(1'000'000, 'x'))) == "a.png 1  nota LONGITUD;");
    BOOST_TEST(form(file("archivo", "1"), text("nota", "\xff")) == "a.png 1  nota FORMATO;");
    BOOST_TEST(upload(one("Content-Disposition: form-data; name=archivo; filename=\"\"\r\n\r\n", "")) ==
               " 0 archivo REQUERIDO;");
    BOOST_TEST(form() == " 0 archivo REQUERIDO;");
    BOOST_TEST(upload("") == " 0 cuerpo FORMATO;");
    BOOST_TEST(upload("--b0\r\n" + file_head + "1\r\n--b0") == " 0 cuerpo FORMATO;");
    BOOST_TEST(upload("x") == " 0 cuerpo FORMATO;");
    BOOST_TEST(form(file("archivo", std::string(100'000, 'z'))) == "a.png 100000 ");
    BOOST_TEST(form(file("archivo", std::string(100'001, 'z'))) == "too large");
    BOOST_TEST(form(file("archivo", "1"), file("otro", "12345678901"), file("archivo", "1")) == "too large");
    Form nothing;
    Fallas faults;
    formulario_leer(*tipo_de<Form>(), nullptr, &nothing, faults);  // without a body
    BOOST_TEST(faults.lista().size() == 1u);
    BOOST_TEST(Upload("b0", folder, *tipo_de<Form>()).enter(places, 2));  // each upload has returned its place
}

namespace {

struct InJson {
    Base64<10> xmlBase64;
};
DTO(InJson, xmlBase64)

}  // namespace

BOOST_AUTO_TEST_CASE(either_as_it_came) {
    using Either = FormularioOCuerpo<Form, InJson>;
    using Read = detalle::Argumento<Either const&>;
    Accion action{Hace(Retirada())};
    Read::describir(action);
    BOOST_TEST((action.formulario == tipo_de<Form>() && action.cuerpo == tipo_de<InJson>()));
    auto const read = [](Llamada const& call, std::string& told) {
        Fallas faults;
        std::size_t next = 0;
        auto const which = Read::leer(call, next, faults).index();
        for (auto const& f : faults.lista()) told += f.campo + " " + f.codigo + ";";
        return which;
    };
    std::string told;
    Recepcion const parts{{{"archivo", "", ArchivoRecibido()}}, ""}, nothing;
    Llamada call;
    call.recepcion = &parts;
    BOOST_TEST(read(call, told) == 0u);
    call.recepcion = nullptr;
    call.cuerpo = R"({"xmlBase64": "AAAA"})";
    BOOST_TEST(read(call, told) == 1u);
    BOOST_TEST(told == "");
    call.cuerpo = "";
    BOOST_TEST(read(call, told) == 1u);
    call.recepcion = &nothing;
    BOOST_TEST(read(call, told) == 0u);
    BOOST_TEST(told == "xmlBase64 REQUERIDO;archivo REQUERIDO;");
}

BOOST_AUTO_TEST_CASE(spooled_content_is_what_was_sent) {
    std::string sent, content, hash;
    for (int i = 0; i < 30'000; ++i) sent += i % 7 == 0 ? "\r\n" : i % 5 == 0 ? "\r" : std::to_string(i % 10);
    BOOST_TEST(upload(one(file_head, sent), &content, &hash).starts_with("a.png "));
    BOOST_TEST((content == sent));
    BOOST_TEST(hash.size() == 64u);
    BOOST_TEST(upload(one(file_head, "abc"), &content, &hash) == "a.png 3 ");
    BOOST_TEST(hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_CASE(no_room_is_found_out_at_the_end) {
    std::string const nowhere = "/nonexistent";
    Upload u("b0", nowhere, *tipo_de<Form>());
    BOOST_TEST(u.take(one(file_head)));
    BOOST_CHECK_THROW(u.finish(), std::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
