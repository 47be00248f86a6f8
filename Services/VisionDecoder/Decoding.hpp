#pragma once
#include <cstddef>
#include <cstdint>

#include "CDecoderLink.h"

/// Blue, green, red.
constexpr size_t bytesPerPixel = DECODER_BYTES_PER_PIXEL;
/// Size of a canvas for the largest decoded picture, in bytes.
constexpr size_t pixelCapacity = size_t{DECODER_LIMIT_DECODED_PIXELS} * bytesPerPixel;

/// The bytes of an encoded picture.
struct Encoded {
    const uint8_t *bytes;
    size_t length;

    bool startsWith(const char *magic, size_t count, size_t offset = 0) const;
};

/// The target of the pixels: blue, green, red, rows without gaps.
struct Canvas {
    uint8_t *pixels;
    size_t capacity;
};

/// The result of decoding; width and height are those of the pixels in the canvas.
struct Decoded {
    decoder_status status;
    uint32_t width = 0, height = 0;
    uint32_t originalWidth = 0, originalHeight = 0;
};

/// Decodes a picture, scaled down to the allowed size and turned upright.
Decoded decode(const Encoded &encoded, uint32_t orientation, const Canvas &canvas);

// One function for each format; pixels are in the orientation of the file. `canvas` has space for
// DECODER_LIMIT_DECODED_PIXELS.
Decoded decodeJPEG(const Encoded &encoded, const Canvas &canvas);
Decoded decodePNG(const Encoded &encoded, const Canvas &canvas);
Decoded decodeWebP(const Encoded &encoded, const Canvas &canvas);

/// Whether a picture of this size may be decoded.
bool isAllowed(uint64_t width, uint64_t height);
/// The whole number (1, 2, 4) by which each side must be divided for an allowed number of pixels.
uint32_t reduction(uint64_t width, uint64_t height);
/// A side divided by a reduction, rounded up.
inline uint32_t reduced(uint32_t side, uint32_t by) { return (side + by - 1) / by; }
