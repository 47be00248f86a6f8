#pragma once
#include <stddef.h>
#include <stdint.h>

/// Runs the food finder and the food classifier on OpenVINO, image work with OpenCV; what their answers mean is decided by
/// the caller (Services/Vision/Models/food/README.md, "Contract").
///
/// The OpenVINO C library is loaded at run time from a directory; nothing links with it. No function lets a C++ exception
/// out. An engine may be shared by threads; a recognizer belongs to one thread at a time.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    FOOD_RECOGNIZER_OK = 0,
    /// The OpenVINO library is missing, or lacks a function.
    FOOD_RECOGNIZER_NO_LIBRARY,
    /// A model file is missing, is not a model, or has another shape than expected.
    FOOD_RECOGNIZER_NO_MODEL,
    /// The picture or the box makes no sense.
    FOOD_RECOGNIZER_INVALID,
    /// Inference or image work failed, or memory ran out.
    FOOD_RECOGNIZER_FAILED,
} food_recognizer_status;

/// Both compiled models.
typedef struct food_recognizer_engine food_recognizer_engine;
/// What one worker needs: its inference requests, buffers and the photo it looks at.
typedef struct food_recognizer food_recognizer;

typedef struct {
    /// Where `libopenvino_c.so.*` lies.
    const char *library_directory;
    const char *finder_model;
    const char *classifier_model;
    /// Recognizers that work at the same time; at least 1.
    uint32_t workers;
    /// Threads of each recognizer's inference; at least 1.
    uint32_t threads;
    /// What inference reckons in: `f32` or `bf16`.
    const char *precision;
} food_recognizer_options;

/// What went wrong, in words for an operator; holds nothing of a picture.
typedef struct {
    char text[256];
} food_recognizer_message;

/// Loads the library and compiles both models. On failure `*engine` is null and `message` says why.
food_recognizer_status food_recognizer_engine_create(
    const food_recognizer_options *options, food_recognizer_engine **engine, food_recognizer_message *message);
/// Its recognizers must be gone.
void food_recognizer_engine_destroy(food_recognizer_engine *engine);

food_recognizer_status food_recognizer_create(
    food_recognizer_engine *engine, food_recognizer **recognizer, food_recognizer_message *message);
void food_recognizer_destroy(food_recognizer *recognizer);

/// Pixels of 3 bytes: blue, green, red; rows from the top.
typedef struct {
    const uint8_t *pixels;
    uint32_t width;
    uint32_t height;
    /// Bytes from one row to the next.
    size_t stride;
} food_recognizer_picture;

/// Every prediction of the finder, before any is left out.
typedef struct {
    /// Of the shrunk picture, in whose pixels boxes are.
    uint32_t width, height;
    /// Mean brightness: 0…1.
    float brightness;
    /// How sharp the sharpest sixteenth of the picture is: the deviation of the Laplacian of its grey values (0…255).
    float sharpness;
    size_t row_count;
    /// Left, top, right, bottom of each row.
    const float *boxes;
    /// `score_count` of each row: food, then the roles.
    const float *scores;
    size_t score_count;
    /// `coco_count` of each row.
    const float *coco;
    size_t coco_count;
} food_recognizer_view;

/// Takes a picture and looks for foods in it. `*view` stays valid until the recognizer's next look or its end.
food_recognizer_status food_recognizer_look(
    food_recognizer *recognizer, const food_recognizer_picture *picture, food_recognizer_view *view,
    food_recognizer_message *message);

typedef struct {
    float left, top, right, bottom;
} food_recognizer_box;

typedef struct {
    /// x and y in turn, in pixels of the shrunk picture.
    const float *corners;
    /// How many corners; 0 where the food cannot be told from what is around it.
    size_t count;
} food_recognizer_outline;

/// The outline of what a box of the picture shows that was taken last. `*outline` stays valid until the recognizer's next call
/// or its end.
food_recognizer_status food_recognizer_outline_of(
    food_recognizer *recognizer, food_recognizer_box box, food_recognizer_outline *outline,
    food_recognizer_message *message);

typedef struct {
    const float *probabilities;
    size_t name_count;
    const float *embedding;
    size_t embedding_count;
} food_recognizer_names;

/// Names what a box of the picture shows that was taken last, with `padding` of its longer side around it. `*names` stays
/// valid until the recognizer's next call or its end.
food_recognizer_status food_recognizer_name(
    food_recognizer *recognizer, food_recognizer_box box, float padding, food_recognizer_names *names,
    food_recognizer_message *message);

#ifdef __cplusplus
}
#endif
