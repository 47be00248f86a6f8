#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "CTextReader.h"
#include "Detectors.hpp"
#include "Dictionary.hpp"
#include "OpenVINO.hpp"
#include "Recognition.hpp"
#include "View.hpp"

struct text_reader_engine {
    openvino::Library library;
    openvino::Network detection;
    openvino::Network recognition;
    Dictionary dictionary;
    Detectors detectors;

    explicit text_reader_engine(const text_reader_options &options)
        : library(options.library_directory),
          detection(
              library, options.detection_model, {detectorsFor(options.workers), options.threads, options.precision}),
          recognition(library, options.recognition_model, {options.workers, options.threads, options.precision}),
          dictionary(options.recognition_model),
          detectors(detection, detectorsFor(options.workers)) {}
};

struct text_reader {
    Detectors &detectors;
    Recognition recognition;
    std::vector<text_reader_line> lines, faint;
    std::vector<text_reader_character> characters;

    explicit text_reader(text_reader_engine &engine)
        : detectors(engine.detectors), recognition(engine.recognition, engine.dictionary) {}

    text_reader_result read(const text_reader_picture &picture, const text_reader_request &request);
};

namespace {

/// The caller has stopped the work.
struct Stopped {};
/// An argument is invalid.
struct Invalid {
    const char *text;
};

/// Buffers of at least this many bytes get their own memory mapping.
constexpr int mappedFrom = 1 << 20;
/// Maximum side of a picture; the decoder's own limit.
constexpr uint32_t maxSide = 12000;

void check(const text_reader_picture &picture, const text_reader_request &request) {
    if (picture.pixels == nullptr || picture.width == 0 || picture.height == 0 || picture.width > maxSide
        || picture.height > maxSide || picture.stride < static_cast<size_t>(picture.width) * 3) {
        throw Invalid{"the picture is empty or too large"};
    }
    if (request.width == 0 || request.height == 0 || request.x >= picture.width || request.y >= picture.height
        || request.width > picture.width - request.x || request.height > picture.height - request.y) {
        throw Invalid{"the part lies outside the picture"};
    }
    if (request.quarter_turns > 3 || !(request.enlargement >= 1 && request.enlargement <= 4)
        || request.detection_shortest < 32 || request.detection_longest < request.detection_shortest
        || request.detection_longest > 4096) {
        throw Invalid{"the request has a value outside its range"};
    }
}

void stopIfAsked(const text_reader_request &request) {
    if (request.should_stop != nullptr && request.should_stop(request.context)) throw Stopped{};
}

void say(text_reader_message *message, const char *text) {
    if (message != nullptr) std::snprintf(message->text, sizeof message->text, "%s", text);
}

/// Converts every exception into a status, because none may leave the C interface.
template <typename Work> text_reader_status guarded(text_reader_message *message, const Work &work) {
    try {
        work();
        return TEXT_READER_OK;
    } catch (const openvino::LibraryError &error) {
        say(message, error.text.c_str());
        return TEXT_READER_NO_LIBRARY;
    } catch (const openvino::ModelError &error) {
        say(message, error.text.c_str());
        return TEXT_READER_NO_MODEL;
    } catch (const openvino::InferenceError &error) {
        say(message, error.text.c_str());
        return TEXT_READER_FAILED;
    } catch (const Invalid &invalid) {
        say(message, invalid.text);
        return TEXT_READER_INVALID;
    } catch (const Stopped &) {
        say(message, "stopped");
        return TEXT_READER_STOPPED;
    } catch (const std::exception &error) {
        say(message, error.what());
        return TEXT_READER_FAILED;
    } catch (...) {
        say(message, "an error of unknown kind");
        return TEXT_READER_FAILED;
    }
}

} // namespace

text_reader_result text_reader::read(const text_reader_picture &picture, const text_reader_request &request) {
    check(picture, request);
    stopIfAsked(request);
    lines.clear();
    faint.clear();
    characters.clear();
    const View view(picture, request);
    Regions regions = detectors.find(view.pixels, request, [&] { stopIfAsked(request); });

    std::vector<cv::Mat> straightened;
    for (auto &region : regions.text) straightened.push_back(view.straightened(region));
    const auto texts = recognition.read(straightened, [&] { stopIfAsked(request); });

    const auto line = [&](const Region &region) {
        text_reader_line line{};
        for (int corner = 0; corner < 4; corner++) line.corners[corner] = view.inPicture(region.corners[corner]);
        line.detection = region.score;
        return line;
    };
    for (size_t index = 0; index < texts.size(); index++) {
        text_reader_line read = line(regions.text[index]);
        const auto quality = legibility(straightened[index]);
        read.confidence = texts[index].confidence;
        // Sharpness is per pixel of the picture, not of the enlarged view.
        read.sharpness = quality.sharpness * request.enlargement;
        read.contrast = quality.contrast;
        read.first_character = static_cast<uint32_t>(characters.size());
        read.character_count = static_cast<uint32_t>(texts[index].characters.size());
        characters.insert(characters.end(), texts[index].characters.begin(), texts[index].characters.end());
        lines.push_back(read);
    }
    for (const auto &region : regions.faint) faint.push_back(line(region));

    const cv::Scalar mean = cv::mean(view.pixels);
    const double brightness = (0.114 * mean[0] + 0.587 * mean[1] + 0.299 * mean[2]) / 255;
    return {
        lines.data(),  lines.size(), characters.data(), characters.size(), faint.data(),
        faint.size(), static_cast<float>(brightness)};
}

text_reader_status text_reader_engine_create(
    const text_reader_options *options, text_reader_engine **engine, text_reader_message *message) {
    *engine = nullptr;
    return guarded(message, [&] {
        // Large buffers are returned to the system when freed; by default the allocator would keep ever larger ones.
        mallopt(M_MMAP_THRESHOLD, mappedFrom);
        // One thread each, because workers run in parallel.
        cv::setNumThreads(0);
        *engine = new text_reader_engine(*options);
    });
}

void text_reader_engine_destroy(text_reader_engine *engine) { delete engine; }

void text_reader_engine_rest(text_reader_engine *engine) {
    engine->detection.releaseMemory();
    engine->recognition.releaseMemory();
    malloc_trim(0);
}

text_reader_status text_reader_create(text_reader_engine *engine, text_reader **reader, text_reader_message *message) {
    *reader = nullptr;
    return guarded(message, [&] { *reader = new text_reader(*engine); });
}

void text_reader_destroy(text_reader *reader) { delete reader; }

text_reader_status text_reader_read(
    text_reader *reader, const text_reader_picture *picture, const text_reader_request *request,
    text_reader_result *result, text_reader_message *message) {
    *result = {};
    const auto status = guarded(message, [&] { *result = reader->read(*picture, *request); });
    // Pictures of different sizes fragment the memory; without returning it, the process grows by a third.
    malloc_trim(0);
    return status;
}
