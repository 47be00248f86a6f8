#pragma once
#include <stddef.h>
#include <stdint.h>

/// Writes decoded pixels as a small JPEG without metadata, so that it does not contain the photo's place, time or
/// camera.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    PHOTO_WRITER_OK = 0,
    /// The picture is invalid.
    PHOTO_WRITER_INVALID,
    /// Memory is exhausted, or the encoder failed.
    PHOTO_WRITER_FAILED,
} photo_writer_status;

/// A picture of 3 bytes per pixel (blue, green, red), rows from the top.
typedef struct {
    const uint8_t *pixels;
    uint32_t width;
    uint32_t height;
    /// Number of bytes between the starts of two rows.
    size_t stride;
} photo_writer_picture;

/// A JPEG file; freed by `photo_writer_free`.
typedef struct {
    uint8_t *bytes;
    size_t length;
    uint32_t width;
    uint32_t height;
} photo_writer_file;

/// Scales a picture down to at most `max_width` × `max_height` pixels, if it is larger, and writes it with a quality of
/// 1…100. On failure `file->bytes` is null. May be called by several threads at once.
photo_writer_status photo_writer_write(
    const photo_writer_picture *picture, uint32_t max_width, uint32_t max_height, uint32_t quality,
    photo_writer_file *file);
void photo_writer_free(photo_writer_file *file);

#ifdef __cplusplus
}
#endif
