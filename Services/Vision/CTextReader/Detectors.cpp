#include "Detectors.hpp"

#include <chrono>
#include <utility>

namespace {

/// Interval at which a waiting reader checks whether it was stopped.
constexpr std::chrono::milliseconds waitInterval{20};

} // namespace

Detectors::Detectors(const openvino::Network &network, size_t count) {
    for (size_t index = 0; index < count; index++) idle.push_back(std::make_unique<Detection>(network));
}

Regions Detectors::find(
    const cv::Mat &view, const text_reader_request &request, const std::function<void()> &whileWaiting) {
    struct Loan {
        Detectors &owner;
        std::unique_ptr<Detection> detection;
        ~Loan() { owner.release(std::move(detection)); }
    };
    const Loan loan{*this, take(whileWaiting)};
    return loan.detection->find(view, request);
}

std::unique_ptr<Detection> Detectors::take(const std::function<void()> &whileWaiting) {
    std::unique_lock lock(mutex);
    while (!returned.wait_for(lock, waitInterval, [&] { return !idle.empty(); })) {
        lock.unlock();
        whileWaiting();
        lock.lock();
    }
    auto detection = std::move(idle.back());
    idle.pop_back();
    return detection;
}

void Detectors::release(std::unique_ptr<Detection> detection) {
    {
        const std::lock_guard lock(mutex);
        idle.push_back(std::move(detection));
    }
    returned.notify_one();
}
