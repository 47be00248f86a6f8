#pragma once
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

/// The middle of a line of text that is bowed, as on a can, and how high the line is across it.
struct Spine {
    /// From the start of the line to its end, at equal distances.
    std::vector<cv::Point2f> points;
    float height;
};

/// Finds the spine of an outline; nothing when the outline is straight enough to be cut out as a rectangle.
/// `box` is the smallest rectangle around it.
std::optional<Spine> spine(const std::vector<cv::Point> &outline, const cv::RotatedRect &box);

/// Cuts a bowed line out along its spine.
cv::Mat straightened(const cv::Mat &view, const Spine &spine);
