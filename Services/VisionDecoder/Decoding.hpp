#pragma once
#include <cstddef>
#include <cstdint>

#include "CDecoderLink.h"

/// Blue, green, red.
constexpr size_t bytesPerPixel = DECODER_BYTES_PER_PIXEL;
/// Room for the largest picture that is decoded.
constexpr size_t pixelCapacity = size_t{DECODER_LIMIT_DECODED_PIXELS} * bytesPerPixel;

/// The bytes of an encoded picture.
struct Encoded {
    const uint8_t *bytes;
    size_t length;

    bool startsWith(const char *magic, size_t count, size_t offset = 0) const;
};

/// Where pixels go: blue, green, red, rows without gaps.
struct Canvas {
    uint8_t *pixels;
    size_t capacity;
};

/// What came of decoding; width and height are those of the pixels as they lie in the canvas.
struct Decoded {
    decoder_status status;
    uint32_t width = 0, height = 0;
    uint32_t originalWidth = 0, originalHeight = 0;
};

/// Decodes a picture, scaled down to what is allowed, turned upright.
Decoded decode(const Encoded &encoded, uint32_t orientation, const Canvas &canvas);

// One for each kind; pixels lie as in the file. `canvas` holds DECODER_LIMIT_DECODED_PIXELS.
Decoded decodeJPEG(const Encoded &encoded, const Canvas &canvas);
Decoded decodePNG(const Encoded &encoded, const Canvas &canvas);
Decoded decodeWebP(const Encoded &encoded, const Canvas &canvas);

/// Whether a picture of this size may be decoded at all.
bool isAllowed(uint64_t width, uint64_t height);
/// By which whole number (1, 2, 4) each side must be divided so that few enough pixels remain.
uint32_t reduction(uint64_t width, uint64_t height);
/// A side divided by a reduction, rounded up.
inline uint32_t reduced(uint32_t side, uint32_t by) { return (side + by - 1) / by; }
