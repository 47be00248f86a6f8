#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <vector>

#include "CFoodRecognizer.h"
#include "OpenVINO.hpp"

struct food_recognizer_engine {
    openvino::Library library;
    openvino::Network finder;
    openvino::Network classifier;
    std::optional<openvino::Network> vocabulary;
    int vocabularySide;
    /// OpenCV's interpolation of crops for the open vocabulary.
    int vocabularyScaling;

    explicit food_recognizer_engine(const food_recognizer_options &options)
        : library(options.library_directory),
          finder(library, options.finder_model, {options.workers, options.threads, options.precision}),
          classifier(library, options.classifier_model, {options.workers, options.threads, options.precision}),
          vocabularySide(static_cast<int>(options.vocabulary_side)),
          vocabularyScaling(options.vocabulary_is_cubic ? cv::INTER_CUBIC : cv::INTER_LINEAR) {
        if (options.vocabulary_model == nullptr) return;
        const openvino::Compilation how{options.workers, options.threads, options.precision};
        vocabulary.emplace(library, options.vocabulary_model, how);
    }
};

struct food_recognizer {
    const food_recognizer_engine &engine;
    openvino::Inference finder;
    openvino::Inference classifier;
    std::optional<openvino::Inference> vocabulary;
    /// The photo in red, green, blue, not larger than the models' input.
    cv::Mat photo;
    std::vector<float> input, boxes, corners;

    explicit food_recognizer(const food_recognizer_engine &engine)
        : engine(engine), finder(engine.finder), classifier(engine.classifier) {
        if (engine.vocabulary) vocabulary.emplace(*engine.vocabulary);
    }

    food_recognizer_view look(const food_recognizer_picture &picture);
    food_recognizer_names name(const food_recognizer_box &box, float padding);
    food_recognizer_embedding embed(const food_recognizer_box &box, float padding);
    food_recognizer_outline outline(const food_recognizer_box &box);

  private:
    void fill(const cv::Mat &image);
    cv::Mat crop(const food_recognizer_box &box, float padding, int target, int scaling) const;
};

namespace {

/// An argument is invalid.
struct Invalid {
    const char *text;
};

/// Maximum side of the photo, and the input sides of the two models.
constexpr int longest = 640, finderSide = 416, classifierSide = 240;
/// A crop reduced below this scale is blurred first to avoid aliasing.
constexpr double strongShrinking = 0.6, blurOfShrinking = 0.4;
/// Maximum side of the picture for outlines, and the margin around a box as a fraction of its longer side.
constexpr int outlineSide = 96;
constexpr double outlineAround = 0.2;
/// As fractions of a box: the ellipse that is certainly food, the ellipse that may be food, and the minimum and maximum
/// area of an outline.
constexpr double surelyFood = 0.45, maybeFood = 1.0, minFilled = 0.2, maxFilled = 1.0;
/// Number of GrabCut rounds (Rother and others, SIGGRAPH 2004).
constexpr int outlineRounds = 3;
/// Maximum side of a picture; the decoder's own limit.
constexpr uint32_t maxSide = 12000;
/// Number of parts of each side for which sharpness is measured.
constexpr int parts = 4;

void say(food_recognizer_message *message, const char *text) {
    if (message != nullptr) std::snprintf(message->text, sizeof message->text, "%s", text);
}

/// Converts every exception into a status, because none may leave the C interface.
template <typename Work> food_recognizer_status guarded(food_recognizer_message *message, const Work &work) {
    try {
        work();
        return FOOD_RECOGNIZER_OK;
    } catch (const openvino::LibraryError &error) {
        say(message, error.text.c_str());
        return FOOD_RECOGNIZER_NO_LIBRARY;
    } catch (const openvino::ModelError &error) {
        say(message, error.text.c_str());
        return FOOD_RECOGNIZER_NO_MODEL;
    } catch (const openvino::InferenceError &error) {
        say(message, error.text.c_str());
        return FOOD_RECOGNIZER_FAILED;
    } catch (const Invalid &invalid) {
        say(message, invalid.text);
        return FOOD_RECOGNIZER_INVALID;
    } catch (const std::exception &error) {
        say(message, error.what());
        return FOOD_RECOGNIZER_FAILED;
    } catch (...) {
        say(message, "an error of unknown kind");
        return FOOD_RECOGNIZER_FAILED;
    }
}

cv::Mat shrunk(const cv::Mat &photo) {
    const double scale = static_cast<double>(longest) / std::max(photo.cols, photo.rows);
    if (scale >= 1) return photo;
    cv::Mat smaller;
    cv::resize(photo, smaller, {}, scale, scale, cv::INTER_AREA);
    return smaller;
}

/// The sharpness of the sharpest part, because a dish in focus may be in front of a blurred room.
float sharpness(const cv::Mat &gray) {
    cv::Mat edges;
    cv::Laplacian(gray, edges, CV_32F);
    double sharpest = 0;
    for (int row = 0; row < parts; row++) {
        for (int column = 0; column < parts; column++) {
            const cv::Rect part(
                {edges.cols * column / parts, edges.rows * row / parts},
                cv::Point{edges.cols * (column + 1) / parts, edges.rows * (row + 1) / parts});
            if (part.empty()) continue;
            cv::Scalar mean, deviation;
            cv::meanStdDev(edges(part), mean, deviation);
            sharpest = std::max(sharpest, deviation[0]);
        }
    }
    return static_cast<float>(sharpest);
}

size_t columns(const openvino::Inference::Output &output, const char *problem) {
    if (output.shape.empty() || output.shape.back() <= 0) throw openvino::ModelError{problem};
    return static_cast<size_t>(output.shape.back());
}

} // namespace

