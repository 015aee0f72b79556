// Upload: the body of a form operation, parsed while it arrives; its files are spooled, counted and hashed.
#pragma once

#include <openssl/evp.h>

#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "domain/operacion/subida.hpp"
#include "server/http/body_budget.hpp"
#include "server/http/http.hpp"
#include "server/http/multipart.hpp"

namespace gestor {

class Upload final : public BodySink, private PartReceiver {
public:
    Upload(std::string_view boundary, std::string const& folder, Tipo const& form)
        : parser_(boundary, *this), folder_(folder), form_(form) {}
    // Takes a place among the uploads of the process, because each file holds a descriptor and room on the disk. False:
    // no place for this owner.
    bool enter(BodyBudget& places, std::int64_t owner);

    bool take(std::string_view bytes) override;
    // finish: called once, after the whole body. Throws the error that prevented the spooling of a file.
    Recepcion const& finish();

private:
    void part(Part const& p) override;
    void data(std::string_view bytes) override;
    void flush();
    void close();

    struct FreeDigest {
        void operator()(EVP_MD_CTX* c) const { EVP_MD_CTX_free(c); }
    };
    MultipartParser parser_;
    std::string const& folder_;
    Tipo const& form_;
    BodyCharge places_;
    Recepcion reception_;
    // State of the part that began last:
    bool text_ = false;      // whether it is kept as a text
    std::uint64_t max_ = 0;  // bytes, of a part spooled as a file
    std::shared_ptr<Temporal> spool_;
    std::unique_ptr<EVP_MD_CTX, FreeDigest> digest_;
    std::string buffer_;  // collects the parser's pieces, which may be as small as one byte
    bool too_large_ = false;
    bool finished_ = false;
    std::exception_ptr failure_;
};

}  // namespace gestor
