#include "server/metrics.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

namespace gestor {
namespace {

using Out = std::back_insert_iterator<std::string>;
using Threads = std::span<ThreadMetrics const* const>;

std::size_t status_index(unsigned status) {
    auto found = std::lower_bound(kStatuses.begin(), kStatuses.end(), status);
    if (found == kStatuses.end() || *found != status) return 0;  // 0: a status outside the list
    return static_cast<std::size_t>(found - kStatuses.begin());
}
static_assert(std::is_sorted(kStatuses.begin(), kStatuses.end()));

void describe(Out out, std::string_view name, std::string_view type, std::string_view help) {
    fmt::format_to(out, "# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

void scalar(Out out, std::string_view name, bool counter, std::string_view help, std::int64_t value) {
    describe(out, name, counter ? "counter" : "gauge", help);
    fmt::format_to(out, "{} {}\n", name, value);
}

std::string label(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c == '\n') {
            out += "\\n";
            continue;
        }
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

struct Total {  // Total: one operation over all threads
    std::string name;
    std::array<std::int64_t, kStatuses.size()> by_status{};
    std::array<std::int64_t, kBuckets.size() + 1> buckets{};
    std::int64_t micros = 0, bytes = 0, count = 0;
};

std::vector<Total> totals(Threads threads, std::span<std::string_view const> names) {
    std::vector<Total> out;
    for (auto const* t : threads) out.resize(std::max(out.size(), t->operations().size()));
    for (auto const* t : threads) {
        for (std::size_t i = 0; i < t->operations().size(); ++i) {
            auto const& op = t->operations()[i];
            auto& sum = out[i];
            for (std::size_t k = 0; k < kStatuses.size(); ++k) sum.by_status[k] += op.by_status[k].get();
            for (std::size_t k = 0; k < op.buckets.size(); ++k) sum.buckets[k] += op.buckets[k].get();
            sum.micros += op.micros.get();
            sum.bytes += op.bytes.get();
        }
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].name = i < names.size() ? label(names[i]) : "otra";
        for (auto n : out[i].buckets) out[i].count += n;
    }
    std::erase_if(out, [](Total const& t) { return t.count == 0; });
    return out;
}

void render_requests(Out out, std::vector<Total> const& all) {
    describe(out, "gestor_solicitudes_total", "counter", "Solicitudes contestadas, por operación y estado HTTP.");
    for (auto const& t : all)
        for (std::size_t k = 0; k < kStatuses.size(); ++k)
            if (t.by_status[k] > 0)
                fmt::format_to(out, "gestor_solicitudes_total{{operacion=\"{}\",estado=\"{}\"}} {}\n", t.name,
                               kStatuses[k], t.by_status[k]);
    describe(out, "gestor_respuesta_bytes_total", "counter", "Bytes de cuerpo contestados, por operación.");
    for (auto const& t : all)
        fmt::format_to(out, "gestor_respuesta_bytes_total{{operacion=\"{}\"}} {}\n", t.name, t.bytes);
}

void render_latency(Out out, std::vector<Total> const& all) {
    constexpr std::string_view name = "gestor_solicitud_duracion_seconds";
    describe(out, name, "histogram", "Tiempo de proceso de una solicitud, por operación.");
    for (auto const& t : all) {
        std::int64_t below = 0;
        for (std::size_t k = 0; k < kBuckets.size(); ++k) {
            below += t.buckets[k];
            fmt::format_to(out, "{}_bucket{{operacion=\"{}\",le=\"{}\"}} {}\n", name, t.name, kBuckets[k] / 1e6, below);
        }
        fmt::format_to(out, "{}_bucket{{operacion=\"{}\",le=\"+Inf\"}} {}\n", name, t.name, t.count);
        fmt::format_to(out, "{}_sum{{operacion=\"{}\"}} {:.6f}\n", name, t.name, static_cast<double>(t.micros) / 1e6);
        fmt::format_to(out, "{}_count{{operacion=\"{}\"}} {}\n", name, t.name, t.count);
    }
}

template <std::size_t N>
void by_cause(Out out, std::string_view name, std::string_view help, Threads threads,
              std::array<std::string_view, N> const& causes, std::array<Cell, N> ThreadMetrics::*cells) {
    describe(out, name, "counter", help);
    for (std::size_t i = 0; i < N; ++i) {
        std::int64_t n = 0;
        for (auto const* t : threads) n += (t->*cells)[i].get();
        fmt::format_to(out, "{}{{causa=\"{}\"}} {}\n", name, causes[i], n);
    }
}

void render_threads(Out out, Threads threads) {
    auto sum = [&](Cell ThreadMetrics::*cell) {
        std::int64_t n = 0;
        for (auto const* t : threads) n += (t->*cell).get();
        return n;
    };
    using M = ThreadMetrics;
    scalar(out, "gestor_conexiones_abiertas", false, "Conexiones abiertas.", sum(&M::connections_open));
    scalar(out, "gestor_conexiones_total", true, "Conexiones aceptadas.", sum(&M::connections_total));
    by_cause(out, "gestor_conexiones_rechazadas_total", "Conexiones rechazadas por un límite.", threads, kEntries,
             &M::connections_refused);
    scalar(out, "gestor_conexiones_cortadas_total", true, "Conexiones cortadas con bytes que el cliente no recibió.",
           sum(&M::connections_reset));
    scalar(out, "gestor_solicitudes_en_vuelo", false, "Solicitudes en proceso.", sum(&M::requests_in_flight));
    by_cause(out, "gestor_rechazos_total", "Solicitudes rechazadas por su forma, un límite o un plazo.", threads,
             kRefusals, &M::rejected);
}

void render_failures(Out out, Threads threads) {
    describe(out, "gestor_fallas_total", "counter", "Respuestas 5xx, por su causa.");
    for (std::size_t k = 0; k < kCauses.size(); ++k) {
        std::int64_t n = 0;
        for (auto const* t : threads) n += t->failures[k].get();
        fmt::format_to(out, "gestor_fallas_total{{causa=\"{}\"}} {}\n", kCauses[k], n);
    }
}

std::int64_t open_descriptors() {
    std::int64_t n = 0;
    if (DIR* dir = opendir("/proc/self/fd")) {
        while (readdir(dir)) ++n;
        closedir(dir);
    }
    return std::max<std::int64_t>(0, n - 3);  // minus ".", ".." and the opened directory itself
}

void render_samples(Out out, std::span<Sample const> samples) {
    std::string_view last;
    for (auto const& s : samples) {
        auto const name = fmt::format("gestor_{}", s.name);
        if (s.name != std::exchange(last, s.name)) describe(out, name, s.counter ? "counter" : "gauge", s.help);
        fmt::format_to(out, "{}", name);
        if (!s.label.empty()) fmt::format_to(out, "{{{}=\"{}\"}}", s.label, label(s.of));
        if (s.per == 1)
            fmt::format_to(out, " {}\n", s.value);
        else
            fmt::format_to(out, " {:.6f}\n", static_cast<double>(s.value) / static_cast<double>(s.per));
    }
}

struct ProcStat {
    double start_seconds = 0;
    std::int64_t virtual_bytes = 0, resident_bytes = 0;
};

ProcStat read_proc_stat() {
    ProcStat out;
    std::ifstream file("/proc/self/stat");
    std::string text(std::istreambuf_iterator<char>(file), {});
    auto name_end = text.rfind(')');  // the process name may hold any character, also spaces
    if (name_end == text.npos) return out;
    std::vector<std::string_view> words;  // words[0] is field 3 of /proc/self/stat, the state
    for (std::size_t pos = name_end + 2; pos < text.size();) {
        auto end = std::min(text.find(' ', pos), text.size());
        words.push_back(std::string_view(text).substr(pos, end - pos));
        pos = end + 1;
    }
    if (words.size() < 22) return out;
    auto number = [&](std::size_t field) { return std::stoll(std::string(words[field - 3])); };
    std::ifstream stat("/proc/stat");
    std::int64_t boot = 0;
    for (std::string word; stat >> word;)
        if (word == "btime") stat >> boot;
    out.start_seconds =
        static_cast<double>(boot) + static_cast<double>(number(22)) / static_cast<double>(sysconf(_SC_CLK_TCK));
    out.virtual_bytes = number(23);
    out.resident_bytes = number(24) * sysconf(_SC_PAGESIZE);
    return out;
}

void render_process(Out out) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    auto seconds = [](timeval t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
    describe(out, "process_cpu_seconds_total", "counter", "Tiempo de procesador usado.");
    fmt::format_to(out, "process_cpu_seconds_total {:.6f}\n", seconds(usage.ru_utime) + seconds(usage.ru_stime));
    auto stat = read_proc_stat();
    scalar(out, "process_resident_memory_bytes", false, "Memoria residente.", stat.resident_bytes);
    scalar(out, "process_virtual_memory_bytes", false, "Memoria virtual.", stat.virtual_bytes);
    describe(out, "process_start_time_seconds", "gauge", "Inicio del proceso, en segundos desde 1970.");
    fmt::format_to(out, "process_start_time_seconds {:.2f}\n", stat.start_seconds);
    scalar(out, "process_open_fds", false, "Descriptores abiertos.", open_descriptors());
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    scalar(out, "process_max_fds", false, "Descriptores permitidos.", static_cast<std::int64_t>(limit.rlim_cur));
}

}  // namespace

ThreadMetrics::ThreadMetrics(unsigned operations)
    : operations_(std::make_unique<Operation[]>(operations + 1)), count_(operations + 1) {}

void ThreadMetrics::request(unsigned op, unsigned status, std::uint64_t micros, std::uint64_t bytes) {
    auto& o = operations_[std::min<std::size_t>(op, count_ - 1)];
    o.by_status[status_index(status)].add();
    auto bucket = std::lower_bound(kBuckets.begin(), kBuckets.end(), micros) - kBuckets.begin();
    o.buckets[static_cast<std::size_t>(bucket)].add();
    o.micros.add(static_cast<std::int64_t>(micros));
    o.bytes.add(static_cast<std::int64_t>(bytes));
}

void ThreadMetrics::failure(std::string_view cause) {
    auto const known = std::find(kCauses.begin(), kCauses.end() - 1, cause);
    failures[static_cast<std::size_t>(known - kCauses.begin())].add();
}

std::string render_metrics(Threads threads, std::span<std::string_view const> names, std::span<Sample const> samples) {
    std::string text;
    Out out(text);
    auto all = totals(threads, names);
    render_requests(out, all);
    render_latency(out, all);
    render_threads(out, threads);
    render_failures(out, threads);
    render_samples(out, samples);
    render_process(out);
    return text;
}

}  // namespace gestor
