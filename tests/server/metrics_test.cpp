#include "server/metrics.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <sstream>

BOOST_AUTO_TEST_SUITE(metrics_test)

using namespace gestor;

namespace {
bool has(std::string const& text, std::string const& line) {
    return ("\n" + text).find("\n" + line + "\n") != text.npos;
}
}  // namespace

BOOST_AUTO_TEST_CASE(rendered_text) {
    ThreadMetrics a(2), b(2);
    a.request(0, 200, 90, 10);
    b.request(0, 200, 100, 10);
    b.request(0, 503, 20000000, 5);
    a.request(1, 299, 1, 0);   // a status outside the list counts as 0
    a.request(77, 404, 1, 0);  // an operation outside the list
    a.failure("disco");
    b.failure("disco");
    b.failure("que nadie pensó");
    a.connections_open.add(3);
    b.connections_open.add();
    b.connections_open.add(-2);
    ThreadMetrics const* threads[] = {&a, &b};
    std::string_view const names[] = {"GET /api/\"X\"\\", "POST /y"};
    Sample const samples[] = {{"bitacora_descartes_total", true, "Líneas descartadas.", 7},
                              {"preguntas_total", true, "Preguntas.", 2, 1, "resultado", "bien"},
                              {"preguntas_total", true, "Preguntas.", 1, 1, "resultado", "mal"},
                              {"preguntas_seconds_total", true, "Su tiempo.", 1500, 1'000'000}};
    auto text = render_metrics(threads, names, samples);
    BOOST_TEST(has(text, R"(gestor_solicitudes_total{operacion="GET /api/\"X\"\\",estado="200"} 2)"));
    BOOST_TEST(has(text, R"(gestor_solicitudes_total{operacion="GET /api/\"X\"\\",estado="503"} 1)"));
    BOOST_TEST(has(text, R"(gestor_solicitudes_total{operacion="POST /y",estado="0"} 1)"));
    BOOST_TEST(has(text, R"(gestor_solicitudes_total{operacion="otra",estado="404"} 1)"));
    BOOST_TEST(has(text, R"(gestor_solicitud_duracion_seconds_bucket{operacion="GET /api/\"X\"\\",le="0.0001"} 2)"));
    BOOST_TEST(has(text, R"(gestor_solicitud_duracion_seconds_bucket{operacion="GET /api/\"X\"\\",le="10"} 2)"));
    BOOST_TEST(has(text, R"(gestor_solicitud_duracion_seconds_bucket{operacion="GET /api/\"X\"\\",le="+Inf"} 3)"));
    BOOST_TEST(has(text, R"(gestor_solicitud_duracion_seconds_sum{operacion="GET /api/\"X\"\\"} 20.000190)"));
    BOOST_TEST(has(text, R"(gestor_solicitud_duracion_seconds_count{operacion="GET /api/\"X\"\\"} 3)"));
    BOOST_TEST(has(text, "gestor_conexiones_abiertas 2"));
    BOOST_TEST(has(text, R"(gestor_fallas_total{causa="disco"} 2)"));
    BOOST_TEST(has(text, R"(gestor_fallas_total{causa="otra"} 1)"));
    // 0 before the first failure: a rate needs it.
    BOOST_TEST(has(text, R"(gestor_fallas_total{causa="biblioteca"} 0)"));
    BOOST_TEST(has(text, "gestor_bitacora_descartes_total 7"));
    BOOST_TEST(has(text,
                   "# TYPE gestor_preguntas_total counter\ngestor_preguntas_total{resultado=\"bien\"} 2\n"
                   "gestor_preguntas_total{resultado=\"mal\"} 1"));
    BOOST_TEST(has(text, "gestor_preguntas_seconds_total 0.001500"));
    BOOST_TEST(text.find("process_resident_memory_bytes 0\n") == text.npos);
    BOOST_TEST(text.find("process_start_time_seconds 0.00\n") == text.npos);
    BOOST_TEST(text.back() == '\n');
}

// Each metric is described once, before its samples (promtool checks it in the whole-server tests).
BOOST_AUTO_TEST_CASE(described_once) {
    ThreadMetrics a(1);
    a.request(0, 200, 1, 1);
    ThreadMetrics const* threads[] = {&a};
    std::istringstream text(render_metrics(threads, {}));
    std::set<std::string> seen;
    for (std::string line; std::getline(text, line);) {
        if (!line.starts_with("# TYPE ")) continue;
        BOOST_TEST(seen.insert(line.substr(7, line.find(' ', 7) - 7)).second);
    }
    BOOST_TEST(seen.size() > 10u);
}

BOOST_AUTO_TEST_CASE(bucket_edges) {
    ThreadMetrics a(1);
    for (std::uint64_t micros : {0u, 100u, 101u, 10000000u, 10000001u}) a.request(0, 200, micros, 0);
    auto const& buckets = a.operations()[0].buckets;
    BOOST_TEST(buckets[0].get() == 2);
    BOOST_TEST(buckets[1].get() == 1);
    BOOST_TEST(buckets[15].get() == 1);
    BOOST_TEST(buckets[16].get() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
