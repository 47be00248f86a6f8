#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Finds and reads lines of text in a picture: PP-OCRv6 detection and recognition on OpenVINO, image processing with
/// OpenCV.
///
/// The OpenVINO C library is loaded at run time from a directory; nothing links with it. No function throws C++
/// exceptions. An engine may be shared by threads; a reader belongs to one thread at a time.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    TEXT_READER_OK = 0,
    /// The OpenVINO library is missing, or lacks a function.
    TEXT_READER_NO_LIBRARY,
    /// A model file is missing, is not a model, or has another shape than expected.
    TEXT_READER_NO_MODEL,
    /// The picture or the request is invalid.
    TEXT_READER_INVALID,
    /// `should_stop` requested the end.
    TEXT_READER_STOPPED,
    /// Inference or image processing failed, or memory is exhausted.
    TEXT_READER_FAILED,
} text_reader_status;

/// Both compiled models and the dictionary.
typedef struct text_reader_engine text_reader_engine;
/// The state of one worker: its inference requests, buffers and last result.
typedef struct text_reader text_reader;

typedef struct {
    /// The directory of `libopenvino_c.so.*`.
    const char *library_directory;
    const char *detection_model;
    /// A model file whose metadata contains the characters under the key `character`, one per line.
    const char *recognition_model;
    /// Number of readers that work at the same time; at least 1.
    uint32_t workers;
    /// Number of threads of each reader's inference; at least 1.
    uint32_t threads;
    /// Number format of inference: `f32` or `bf16`.
    const char *precision;
} text_reader_options;

/// An error message for the operator; contains no data of a picture.
typedef struct {
    char text[256];
} text_reader_message;

/// Loads the library and compiles both models. On failure `*engine` is null and `message` has the reason.
text_reader_status text_reader_engine_create(
    const text_reader_options *options, text_reader_engine **engine, text_reader_message *message);
/// Frees an engine; its readers must be freed before.
void text_reader_engine_destroy(text_reader_engine *engine);
/// Returns the memory of ended passes to the system, several hundred megabytes after a large picture; the next pass takes
/// it again, which takes a tenth of its time. Does nothing while a reader works.
void text_reader_engine_rest(text_reader_engine *engine);

text_reader_status text_reader_create(text_reader_engine *engine, text_reader **reader, text_reader_message *message);
void text_reader_destroy(text_reader *reader);

/// A picture of 3 bytes per pixel (blue, green, red), rows from the top.
typedef struct {
    const uint8_t *pixels;
    uint32_t width;
    uint32_t height;
    /// Number of bytes between the starts of two rows.
    size_t stride;
} text_reader_picture;

typedef struct {
    /// The part to read, in pixels of the picture; must be inside it.
    uint32_t x, y, width, height;
    /// Number of counter-clockwise 90° turns of the part before it is read: 0…3.
    uint32_t quarter_turns;
    /// Enlargement of the part before it is read: 1…4.
    float enlargement;
    /// Length to which the shorter side is enlarged for detection, in pixels, as far as `detection_longest` allows.
    uint32_t detection_shortest;
    /// Length to which the longer side is reduced for detection, in pixels.
    uint32_t detection_longest;
    /// Probability above which a pixel is text: 0…1.
    float pixel_threshold;
    /// Mean probability above which a region is a line: 0…1.
    float region_threshold;
    /// Called between two steps of the work; true ends it. May be null.
    bool (*should_stop)(void *context);
    void *context;
} text_reader_request;

typedef struct {
    float x, y;
} text_reader_point;

typedef struct {
    /// In pixels of the whole picture and in the reading direction: upper start, upper end, lower end, lower start.
    text_reader_point corners[4];
    /// Mean probability of text inside the line: 0…1.
    float detection;
    /// Mean probability of the line's characters: 0…1; 0 without characters.
    float confidence;
    /// Steepest slope of its brightness relative to its contrast, per pixel: above 0.3 crisp, below 0.15 blurred.
    float sharpness;
    /// Difference in brightness between the line's darkest and lightest tenth: 0…1.
    float contrast;
    /// Index of the line's first character in the result.
    uint32_t first_character;
    uint32_t character_count;
} text_reader_line;

typedef struct {
    /// Unicode scalar value.
    uint32_t scalar;
    /// The character's center along the line: 0 (start) … 1 (end).
    float position;
    /// Probability: 0…1.
    float confidence;
} text_reader_character;

typedef struct {
    const text_reader_line *lines;
    size_t line_count;
    const text_reader_character *characters;
    size_t character_count;
    /// Regions that resemble text, but not enough to be read.
    const text_reader_line *faint;
    size_t faint_count;
    /// Mean brightness of the part: 0…1.
    float brightness;
} text_reader_result;

/// Reads a part of a picture. `*result` is valid until the reader's next call or its end.
text_reader_status text_reader_read(
    text_reader *reader, const text_reader_picture *picture, const text_reader_request *request,
    text_reader_result *result, text_reader_message *message);

#ifdef __cplusplus
}
#endif
