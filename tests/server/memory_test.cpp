// Endless bodies and unread answers: their memory is bounded and is released. No test asserts a duration, only
// outcomes.
#include <boost/test/unit_test.hpp>

#include <vector>

#include "raw_client.hpp"
#include "server/http/body_budget.hpp"

BOOST_AUTO_TEST_SUITE(memory_test)

using namespace gestor;
using namespace gestor::test;

namespace {

std::string post(std::string const& path, std::size_t announced, std::size_t sent) {
    return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(announced) + "\r\n\r\n" +
           std::string(sent, 'x');
}

// Room for one body of 100,000 bytes in a buffer that was doubled, and not for two.
constexpr auto kRoom = "225000";

std::int64_t refused_for(TestServer& s, Refusal cause) {
    return s.shared.metrics.rejected[static_cast<std::size_t>(cause)].get();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_budget_of_all_and_of_each) {
    BodyBudget budget(100, 60);
    BOOST_TEST(budget.take(1, 60));
    BOOST_TEST(!budget.take(1, 1));
    BOOST_TEST(budget.take(2, 40));
    BOOST_TEST(!budget.take(3, 1));  // no owner has room now
    budget.give(1, 30);
    BOOST_TEST(budget.take(3, 30));
    budget.give(2, 40);
    budget.give(3, 30);
    budget.give(1, 30);
    BOOST_TEST(budget.take(4, 70));  // more than the share, allowed to the only request of an owner
    BOOST_TEST(!budget.take(4, 1));
    budget.give(4, 70);
    BOOST_TEST(budget.take(1, 30));
    {
        BodyCharge charge;
        BOOST_TEST(charge.grow_to(budget, 1, 20));
        BOOST_TEST(charge.grow_to(budget, 1, 10));  // the charge already has it
        BOOST_TEST(charge.grow_to(budget, 1, 30));
        BOOST_TEST(!charge.grow_to(budget, 1, 31));  // 30 are already charged
        BOOST_TEST(!budget.take(1, 1));
    }
    BOOST_TEST(budget.take(1, 30));
}

// A body, and then the XML read from it, may exceed the share of an owner that holds nothing else.
BOOST_AUTO_TEST_CASE(one_request_may_pass_the_share_of_its_owner) {
    BodyBudget budget(100, 60);
    BodyCharge alone, other;
    BOOST_TEST(alone.grow_to(budget, 1, 10));
    BOOST_TEST(alone.grow_to(budget, 1, 65));
    BOOST_TEST(!other.grow_to(budget, 1, 1));
    alone.shrink_to(10);
    BOOST_TEST(alone.bytes() == 10U);
    BOOST_TEST(other.grow_to(budget, 1, 50));
    BOOST_TEST(!alone.grow_to(budget, 1, 65));
}

BOOST_AUTO_TEST_CASE(bodies_that_never_end) {
    TestServer s({{"cuerpos-memoria-organizacion", kRoom}});
    RawClient first(s.port), second(s.port), other(s.port);
    first.send(post("/de/1", 100'001, 100'000));
    second.send(post("/de/1", 100'001, 100'000));
    // One of the two finds no room; the kernel decides which.
    BOOST_TEST(eventually([&] { return refused_for(s, Refusal::memory) == 1; }));
    other.send(post("/de/2", 100'000, 100'000));  // the memory of another owner is free
    BOOST_TEST(other.read().status() == 200);
    first.send("x");
    second.send("x");
    auto const a = first.read(), b = second.read();
    BOOST_TEST(a.status() + b.status() == 200 + 503);
    auto const& refused = a.status() == 503 ? a : b;
    BOOST_TEST(refused.has("Retry-After: 1"));
    BOOST_TEST(refused.has("Connection: close"));
    // The memory is free again.
    for (int i = 0; i < 5; ++i) {
        RawClient again(s.port);
        again.send(post("/de/1", 100'000, 100'000));
        BOOST_TEST(again.read().status() == 200);
    }
}

BOOST_AUTO_TEST_CASE(without_a_tenant_it_is_the_address) {
    TestServer s({{"cuerpos-memoria-organizacion", kRoom}, {"proxies-confiables", "127.0.0.1"}});
    auto const from = [](std::string const& address) {
        auto request = post("/", 100'001, 100'000);
        return request.insert(request.find("Content-Length"), "X-Forwarded-For: " + address + "\r\n");
    };
    RawClient a(s.port), b(s.port), c(s.port);
    a.send(from("192.0.2.1"));
    b.send(from("192.0.2.2"));
    for (auto* each : {&a, &b}) {
        each->send("x");
        BOOST_TEST(each->read().status() == 200);
    }
    BOOST_TEST(refused_for(s, Refusal::memory) == 0);
    a.send(from("192.0.2.1"));
    c.send(from("192.0.2.1"));
    BOOST_TEST(eventually([&] { return refused_for(s, Refusal::memory) == 1; }));
}

// An announced Content-Length takes no memory; only arrived bytes do.
BOOST_AUTO_TEST_CASE(memory_grows_with_what_arrives) {
    TestServer s({{"cuerpos-memoria-organizacion", kRoom}});
    RawClient a(s.port), b(s.port), c(s.port);
    for (auto* each : {&a, &b, &c}) each->send(post("/de/1", 30'000'000, 2'000));
    RawClient good(s.port);
    good.send(post("/de/1", 60'000, 60'000));
    BOOST_TEST(good.read().status() == 200);
    BOOST_TEST(refused_for(s, Refusal::memory) == 0);
}

// A fast beginning of a body does not allow a later pause.
BOOST_AUTO_TEST_CASE(a_body_that_stops) {
    TestServer s({{"cuerpo-espera-segundos", "1"}});
    RawClient c(s.port);
    c.send(post("/", 10'000'000, 5'000'000));
    BOOST_TEST(c.read().status() == 408);
    BOOST_TEST(c.closed());
    BOOST_TEST(refused_for(s, Refusal::deadline) == 1);
}

// A peer that does not read its answer is cut off in every phase of the connection, and the kernel discards the bytes
// it held: a plain close would have delivered them all.
BOOST_AUTO_TEST_CASE(answers_that_nobody_reads) {
    struct Row {
        char const* what;
        char const* path;
        char const* headers;
        bool end_sending;
    };
    Row const rows[] = {
        {"while it is written", "/grande", "", false},
        {"on an idle connection", "/mediano", "", false},
        {"after the last answer", "/mediano", "Connection: close\r\n", false},
        {"after the peer's end", "/mediano", "", true},
        {"a large one after the peer's end", "/grande", "", true},
    };
    for (auto const& row : rows) BOOST_TEST_CONTEXT(row.what) {
            TestServer s({{"escritura-segundos", "1"}});
            RawClient c(s.port, 4096);
            c.get(row.path, row.headers);
            if (row.end_sending) c.end_sending();
            BOOST_TEST(eventually([&] { return s.shared.handled == 1; }));
            BOOST_TEST(eventually([&] { return s.shared.metrics.connections_open.get() == 0; }));
            BOOST_TEST(s.shared.metrics.connections_reset.get() == 1);
            BOOST_TEST(c.reset());
        }
}

// A peer that leaves without reading frees its connection at once; only a slow reader gets a minute.
BOOST_AUTO_TEST_CASE(whoever_leaves_owes_nothing) {
    struct Row {
        char const* what;
        char const* path;
        char const* headers;
        bool end_sending;
    };
    Row const rows[] = {
        {"while it is written", "/grande", "", false},
        {"on an idle connection", "/mediano", "", false},
        {"after the last answer", "/mediano", "Connection: close\r\n", false},
        {"after the peer's end", "/mediano", "", true},
    };
    for (auto const& row : rows) BOOST_TEST_CONTEXT(row.what) {
            TestServer s({{"escritura-segundos", "60"}});
            {
                RawClient c(s.port, 4096);
                c.get(row.path, row.headers);
                if (row.end_sending) c.end_sending();
                BOOST_TEST(eventually([&] { return s.shared.handled == 1; }));
            }
            BOOST_TEST(eventually([&] { return s.shared.metrics.connections_open.get() == 0; }));
        }
}

// Beyond 1 MB of unread bytes in all, the connections with the oldest unread answers are cut; the others stay.
BOOST_AUTO_TEST_CASE(unread_answers_of_all_are_bounded) {
    TestServer s({{"envios-memoria", "1048576"}});
    std::vector<std::unique_ptr<RawClient>> clients;
    auto const ask = [&](std::size_t until) {
        while (clients.size() < until) {
            clients.push_back(std::make_unique<RawClient>(s.port, 4096));
            clients.back()->get("/mediano");
            BOOST_TEST(eventually([&] { return s.shared.handled == static_cast<int>(clients.size()); }));
        }
    };
    ask(9);
    BOOST_TEST(s.shared.metrics.connections_reset.get() == 0);
    ask(20);
    auto const resets = s.shared.metrics.connections_reset.get();
    BOOST_TEST(resets >= 8);
    BOOST_TEST(resets <= 12);
    BOOST_TEST(clients.front()->reset());
    BOOST_TEST(clients.back()->read().body.size() == 100'000U);
}

BOOST_AUTO_TEST_CASE(a_long_answer_without_room_is_refused_and_room_is_made) {
    TestServer s({{"envios-memoria", "1048576"}});
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 9; ++i) {
        clients.push_back(std::make_unique<RawClient>(s.port, 4096));
        clients.back()->get("/mediano");
        BOOST_TEST(eventually([&] { return s.shared.handled == i + 1; }));
    }
    RawClient reader(s.port);
    reader.get("/pregunta");
    BOOST_TEST(reader.read().status() == 503);
    BOOST_TEST(eventually([&] {
        reader.get("/pregunta");
        return reader.read().status() == 200;
    }));
    BOOST_TEST(s.shared.metrics.connections_reset.get() >= 1);
    BOOST_TEST(clients.front()->reset());
    BOOST_TEST(clients.back()->read().body.size() == 100'000U);
}

BOOST_AUTO_TEST_CASE(whoever_reads_slowly_gets_it_all) {
    struct Row {
        char const* headers;
        bool end_sending;
    };
    for (auto const& row : {Row{"Connection: close\r\n", false}, Row{"", true}}) {
        TestServer s;
        RawClient c(s.port, 4096), other(s.port);
        c.get("/mediano", row.headers);
        if (row.end_sending) c.end_sending();
        BOOST_TEST(eventually([&] { return s.shared.handled == 1; }));
        other.get("/");  // the same thread answers it, after its first look at the other connection
        BOOST_TEST(other.read().status() == 200);
        other.end_sending();
        BOOST_TEST(c.read().body.size() == 100'000U);
        BOOST_TEST(c.closed());
        BOOST_TEST(eventually([&] { return s.shared.metrics.connections_open.get() == 0; }));
        BOOST_TEST(s.shared.metrics.connections_reset.get() == 0);
    }
}

BOOST_AUTO_TEST_CASE(a_trusted_proxy_brings_many) {
    TestServer s({{"conexiones-por-direccion", "2"}, {"proxies-confiables", "127.0.0.1"}});
    RawClient a(s.port), b(s.port), c(s.port);
    for (auto* each : {&a, &b, &c}) {
        each->get("/");
        BOOST_TEST(each->read().status() == 200);
    }
    TestServer strict({{"conexiones-por-direccion", "1"}});
    RawClient d(strict.port), e(strict.port);
    d.get("/");
    BOOST_TEST(d.read().status() == 200);
    BOOST_TEST(e.read().status() == 503);
    BOOST_TEST(strict.shared.metrics.connections_refused[static_cast<std::size_t>(Entry::address)].get() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
