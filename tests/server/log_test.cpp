#include "server/log.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <memory>
#include <sstream>

BOOST_AUTO_TEST_SUITE(log_test)

using namespace gestor;
using namespace std::literals;

namespace {

std::string quoted(std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
}

struct TempDir {
    TempDir() {
        char name[] = "/tmp/gestor_log_XXXXXX";
        path = mkdtemp(name);
    }
    ~TempDir() {
        for (auto f : {"/a", "/b"}) ::unlink((path + f).c_str());
        ::rmdir(path.c_str());
    }
    std::string path;
};

std::vector<std::string> lines(std::string const& path) {
    std::ifstream file(path);
    std::vector<std::string> out;
    for (std::string line; std::getline(file, line);) out.push_back(line);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(escaping) {
    std::pair<std::string_view, std::string_view> const rows[] = {
        {"hola", "\"hola\""},
        {"a\"b\\c", R"("a\"b\\c")"},
        {"a\r\nb\t", R"("a\r\nb\t")"},
        {"\0\x01\x1b\x7f"sv, R"("\u0000\u0001\u001b\u007f")"},
        {"ñandú €😀", "\"ñandú €😀\""},
        {"\xff\xfe", R"("\ufffd\ufffd")"},
        {"\xc3", R"("\ufffd")"},
        {"\xc0\xaf", R"("\ufffd\ufffd")"},                      // overlong
        {"\xed\xa0\x80", R"("\ufffd\ufffd\ufffd")"},            // surrogate
        {"\xf4\x90\x80\x80", R"("\ufffd\ufffd\ufffd\ufffd")"},  // past U+10FFFF
        {"\xc2\x85", R"("\u0085")"},                            // NEL breaks lines for some readers
        {"\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xae", R"("\u2028\u2029\u202e")"},
    };
    for (auto const& [in, out] : rows) BOOST_TEST(quoted(in) == out);
}

// Every pair of bytes comes out as one line of JSON that an independent parser reads.
BOOST_AUTO_TEST_CASE(every_pair_of_bytes) {
    for (unsigned a = 0; a < 256; ++a) {
        for (unsigned b = 0; b < 256; ++b) {
            char const text[] = {'x', static_cast<char>(a), static_cast<char>(b), 'y'};
            auto out = quoted({text, 4});
            for (char c : out) BOOST_REQUIRE(static_cast<unsigned char>(c) >= 0x20);
            boost::system::error_code ec;
            boost::json::parse(out, ec);
            BOOST_REQUIRE(!ec);
        }
    }
}

BOOST_AUTO_TEST_CASE(lines_of_many_threads_arrive_whole) {
    TempDir dir;
    auto file = dir.path + "/a";
    {
        LogSink sink(file, 64u << 20);
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&sink, t] {
                Log log(sink, sink);
                for (int i = 0; i < 5000; ++i)
                    log.access("{\"t\":" + std::to_string(t) + ",\"i\":" + std::to_string(i) + "}");
                log.event(LogLevel::error, "fin\nfalso", {{"ruta", "/a\"b\n{}"}, {"\x1b", "\xff"}});
            });
        }
        for (auto& t : threads) t.join();
        BOOST_TEST(sink.dropped() == 0u);
    }
    auto all = lines(file);
    BOOST_TEST(all.size() == 4u * 5001u);
    int next[4] = {};
    for (auto const& line : all) {
        auto object = boost::json::parse(line).as_object();
        if (!object.contains("t")) continue;
        auto t = object["t"].as_int64();
        BOOST_REQUIRE(object["i"].as_int64() == next[t]++);  // in order within a thread
    }
    struct stat info {};
    ::stat(file.c_str(), &info);
    BOOST_TEST((info.st_mode & 0007) == 0u);
}

BOOST_AUTO_TEST_CASE(injected_line_ends_do_not_make_lines) {
    TempDir dir;
    {
        LogSink sink(dir.path + "/a", 1u << 20);
        Log log(sink, sink);
        log.access("{\"a\":1}\n{\"falso\":1}");
    }
    BOOST_TEST(lines(dir.path + "/a").size() == 1u);
}

BOOST_AUTO_TEST_CASE(reopen_after_rotation) {
    TempDir dir;
    auto a = dir.path + "/a", b = dir.path + "/b";
    {
        LogSink sink(a, 1u << 20);
        LogSink::Producer log(sink);
        log.line("uno");
        while (lines(a).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        BOOST_REQUIRE(::rename(a.c_str(), b.c_str()) == 0);
        sink.reopen();
        log.line("dos");
    }
    BOOST_TEST(lines(b).size() == 1u);
    BOOST_TEST(lines(a).size() == 1u);
}

// A pipe without a reader: the logging thread goes on, lines beyond the bound are counted, and the end does not hang.
BOOST_AUTO_TEST_CASE(never_blocks) {
    TempDir dir;
    auto path = dir.path + "/a";
    BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
    auto sink = std::make_unique<LogSink>(path, 1u << 20);
    {
        LogSink::Producer log(*sink);
        std::string const line(1000, 'x');
        for (int i = 0; i < 3000; ++i) log.line(line);
        BOOST_TEST(sink->dropped() > 0u);
    }
    sink.reset();
    ::close(reader);
}

BOOST_AUTO_TEST_CASE(off_and_unusable) {
    LogSink off("no", 1u << 20);
    BOOST_TEST(!off.enabled());
    Log log(off, off);
    log.access("x");
    BOOST_CHECK_THROW(LogSink("/no/existe/x", 1u << 20), std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()
