#pragma once
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "Detection.hpp"

/// The detections that all readers share: fewer than readers, since each holds half a gigabyte once it has seen a large
/// picture, and a reader needs one for half of its time only.
class Detectors {
  public:
    Detectors(const openvino::Network &network, size_t count);

    /// Finds lines with whichever is free; `whileWaiting` is called now and then, and may throw to give up.
    Regions find(
        const cv::Mat &view, const text_reader_request &request, const std::function<void()> &whileWaiting);

  private:
    std::mutex mutex;
    std::condition_variable returned;
    /// Those that nobody uses.
    std::vector<std::unique_ptr<Detection>> idle;

    std::unique_ptr<Detection> take(const std::function<void()> &whileWaiting);
    void release(std::unique_ptr<Detection> detection);
};

/// How many detections so many readers share.
constexpr uint32_t detectorsFor(uint32_t readers) { return readers / 2 > 0 ? readers / 2 : 1; }
