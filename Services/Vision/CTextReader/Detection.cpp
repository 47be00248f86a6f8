#include "Detection.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace {

/// The network halves the picture five times, so sides are multiples of this.
constexpr int sideMultiple = 32;
/// Maximum number of outlines processed in one picture, as in PaddleOCR.
constexpr size_t maxOutlines = 1000;
/// Minimum side of an outline, and of the rectangle grown from it, in pixels of the map; PaddleOCR's values.
constexpr float shortestSide = 3, shortestGrownSide = 5;
/// The network marks the core of a line; its rectangle grows by area × this factor / circumference. PaddleOCR uses 1.5.
constexpr float growth = 1.6f;
/// Probability above which a pixel outside all lines counts as faint text.
constexpr float faintThreshold = 0.1f;
/// Maximum number of pixels of a map, as for a photo of 4:3 at 1280; a square at 1280 takes a gigabyte of memory.
constexpr double maxPixels = 1280 * 960;
/// Below this scale pixels are averaged, above it they are interpolated.
constexpr double averagingScale = 0.7;

cv::Size mapSize(cv::Size view, const text_reader_request &request) {
    const double shorter = std::min(view.width, view.height), longer = std::max(view.width, view.height);
    double scale = 1;
    if (shorter < request.detection_shortest) scale = request.detection_shortest / shorter;
    if (longer * scale > request.detection_longest) scale = request.detection_longest / longer;
    scale = std::min(scale, std::sqrt(maxPixels / (shorter * longer)));
    const auto side = [&](int length) {
        return std::max(sideMultiple, static_cast<int>(std::lrint(length * scale / sideMultiple)) * sideMultiple);
    };
    return {side(view.width), side(view.height)};
}

/// Fills the input with one plane per color, values −1…1.
void fill(std::vector<float> &input, const cv::Mat &picture) {
    float table[256];
    for (int value = 0; value < 256; value++) table[value] = (static_cast<float>(value) / 255 - 0.5f) / 0.5f;
    const size_t plane = picture.total();
    input.resize(plane * 3);
    float *blue = input.data(), *green = blue + plane, *red = green + plane;
    for (int y = 0; y < picture.rows; y++) {
        const uint8_t *row = picture.ptr<uint8_t>(y);
        for (int x = 0; x < picture.cols; x++, row += 3) {
            *blue++ = table[row[0]];
            *green++ = table[row[1]];
            *red++ = table[row[2]];
        }
    }
}

/// The mean probability inside a rectangle.
float score(const cv::Mat &map, const cv::Point2f (&corners)[4]) {
    const auto [left, right] = std::minmax({corners[0].x, corners[1].x, corners[2].x, corners[3].x});
    const auto [top, bottom] = std::minmax({corners[0].y, corners[1].y, corners[2].y, corners[3].y});
    const int x0 = std::clamp(cvFloor(left), 0, map.cols - 1), x1 = std::clamp(cvCeil(right), 0, map.cols - 1);
    const int y0 = std::clamp(cvFloor(top), 0, map.rows - 1), y1 = std::clamp(cvCeil(bottom), 0, map.rows - 1);
    cv::Mat mask = cv::Mat::zeros(y1 - y0 + 1, x1 - x0 + 1, CV_8U);
    std::vector<cv::Point> polygon;
    for (const auto &corner : corners) {
        polygon.emplace_back(static_cast<int>(corner.x - x0), static_cast<int>(corner.y - y0));
    }
    cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{polygon}, 1);
    return static_cast<float>(cv::mean(map(cv::Range(y0, y1 + 1), cv::Range(x0, x1 + 1)), mask)[0]);
}

/// Sorts corners in any order into top left, top right, bottom right, bottom left.
void order(cv::Point2f (&corners)[4]) {
    std::sort(corners, corners + 4, [](const auto &a, const auto &b) { return a.x < b.x; });
    if (corners[0].y > corners[1].y) std::swap(corners[0], corners[1]);
    if (corners[2].y > corners[3].y) std::swap(corners[2], corners[3]);
    const cv::Point2f bottomLeft = corners[1];
    corners[1] = corners[2];
    corners[2] = corners[3];
    corners[3] = bottomLeft;
}

/// The mean probability inside an outline; used for bent lines, whose rectangle contains much background.
float score(const cv::Mat &map, const std::vector<cv::Point> &outline) {
    const cv::Rect bounds = cv::boundingRect(outline) & cv::Rect(0, 0, map.cols, map.rows);
    cv::Mat mask = cv::Mat::zeros(bounds.size(), CV_8U);
    cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{outline}, 1, cv::LINE_8, 0, -bounds.tl());
    return static_cast<float>(cv::mean(map(bounds), mask)[0]);
}

struct Candidate {
    cv::RotatedRect grown;
    float score;
    std::optional<Spine> bow;
};

/// How far the outline of a line is moved outwards, because the network marks only its core.
float growthOf(float length, float height) { return length * height * growth / (2 * (length + height)); }