/// Fills the input with one plane per color, 0…255.
void food_recognizer::fill(const cv::Mat &image) {
    const size_t plane = static_cast<size_t>(image.cols) * image.rows;
    input.resize(3 * plane);
    for (int y = 0; y < image.rows; y++) {
        const uint8_t *row = image.ptr<uint8_t>(y);
        float *out = input.data() + static_cast<size_t>(y) * image.cols;
        for (int x = 0; x < image.cols; x++, row += 3, out++) {
            for (size_t channel = 0; channel < 3; channel++) out[channel * plane] = row[channel];
        }
    }
}

food_recognizer_view food_recognizer::look(const food_recognizer_picture &picture) {
    if (picture.pixels == nullptr || picture.width == 0 || picture.height == 0 || picture.width > maxSide
        || picture.height > maxSide || picture.stride < static_cast<size_t>(picture.width) * 3) {
        throw Invalid{"the picture is empty or too large"};
    }
    const cv::Mat whole(
        static_cast<int>(picture.height), static_cast<int>(picture.width), CV_8UC3,
        const_cast<uint8_t *>(picture.pixels), picture.stride);
    cv::cvtColor(shrunk(whole), photo, cv::COLOR_BGR2RGB);
    cv::Mat gray, square;
    cv::cvtColor(photo, gray, cv::COLOR_RGB2GRAY);
    const bool shrinks = std::min(photo.cols, photo.rows) > finderSide;
    cv::resize(photo, square, {finderSide, finderSide}, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
    fill(square);
    finder.infer(input.data(), {1, 3, finderSide, finderSide});
    const auto found = finder.output("boxes"), scores = finder.output("scores"), coco = finder.output("coco");
    if (found.shape.size() != 3 || found.shape[2] != 4 || scores.shape.size() != 3 || coco.shape.size() != 3
        || scores.shape[1] != found.shape[1] || coco.shape[1] != found.shape[1]) {
        throw openvino::ModelError{"the finder's outputs have other shapes than expected"};
    }
    const auto rows = static_cast<size_t>(found.shape[1]);
    boxes.resize(rows * 4);
    const float scaleX = static_cast<float>(photo.cols) / finderSide, scaleY = static_cast<float>(photo.rows) / finderSide;
    for (size_t index = 0; index < boxes.size(); index++) {
        boxes[index] = found.values[index] * (index % 2 == 0 ? scaleX : scaleY);
    }
    return {
        static_cast<uint32_t>(photo.cols), static_cast<uint32_t>(photo.rows),
        static_cast<float>(cv::mean(gray)[0] / 255), sharpness(gray), rows, boxes.data(), scores.values,
        columns(scores, "the finder has no scores"), coco.values, columns(coco, "the finder has no COCO scores")};
}

/// A square around a box, scaled to `target` pixels a side.
cv::Mat food_recognizer::crop(const food_recognizer_box &box, float padding, int target, int scaling) const {
    if (photo.empty() || !(box.right > box.left) || !(box.bottom > box.top) || !(padding > -0.5f && padding < 1)) {
        throw Invalid{"the box is empty, or there is no picture"};
    }
    const double middleX = (static_cast<double>(box.left) + box.right) / 2;
    const double middleY = (static_cast<double>(box.top) + box.bottom) / 2;
    const double side = std::max(box.right - box.left, box.bottom - box.top) * (1 + 2.0 * padding);
    const double scale = target / std::max(side, 1.0), half = target / 2.0;
    const cv::Matx23d map(
        scale, 0, half - scale * middleX - 0.5 + 0.5 * scale, 0, scale, half - scale * middleY - 0.5 + 0.5 * scale);
    cv::Mat source = photo, result;
    if (scale < strongShrinking) {
        cv::GaussianBlur(photo, source, {}, blurOfShrinking / scale);
    }
    cv::warpAffine(source, result, map, {target, target}, scaling, cv::BORDER_REPLICATE);
    return result;
}

food_recognizer_names food_recognizer::name(const food_recognizer_box &box, float padding) {
    fill(crop(box, padding, classifierSide, cv::INTER_LINEAR));
    classifier.infer(input.data(), {1, 3, classifierSide, classifierSide});
    const auto probabilities = classifier.output("probabilities"), embedding = classifier.output("embedding");
    return {
        probabilities.values, columns(probabilities, "the classifier has no names"), embedding.values,
        columns(embedding, "the classifier has no embedding")};
}

food_recognizer_embedding food_recognizer::embed(const food_recognizer_box &box, float padding) {
    if (!vocabulary) throw Invalid{"there is no open vocabulary"};
    const int side = engine.vocabularySide;
    fill(crop(box, padding, side, engine.vocabularyScaling));
    vocabulary->infer(input.data(), {1, 3, side, side});
    const auto embedding = vocabulary->output("embedding");
    return {embedding.values, columns(embedding, "the open vocabulary has no embedding")};
}

food_recognizer_outline food_recognizer::outline(const food_recognizer_box &box) {
    corners.clear();
    if (photo.empty() || !(box.right > box.left) || !(box.bottom > box.top)) {
        throw Invalid{"the box is empty, or there is no picture"};
    }
    const double around = outlineAround * std::max(box.right - box.left, box.bottom - box.top);
    const cv::Rect part = cv::Rect(
                              cv::Point(cvFloor(box.left - around), cvFloor(box.top - around)),
                              cv::Point(cvCeil(box.right + around), cvCeil(box.bottom + around)))
        & cv::Rect({}, photo.size());
    const double scale = std::min(1.0, static_cast<double>(outlineSide) / std::max(1, std::max(part.width, part.height)));
    cv::Mat small;
    if (part.area() > 0) cv::resize(photo(part), small, {}, scale, scale, cv::INTER_AREA);
    if (small.empty() || std::min(small.cols, small.rows) < 16) return {nullptr, 0};
    const cv::Rect2d inside(
        (box.left - part.x) * scale, (box.top - part.y) * scale, (box.right - box.left) * scale,
        (box.bottom - box.top) * scale);
    cv::Mat mask(small.size(), CV_8UC1, cv::Scalar(cv::GC_BGD));
    cv::rectangle(mask, cv::Rect(inside) & cv::Rect({}, small.size()), cv::Scalar(cv::GC_PR_BGD), cv::FILLED);
    const cv::Point middle(cvRound(inside.x + inside.width / 2), cvRound(inside.y + inside.height / 2));
    const auto ellipse = [&](double share, int value) {
        const cv::Size half(cvRound(inside.width / 2 * share), cvRound(inside.height / 2 * share));
        cv::ellipse(mask, middle, half, 0, 0, 360, cv::Scalar(value), cv::FILLED);
    };
    ellipse(maybeFood, cv::GC_PR_FGD);
    ellipse(surelyFood, cv::GC_FGD);
    // A box that fills the picture has no background to distinguish the food from.
    if (cv::countNonZero(mask == cv::GC_BGD) < 32 || cv::countNonZero(mask == cv::GC_FGD) < 16) return {nullptr, 0};
    cv::Mat background, foreground;
    // Fixed, so that the same picture has the same outline.
    cv::setRNGSeed(1);
    cv::grabCut(small, mask, {}, background, foreground, outlineRounds, cv::GC_INIT_WITH_MASK);
    cv::Mat food = (mask == cv::GC_FGD) | (mask == cv::GC_PR_FGD);
    cv::morphologyEx(food, food, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_ELLIPSE, {3, 3}));
    std::vector<std::vector<cv::Point>> outlines;
    cv::findContours(food, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
    const auto largest = std::max_element(outlines.begin(), outlines.end(), [](const auto &left, const auto &right) {
        return cv::contourArea(left) < cv::contourArea(right);
    });
    if (largest == outlines.end()) return {nullptr, 0};
    const double filled = cv::contourArea(*largest) / inside.area();
    if (filled < minFilled || filled > maxFilled) return {nullptr, 0};
    std::vector<cv::Point> few;
    cv::approxPolyDP(*largest, few, 0.8, true);
    if (few.size() < 3) return {nullptr, 0};
    for (const cv::Point &corner : few) {
        corners.push_back(static_cast<float>((corner.x + 0.5) / scale + part.x));
        corners.push_back(static_cast<float>((corner.y + 0.5) / scale + part.y));
    }
    return {corners.data(), few.size()};
}

food_recognizer_status food_recognizer_engine_create(
    const food_recognizer_options *options, food_recognizer_engine **engine, food_recognizer_message *message) {
    *engine = nullptr;
    return guarded(message, [&] {
        // One thread each, because workers run in parallel.
        cv::setNumThreads(0);
        *engine = new food_recognizer_engine(*options);
    });
}

void food_recognizer_engine_destroy(food_recognizer_engine *engine) { delete engine; }

food_recognizer_status food_recognizer_create(
    food_recognizer_engine *engine, food_recognizer **recognizer, food_recognizer_message *message) {
    *recognizer = nullptr;
    return guarded(message, [&] { *recognizer = new food_recognizer(*engine); });
}

void food_recognizer_destroy(food_recognizer *recognizer) { delete recognizer; }

food_recognizer_status food_recognizer_look(
    food_recognizer *recognizer, const food_recognizer_picture *picture, food_recognizer_view *view,
    food_recognizer_message *message) {
    *view = {};
    return guarded(message, [&] { *view = recognizer->look(*picture); });
}

food_recognizer_status food_recognizer_outline_of(
    food_recognizer *recognizer, food_recognizer_box box, food_recognizer_outline *outline,
    food_recognizer_message *message) {
    *outline = {};
    return guarded(message, [&] { *outline = recognizer->outline(box); });
}

food_recognizer_status food_recognizer_name(
    food_recognizer *recognizer, food_recognizer_box box, float padding, food_recognizer_names *names,
    food_recognizer_message *message) {
    *names = {};
    return guarded(message, [&] { *names = recognizer->name(box, padding); });
}

food_recognizer_status food_recognizer_embed(
    food_recognizer *recognizer, food_recognizer_box box, float padding, food_recognizer_embedding *embedding,
    food_recognizer_message *message) {
    *embedding = {};
    return guarded(message, [&] { *embedding = recognizer->embed(box, padding); });
}
