#include "server/http/body_budget.hpp"

namespace gestor {

bool BodyBudget::take(std::int64_t owner, std::size_t bytes, std::size_t own) {
    std::lock_guard lock(mutex_);
    if (total_ + bytes > all_) return false;
    auto const mine = held_.find(owner);
    if (mine != held_.end() && mine->second > own && mine->second + bytes > each_) return false;
    held_[owner] += bytes;
    total_ += bytes;
    return true;
}

void BodyBudget::give(std::int64_t owner, std::size_t bytes) {
    std::lock_guard lock(mutex_);
    auto const mine = held_.find(owner);
    if ((mine->second -= bytes) == 0) held_.erase(mine);
    total_ -= bytes;
}

bool BodyCharge::grow_to(BodyBudget& budget, std::int64_t owner, std::size_t bytes) {
    if (bytes <= bytes_) return true;
    if (!budget.take(owner, bytes - bytes_, bytes_)) return false;
    budget_ = &budget;
    owner_ = owner;
    bytes_ = bytes;
    return true;
}

void BodyCharge::shrink_to(std::size_t bytes) {
    if (bytes >= bytes_) return;
    budget_->give(owner_, bytes_ - bytes);
    bytes_ = bytes;
}

}  // namespace gestor
