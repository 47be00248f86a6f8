#pragma once
#include <stddef.h>
#include <stdint.h>

/// What `vision` and `vision-decoder` say to each other: fixed records through two pipes, pictures through shared memory.
///
/// The decoder gets four open files: 0 requests, 1 answers (both may be one socket), 3 the encoded picture (memory that `vision` writes), 4 the pixels
/// (memory that the decoder writes). It ends when its input ends.

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
    /// Most bytes of an encoded picture: 15 MiB.
    DECODER_LIMIT_BYTES = 15 << 20,
    /// Longest side of an encoded picture, in pixels.
    DECODER_LIMIT_SIDE = 12000,
    /// Most pixels of an encoded picture.
    DECODER_LIMIT_PIXELS = 50000000,
    /// Most pixels that are ever decoded; larger pictures are scaled down on the way.
    DECODER_LIMIT_DECODED_PIXELS = 13000000,
    /// Blue, green, red.
    DECODER_BYTES_PER_PIXEL = 3,
};

typedef struct {
    /// Comes back in the answer.
    uint32_t number;
    /// Bytes of the encoded picture: 1…DECODER_LIMIT_BYTES.
    uint32_t length;
    /// As in EXIF: 1…8; how the pixels must be turned to stand upright.
    uint32_t orientation;
} decoder_request;

typedef enum {
    DECODER_OK = 0,
    /// Neither JPEG, PNG nor WebP, or a kind of them that is not read (animation, 12 bits, lossless JPEG).
    DECODER_UNSUPPORTED,
    /// More pixels than allowed, or more memory needed than there is.
    DECODER_TOO_LARGE,
    /// The data end early or contradict themselves.
    DECODER_DAMAGED,
} decoder_status;

typedef struct {
    uint32_t number;
    /// `decoder_status`
    uint32_t status;
    /// Upright, after scaling; 0 unless DECODER_OK.
    uint32_t width, height;
    /// Upright, before scaling.
    uint32_t original_width, original_height;
    /// 1 when the decoder ends after this answer: it has used up its processor time.
    uint32_t is_last;
} decoder_answer;

/// Memory of `size` bytes that two processes may share and that neither can make smaller or larger; closed on exec.
/// -1 on failure.
int decoder_link_memory(size_t size);

/// Starts a program with the four files of this link, no other open file and an empty environment.
/// Returns its process number or -1.
int32_t decoder_link_start(const char *program, int requests, int answers, int encoded, int pixels);

/// Waits at most `milliseconds` until `file` can be read: 1 it can, 0 it cannot yet, -1 its other end is gone.
int decoder_link_wait(int file, int milliseconds);

#ifdef __cplusplus
}
#endif
