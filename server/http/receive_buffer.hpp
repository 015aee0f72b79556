#pragma once

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <cstring>
#include <memory>
#include <string_view>

namespace gestor {

// ReceiveBuffer: received bytes. Views into the buffer stay valid until consume() or prepare().
class ReceiveBuffer {
public:
    static constexpr std::size_t kIdle = 1024;  // memory of an idle connection; most requests fit

    std::string_view view() const { return {data_.get() + begin_, end_ - begin_}; }
    bool empty() const { return begin_ == end_; }
    void consume(std::size_t n) { begin_ += n; }
    void commit(std::size_t n) { end_ += n; }

    // Makes room for more bytes: a small buffer at first, doubled while a header grows, up to the limit of headers.
    boost::asio::mutable_buffer prepare() {
        auto used = end_ - begin_;
        auto wanted = used == 0 ? kIdle : capacity_;
        if (used * 2 > wanted) wanted *= 2;
        if (wanted != capacity_) {
            auto fresh = std::make_unique_for_overwrite<char[]>(wanted);
            if (used) std::memcpy(fresh.get(), data_.get() + begin_, used);
            data_ = std::move(fresh);
            capacity_ = wanted;
        } else if (begin_ > 0 && used) {
            std::memmove(data_.get(), data_.get() + begin_, used);
        }
        begin_ = 0;
        end_ = used;
        return {data_.get() + end_, capacity_ - end_};
    }
    void assign(std::string_view bytes) {
        capacity_ = std::max(kIdle, bytes.size());
        data_ = std::make_unique_for_overwrite<char[]>(capacity_);
        std::memcpy(data_.get(), bytes.data(), bytes.size());
        begin_ = 0;
        end_ = bytes.size();
    }

private:
    std::unique_ptr<char[]> data_;
    std::size_t capacity_ = 0, begin_ = 0, end_ = 0;
};

}  // namespace gestor
