#pragma once
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "Detection.hpp"

/// The detections shared by all readers. There are fewer than readers, since each takes half a gigabyte after a large
/// picture, and a reader needs one for only half of its time.
class Detectors {
  public:
    Detectors(const openvino::Network &network, size_t count);

    /// Finds lines with a free detection; `whileWaiting` is called repeatedly during the wait and may throw to end it.
    Regions find(
        const cv::Mat &view, const text_reader_request &request, const std::function<void()> &whileWaiting);

  private:
    std::mutex mutex;
    std::condition_variable returned;
    /// Detections that are not in use.
    std::vector<std::unique_ptr<Detection>> idle;

    std::unique_ptr<Detection> take(const std::function<void()> &whileWaiting);
    void release(std::unique_ptr<Detection> detection);
};

/// Number of detections for a number of readers.
constexpr uint32_t detectorsFor(uint32_t readers) { return readers / 2 > 0 ? readers / 2 : 1; }
