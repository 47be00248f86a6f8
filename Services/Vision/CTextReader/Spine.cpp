#include "Spine.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace {

/// Number of places along a line at which its outline is measured; enough for a quadratic curve.
constexpr int measures = 17;
/// A line is bent if its middle is this far from the chord between its ends, in heights of the outline.
constexpr float bowed = 0.35f;
/// Minimum length of a bent line, in heights.
constexpr float longEnough = 4;

struct Span {
    float low, high;
};

/// The points where a cut across the line at `along` enters and leaves the outline.
std::optional<Span> cut(const std::vector<cv::Point2f> &outline, float along) {
    Span span{INFINITY, -INFINITY};
    for (size_t index = 0; index < outline.size(); index++) {
        const auto &from = outline[index], &to = outline[(index + 1) % outline.size()];
        if ((from.x < along) == (to.x < along)) continue;
        const float across = from.y + (to.y - from.y) * (along - from.x) / (to.x - from.x);
        span = {std::min(span.low, across), std::max(span.high, across)};
    }
    return span.high >= span.low ? std::optional(span) : std::nullopt;
}

} // namespace

std::optional<Spine> spine(const std::vector<cv::Point> &outline, const cv::RotatedRect &box) {
    const bool isWide = box.size.width >= box.size.height;
    const float length = std::max(box.size.width, box.size.height);
    const double angle = (isWide ? box.angle : box.angle + 90) * CV_PI / 180;
    cv::Point2f forward(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
    // Lines are read to the right, steep ones downwards.
    const bool isSteep = std::abs(forward.y) > std::abs(forward.x);
    if ((isSteep ? forward.y : forward.x) < 0) forward = -forward;
    const cv::Point2f across(-forward.y, forward.x);

    std::vector<cv::Point2f> local;
    for (const auto &point : outline) {
        const cv::Point2f offset = cv::Point2f(point) - box.center;
        local.emplace_back(offset.dot(forward), offset.dot(across));
    }
    // The middle as a quadratic curve through the measured cuts.
    cv::Mat terms(0, 3, CV_32F), middles(0, 1, CV_32F);
    std::vector<float> heights;
    for (int measure = 0; measure < measures; measure++) {
        const float along = length * ((static_cast<float>(measure) + 0.5f) / measures - 0.5f);
        const auto span = cut(local, along);
        if (!span) continue;
        terms.push_back(cv::Mat(cv::Matx13f(1, along, along * along)));
        middles.push_back((span->low + span->high) / 2);
        heights.push_back(span->high - span->low + 1);
    }
    if (heights.size() < measures / 2) return std::nullopt;
    cv::Mat curve;
    cv::solve(terms, middles, curve, cv::DECOMP_SVD);
    std::nth_element(heights.begin(), heights.begin() + static_cast<long>(heights.size() / 2), heights.end());
    const float height = heights[heights.size() / 2];
    const float depth = std::abs(curve.at<float>(2)) * length * length / 4;
    if (depth < bowed * height || length < longEnough * height) return std::nullopt;

    Spine found{{}, height};
    for (int measure = 0; measure < measures; measure++) {
        const float along = length * (static_cast<float>(measure) / (measures - 1) - 0.5f);
        const float middle = curve.at<float>(0) + along * (curve.at<float>(1) + along * curve.at<float>(2));
        found.points.push_back(box.center + forward * along + across * middle);
    }
    return found;
}

cv::Mat straightened(const cv::Mat &view, const Spine &spine) {
    std::vector<float> reached{0};
    for (size_t index = 1; index < spine.points.size(); index++) {
        reached.push_back(reached.back() + static_cast<float>(cv::norm(spine.points[index] - spine.points[index - 1])));
    }
    const int width = std::max(1, static_cast<int>(reached.back())), height = std::max(1, static_cast<int>(spine.height));
    cv::Mat xs(height, width, CV_32F), ys(height, width, CV_32F);
    size_t piece = 0;
    for (int column = 0; column < width; column++) {
        while (piece + 2 < spine.points.size() && reached[piece + 1] <= static_cast<float>(column)) piece++;
        const cv::Point2f step = spine.points[piece + 1] - spine.points[piece];
        const float length = std::max(reached[piece + 1] - reached[piece], 1e-3f);
        const cv::Point2f middle = spine.points[piece] + step * ((static_cast<float>(column) - reached[piece]) / length);
        const cv::Point2f across = cv::Point2f(-step.y, step.x) / length;
        for (int row = 0; row < height; row++) {
            const cv::Point2f place = middle + across * (static_cast<float>(row) + 0.5f - spine.height / 2);
            xs.at<float>(row, column) = place.x;
            ys.at<float>(row, column) = place.y;
        }
    }
    cv::Mat line;
    cv::remap(view, line, xs, ys, cv::INTER_CUBIC, cv::BORDER_REPLICATE);
    return line;
}
