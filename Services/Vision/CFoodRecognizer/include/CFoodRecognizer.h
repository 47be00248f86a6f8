#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Runs the food finder and the food classifier on OpenVINO, image processing with OpenCV; the caller interprets their
/// output (Services/Vision/Models/food/README.md, "Contract").
///
/// The OpenVINO C library is loaded at run time from a directory; nothing links with it. No function throws C++
/// exceptions. An engine may be shared by threads; a recognizer belongs to one thread at a time.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    FOOD_RECOGNIZER_OK = 0,
    /// The OpenVINO library is missing, or lacks a function.
    FOOD_RECOGNIZER_NO_LIBRARY,
    /// A model file is missing, is not a model, or has another shape than expected.
    FOOD_RECOGNIZER_NO_MODEL,
    /// The picture or the box is invalid.
    FOOD_RECOGNIZER_INVALID,
    /// Inference or image processing failed, or memory is exhausted.
    FOOD_RECOGNIZER_FAILED,
} food_recognizer_status;

/// The compiled models.
typedef struct food_recognizer_engine food_recognizer_engine;
/// The state of one worker: its inference requests, buffers and current photo.
typedef struct food_recognizer food_recognizer;

typedef struct {
    /// The directory of `libopenvino_c.so.*`.
    const char *library_directory;
    const char *finder_model;
    const char *classifier_model;
    /// Number of recognizers that work at the same time; at least 1.
    uint32_t workers;
    /// Number of threads of each recognizer's inference; at least 1.
    uint32_t threads;
    /// Number format of inference: `f32` or `bf16`.
    const char *precision;
    /// The image tower of an open vocabulary; null without one.
    const char *vocabulary_model;
    /// Side of the tower's input in pixels, and whether crops are scaled to it by cubic instead of linear interpolation.
    uint32_t vocabulary_side;
    bool vocabulary_is_cubic;
} food_recognizer_options;

/// An error message for the operator; contains no data of a picture.
typedef struct {
    char text[256];
} food_recognizer_message;

/// Loads the library and compiles the models. On failure `*engine` is null and `message` has the reason.
food_recognizer_status food_recognizer_engine_create(
    const food_recognizer_options *options, food_recognizer_engine **engine, food_recognizer_message *message);
/// Frees an engine; its recognizers must be freed before.
void food_recognizer_engine_destroy(food_recognizer_engine *engine);

food_recognizer_status food_recognizer_create(
    food_recognizer_engine *engine, food_recognizer **recognizer, food_recognizer_message *message);
void food_recognizer_destroy(food_recognizer *recognizer);

/// A picture of 3 bytes per pixel (blue, green, red), rows from the top.
typedef struct {
    const uint8_t *pixels;
    uint32_t width;
    uint32_t height;
    /// Number of bytes between the starts of two rows.
    size_t stride;
} food_recognizer_picture;

/// All predictions of the finder, unfiltered.
typedef struct {
    /// Size of the reduced picture; boxes are in its pixels.
    uint32_t width, height;
    /// Mean brightness: 0…1.
    float brightness;
    /// Sharpness of the sharpest sixteenth of the picture: the standard deviation of the Laplacian of its gray values
    /// (0…255).
    float sharpness;
    size_t row_count;
    /// Left, top, right, bottom of each prediction.
    const float *boxes;
    /// `score_count` scores of each prediction: food, then the roles.
    const float *scores;
    size_t score_count;
    /// `coco_count` scores of each prediction.
    const float *coco;
    size_t coco_count;
} food_recognizer_view;

/// Takes a picture and finds foods in it. `*view` is valid until the recognizer's next picture or its end.
food_recognizer_status food_recognizer_look(
    food_recognizer *recognizer, const food_recognizer_picture *picture, food_recognizer_view *view,
    food_recognizer_message *message);

typedef struct {
    float left, top, right, bottom;
} food_recognizer_box;

typedef struct {
    /// Alternating x and y, in pixels of the reduced picture.
    const float *corners;
    /// Number of corners; 0 if the food cannot be distinguished from its background.
    size_t count;
} food_recognizer_outline;

/// The outline of the food in a box of the current picture. `*outline` is valid until the recognizer's next call or its
/// end.
food_recognizer_status food_recognizer_outline_of(
    food_recognizer *recognizer, food_recognizer_box box, food_recognizer_outline *outline,
    food_recognizer_message *message);

typedef struct {
    const float *probabilities;
    size_t name_count;
    const float *embedding;
    size_t embedding_count;
} food_recognizer_names;

/// Names the food in a box of the current picture, enlarged on each side by `padding` of its longer side. `*names` is
/// valid until the recognizer's next call or its end.
food_recognizer_status food_recognizer_name(
    food_recognizer *recognizer, food_recognizer_box box, float padding, food_recognizer_names *names,
    food_recognizer_message *message);

typedef struct {
    const float *values;
    size_t count;
} food_recognizer_embedding;

/// The open vocabulary's embedding of a box, enlarged as by `food_recognizer_name`; fails without an open vocabulary.
/// `*embedding` is valid until the recognizer's next call or its end.
food_recognizer_status food_recognizer_embed(
    food_recognizer *recognizer, food_recognizer_box box, float padding, food_recognizer_embedding *embedding,
    food_recognizer_message *message);

#ifdef __cplusplus
}
#endif
