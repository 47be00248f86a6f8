#include "Recognition.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>

namespace {

/// Height of a line in pixels, as trained.
constexpr int lineHeight = 48;
/// Minimum width of the input; without space behind them, shorter lines are recognized slightly worse.
constexpr int narrowest = 320;
/// Maximum width of the input, about 300 characters; longer lines are compressed.
constexpr int widest = 3200;
/// Widths are rounded up to a multiple of this, so that few input shapes occur.
constexpr int widthMultiple = 32;
/// Maximum number of lines, and of columns of pixels, per batch.
constexpr size_t maxLines = 6;
constexpr int maxColumns = 2400;

int width(const cv::Mat &line) {
    return std::clamp(
        static_cast<int>(std::ceil(static_cast<double>(lineHeight) * line.cols / line.rows)), 1, widest);
}

int roundedUp(int width) {
    return (std::max(width, narrowest) + widthMultiple - 1) / widthMultiple * widthMultiple;
}

} // namespace

std::vector<RecognizedText> Recognition::read(
    const std::vector<cv::Mat> &lines, const std::function<void()> &beforeBatch) {
    std::vector<RecognizedText> texts(lines.size());
    std::vector<size_t> order(lines.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return std::pair(width(lines[a]), a) < std::pair(width(lines[b]), b);
    });

    size_t first = 0;
    while (first < order.size()) {
        const int columns = roundedUp(width(lines[order[first]]));
        size_t end = first + 1;
        // Only lines of the same rounded width share a batch, so that no time is spent on empty columns.
        while (end < order.size() && end - first < maxLines && roundedUp(width(lines[order[end]])) == columns
               && static_cast<int>(end - first + 1) * columns <= maxColumns) {
            end++;
        }
        beforeBatch();
        const size_t plane = static_cast<size_t>(lineHeight) * columns;
        input.assign((end - first) * 3 * plane, 0);
        for (size_t index = first; index < end; index++) {
            put(lines[order[index]], input.data() + (index - first) * 3 * plane, columns);
        }
        const auto count = static_cast<int64_t>(end - first);
        const auto output = inference.run(input.data(), {count, 3, lineHeight, columns});
        if (output.shape.size() != 3 || output.shape[0] != count
            || output.shape[2] != static_cast<int64_t>(dictionary.classes())) {
            throw openvino::InferenceError{"the recognition model's output does not fit its dictionary"};
        }
        const int64_t steps = output.shape[1];
        for (size_t index = first; index < end; index++) {
            const double share = static_cast<double>(width(lines[order[index]])) / columns;
            texts[order[index]] = decode(
                output.values + static_cast<int64_t>(index - first) * steps * output.shape[2], steps, share);
        }
        first = end;
    }
    return texts;
}

/// Writes a line with values −1…1, one plane per color, padded with 0 on the right.
void Recognition::put(const cv::Mat &line, float *into, int columns) {
    cv::Mat scaled;
    cv::resize(line, scaled, {width(line), lineHeight});
    const size_t plane = static_cast<size_t>(lineHeight) * columns;
    for (int y = 0; y < scaled.rows; y++) {
        const uint8_t *row = scaled.ptr<uint8_t>(y);
        float *out = into + static_cast<size_t>(y) * columns;
        for (int x = 0; x < scaled.cols; x++, row += 3, out++) {
            for (size_t channel = 0; channel < 3; channel++) {
                out[channel * plane] = static_cast<float>(row[channel]) / 127.5f - 1;
            }
        }
    }
}

RecognizedText Recognition::decode(const float *steps, int64_t count, double shownShare) const {
    RecognizedText text;
    const size_t classes = dictionary.classes();
    size_t last = 0;
    for (int64_t step = 0; step < count; step++, steps += classes) {
        const size_t best = std::max_element(steps, steps + classes) - steps;
        if (best != 0 && best != last) {
            const double position = (static_cast<double>(step) + 0.5) / static_cast<double>(count) / shownShare;
            text.characters.push_back(
                {dictionary.scalar(best), static_cast<float>(std::min(1.0, position)), steps[best]});
            text.confidence += steps[best];
        }
        last = best;
    }
    if (!text.characters.empty()) text.confidence /= static_cast<float>(text.characters.size());
    return text;
}
