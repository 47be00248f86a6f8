#pragma once
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "CTextReader.h"
#include "OpenVINO.hpp"
#include "Spine.hpp"

/// A quadrilateral that contains text: top left, top right, bottom right, bottom left, in pixels of the view.
struct Region {
    cv::Point2f corners[4];
    float score;
    /// The curve of a bent line, whose quadrilateral is along the chord.
    std::optional<Spine> bow;
};

struct Regions {
    std::vector<Region> text;
    /// Regions too weak to be read but possibly text.
    std::vector<Region> faint;
};

/// Finds lines of text: a network gives a probability for each pixel, and rectangles are put around likely ones (DB,
/// "Real-time Scene Text Detection with Differentiable Binarization").
class Detection {
  public:
    explicit Detection(const openvino::Network &network) : inference(network) {}

    /// `view` has 3 channels of 8 bits: blue, green, red.
    Regions find(const cv::Mat &view, const text_reader_request &request);

  private:
    openvino::Inference inference;
    std::vector<float> input;
};