/// A bent line extended by the parts that the network omits at its ends and sides.
Spine grown(Spine bow) {
    const auto length = static_cast<float>(cv::norm(bow.points.back() - bow.points.front()));
    const float distance = growthOf(length, bow.height);
    const auto extend = [&](cv::Point2f &end, const cv::Point2f &inner) {
        end += (end - inner) * (distance / std::max(static_cast<float>(cv::norm(end - inner)), 1e-3f));
    };
    extend(bow.points.front(), bow.points[1]);
    extend(bow.points.back(), bow.points[bow.points.size() - 2]);
    bow.height += 2 * distance;
    return bow;
}

/// The rectangles around the connected parts of a mask.
std::vector<Candidate> candidates(const cv::Mat &mask, const cv::Mat &map, float threshold) {
    std::vector<std::vector<cv::Point>> outlines;
    cv::findContours(mask, outlines, cv::RETR_LIST, cv::CHAIN_APPROX_SIMPLE);
    if (outlines.size() > maxOutlines) outlines.resize(maxOutlines);
    std::vector<Candidate> found;
    for (const auto &outline : outlines) {
        cv::RotatedRect box = cv::minAreaRect(outline);
        if (std::min(box.size.width, box.size.height) < shortestSide) continue;
        cv::Point2f corners[4];
        box.points(corners);
        const auto bow = spine(outline, box);
        const float probability = bow ? score(map, outline) : score(map, corners);
        if (probability < threshold) continue;
        // A rectangle whose outline is moved outwards is a larger rectangle.
        const float distance = growthOf(box.size.width, box.size.height);
        box.size.width += 2 * distance;
        box.size.height += 2 * distance;
        if (std::min(box.size.width, box.size.height) < shortestGrownSide) continue;
        found.push_back({box, probability, bow ? std::optional(grown(*bow)) : std::nullopt});
    }
    return found;
}

/// The quadrilateral between the ends of a bent line, in the reading direction.
void layAlong(const Spine &bow, cv::Point2f (&corners)[4]) {
    const cv::Point2f start = bow.points.front(), end = bow.points.back();
    const cv::Point2f step = (end - start) / std::max(static_cast<float>(cv::norm(end - start)), 1e-3f);
    const cv::Point2f half = cv::Point2f(-step.y, step.x) * (bow.height / 2);
    corners[0] = start - half;
    corners[1] = end - half;
    corners[2] = end + half;
    corners[3] = start + half;
}

std::vector<Region> inView(const std::vector<Candidate> &found, const cv::Mat &map, cv::Size view) {
    std::vector<Region> regions;
    for (const auto &candidate : found) {
        Region region{{}, candidate.score, candidate.bow};
        const float scaleX = static_cast<float>(view.width) / static_cast<float>(map.cols);
        const float scaleY = static_cast<float>(view.height) / static_cast<float>(map.rows);
        if (region.bow) {
            for (auto &point : region.bow->points) point = {point.x * scaleX, point.y * scaleY};
            region.bow->height *= (scaleX + scaleY) / 2;
            layAlong(*region.bow, region.corners);
        } else {
            candidate.grown.points(region.corners);
            for (auto &corner : region.corners) corner = {corner.x * scaleX, corner.y * scaleY};
            order(region.corners);
        }
        for (auto &corner : region.corners) {
            corner.x = std::clamp(corner.x, 0.f, static_cast<float>(view.width - 1));
            corner.y = std::clamp(corner.y, 0.f, static_cast<float>(view.height - 1));
        }
        if (cv::norm(region.corners[0] - region.corners[1]) <= shortestSide) continue;
        if (cv::norm(region.corners[0] - region.corners[3]) <= shortestSide) continue;
        regions.push_back(region);
    }
    return regions;
}

} // namespace

Regions Detection::find(const cv::Mat &view, const text_reader_request &request) {
    const cv::Size size = mapSize(view.size(), request);
    cv::Mat scaled;
    const double scale = static_cast<double>(size.width) / view.cols;
    cv::resize(view, scaled, size, 0, 0, scale < averagingScale ? cv::INTER_AREA : cv::INTER_LINEAR);
    fill(input, scaled);
    const auto output = inference.run(input.data(), {1, 3, size.height, size.width});
    if (output.shape != std::vector<int64_t>{1, 1, size.height, size.width}) {
        throw openvino::InferenceError{"the detection model's output has another shape than its input"};
    }
    const cv::Mat map(size, CV_32F, const_cast<float *>(output.values));

    cv::Mat mask = map > request.pixel_threshold;
    cv::dilate(mask, mask, cv::Mat::ones(2, 2, CV_8U));
    const auto text = candidates(mask, map, request.region_threshold);

    cv::Mat rest = map > faintThreshold;
    for (const auto &candidate : text) {
        cv::Point2f corners[4];
        candidate.grown.points(corners);
        std::vector<cv::Point> polygon(corners, corners + 4);
        cv::fillPoly(rest, std::vector<std::vector<cv::Point>>{polygon}, 0);
    }
    return {inView(text, map, view.size()), inView(candidates(rest, map, faintThreshold), map, view.size())};
}
