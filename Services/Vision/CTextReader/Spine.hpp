#pragma once
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

/// The center line of a bent line of text, as on a can, and its height.
struct Spine {
    /// Points from the start of the line to its end, at equal distances.
    std::vector<cv::Point2f> points;
    float height;
};

/// Finds the spine of an outline; nothing if the outline is straight enough to be cut out as a rectangle. `box` is the
/// smallest rectangle around it.
std::optional<Spine> spine(const std::vector<cv::Point> &outline, const cv::RotatedRect &box);

/// Cuts out a bent line along its spine and straightens it.
cv::Mat straightened(const cv::Mat &view, const Spine &spine);
