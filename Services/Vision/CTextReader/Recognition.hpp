#pragma once
#include <functional>
#include <opencv2/core.hpp>
#include <vector>

#include "CTextReader.h"
#include "Dictionary.hpp"
#include "OpenVINO.hpp"

/// The recognized text of a line.
struct RecognizedText {
    std::vector<text_reader_character> characters;
    float confidence = 0;
};

/// Reads straightened lines: a network gives the probability of each character at each step along the line, and the
/// most likely ones are taken, without repetitions and gaps (connectionist temporal classification).
class Recognition {
  public:
    Recognition(const openvino::Network &network, const Dictionary &dictionary)
        : inference(network), dictionary(dictionary) {}

    /// Calls `beforeBatch` before each use of the network; it may throw to end the work. The result is in the order of
    /// the lines.
    std::vector<RecognizedText> read(const std::vector<cv::Mat> &lines, const std::function<void()> &beforeBatch);

  private:
    void put(const cv::Mat &line, float *into, int width);
    RecognizedText decode(const float *steps, int64_t count, double shownShare) const;

    openvino::Inference inference;
    const Dictionary &dictionary;
    std::vector<float> input;
};
