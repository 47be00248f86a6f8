#pragma once
#include <stddef.h>
#include <stdint.h>

/// The protocol between `vision` and `vision-decoder`: fixed records through two pipes, pictures through shared memory.
///
/// The decoder gets four open files: 0 requests, 1 answers (both may be one socket), 3 the encoded picture (memory that
/// `vision` writes), 4 the pixels (memory that the decoder writes). It ends when its input ends.

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DECODER_REQUESTS = 0,
    DECODER_ANSWERS = 1,
    DECODER_ENCODED = 3,
    DECODER_PIXELS = 4,
};

enum {
    /// Maximum size of an encoded picture: 15 MiB.
    DECODER_LIMIT_BYTES = 15 << 20,
    /// Maximum side of an encoded picture, in pixels.
    DECODER_LIMIT_SIDE = 12000,
    /// Maximum number of pixels of an encoded picture.
    DECODER_LIMIT_PIXELS = 50000000,
    /// Maximum number of decoded pixels; larger pictures are scaled down during decoding.
    DECODER_LIMIT_DECODED_PIXELS = 13000000,
    /// Blue, green, red.
    DECODER_BYTES_PER_PIXEL = 3,
};

typedef struct {
    /// Number of the request, repeated in the answer.
    uint32_t number;
    /// Size of the encoded picture in bytes: 1…DECODER_LIMIT_BYTES.
    uint32_t length;
    /// Orientation as in EXIF, 1…8; determines how the pixels are turned upright.
    uint32_t orientation;
} decoder_request;

typedef enum {
    DECODER_OK = 0,
    /// Not JPEG, PNG or WebP, or an unsupported kind of them (animation, 12 bits, lossless JPEG).
    DECODER_UNSUPPORTED,
    /// More pixels than allowed, or more memory needed than available.
    DECODER_TOO_LARGE,
    /// The data are truncated or inconsistent.
    DECODER_DAMAGED,
} decoder_status;

typedef struct {
    uint32_t number;
    /// `decoder_status`
    uint32_t status;
    /// Size of the upright picture after scaling; 0 unless DECODER_OK.
    uint32_t width, height;
    /// Size of the upright picture before scaling.
    uint32_t original_width, original_height;
    /// 1 if the decoder ends after this answer, because it has used up its processor time.
    uint32_t is_last;
} decoder_answer;

/// Creates memory of `size` bytes that two processes can share and neither can resize; closed on exec. -1 on failure.
int decoder_link_memory(size_t size);

/// Starts a program with the four files of this link, no other open file and an empty environment.
/// Returns its process number or -1.
int32_t decoder_link_start(const char *program, int requests, int answers, int encoded, int pixels);

/// Waits at most `milliseconds` until `file` can be read. Returns 1 if it can, 0 if not yet, -1 if its other end is
/// closed.
int decoder_link_wait(int file, int milliseconds);

#ifdef __cplusplus
}
#endif
