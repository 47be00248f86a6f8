#include "View.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace {

/// Minimum ratio of height to width of a vertical line (PaddleOCR's value).
constexpr float tall = 1.5f;

} // namespace

View::View(const text_reader_picture &picture, const text_reader_request &request) : request(request) {
    const cv::Mat whole(
        static_cast<int>(picture.height), static_cast<int>(picture.width), CV_8UC3,
        const_cast<uint8_t *>(picture.pixels), picture.stride);
    const cv::Mat part = whole(cv::Rect(
        static_cast<int>(request.x), static_cast<int>(request.y), static_cast<int>(request.width),
        static_cast<int>(request.height)));
    switch (request.quarter_turns) {
    case 1: cv::rotate(part, pixels, cv::ROTATE_90_COUNTERCLOCKWISE); break;
    case 2: cv::rotate(part, pixels, cv::ROTATE_180); break;
    case 3: cv::rotate(part, pixels, cv::ROTATE_90_CLOCKWISE); break;
    default: pixels = part; break;
    }
    turnedSize = pixels.size();
    if (request.enlargement > 1) {
        cv::Mat enlarged;
        cv::resize(pixels, enlarged, {}, request.enlargement, request.enlargement, cv::INTER_CUBIC);
        pixels = enlarged;
    }
    scaleX = static_cast<double>(pixels.cols) / turnedSize.width;
    scaleY = static_cast<double>(pixels.rows) / turnedSize.height;
}

cv::Mat View::straightened(Region &region) const {
    if (region.bow) return ::straightened(pixels, *region.bow);
    cv::Point2f(&corners)[4] = region.corners;
    const int width = std::max(
        {1, static_cast<int>(cv::norm(corners[0] - corners[1])), static_cast<int>(cv::norm(corners[2] - corners[3]))});
    const int height = std::max(
        {1, static_cast<int>(cv::norm(corners[0] - corners[3])), static_cast<int>(cv::norm(corners[1] - corners[2]))});
    const auto right = static_cast<float>(width), bottom = static_cast<float>(height);
    const cv::Point2f target[4] = {{0, 0}, {right, 0}, {right, bottom}, {0, bottom}};
    cv::Mat line;
    cv::warpPerspective(
        pixels, line, cv::getPerspectiveTransform(corners, target), {width, height}, cv::INTER_CUBIC,
        cv::BORDER_REPLICATE);
    if (bottom / right >= tall) {
        cv::rotate(line, line, cv::ROTATE_90_COUNTERCLOCKWISE);
        std::rotate(corners, corners + 1, corners + 4);
    }
    return line;
}

text_reader_point View::inPicture(cv::Point2f point) const {
    const auto x = static_cast<float>(point.x / scaleX), y = static_cast<float>(point.y / scaleY);
    const auto width = static_cast<float>(turnedSize.width), height = static_cast<float>(turnedSize.height);
    cv::Point2f unturned{x, y};
    switch (request.quarter_turns) {
    case 1: unturned = {height - y, x}; break;
    case 2: unturned = {width - x, height - y}; break;
    case 3: unturned = {y, width - x}; break;
    default: break;
    }
    return {unturned.x + static_cast<float>(request.x), unturned.y + static_cast<float>(request.y)};
}

Legibility legibility(const cv::Mat &line) {
    cv::Mat gray;
    cv::cvtColor(line, gray, cv::COLOR_BGR2GRAY);
    size_t brightness[256] = {}, slopes[256] = {};
    size_t pixels = 0, pairs = 0;
    for (int y = 0; y < gray.rows; y++) {
        const uint8_t *row = gray.ptr<uint8_t>(y);
        for (int x = 0; x < gray.cols; x++) {
            brightness[row[x]]++;
            pixels++;
            if (x > 0) {
                slopes[std::abs(row[x] - row[x - 1])]++;
                pairs++;
            }
        }
    }
    const auto quantile = [](const size_t(&counts)[256], size_t total, double share) {
        size_t sum = 0;
        for (int value = 0; value < 256; value++) {
            sum += counts[value];
            if (static_cast<double>(sum) >= share * static_cast<double>(total)) return value;
        }
        return 255;
    };
    // At least a tenth of a line is ink; a fiftieth of its pixels are on the steepest edges.
    const int contrast = quantile(brightness, pixels, 0.95) - quantile(brightness, pixels, 0.05);
    const int slope = pairs == 0 ? 0 : quantile(slopes, pairs, 0.98);
    return {
        static_cast<float>(slope) / static_cast<float>(std::max(contrast, 1)), static_cast<float>(contrast) / 255};
}
