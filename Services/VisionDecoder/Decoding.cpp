#include "Decoding.hpp"

#include <cstring>
#include <memory>
#include <new>
#include <utility>

bool Encoded::startsWith(const char *magic, size_t count, size_t offset) const {
    return length >= offset + count && std::memcmp(bytes + offset, magic, count) == 0;
}

bool isAllowed(uint64_t width, uint64_t height) {
    return width > 0 && height > 0 && width <= DECODER_LIMIT_SIDE && height <= DECODER_LIMIT_SIDE
        && width * height <= DECODER_LIMIT_PIXELS;
}

uint32_t reduction(uint64_t width, uint64_t height) {
    uint32_t by = 1;
    while (((width + by - 1) / by) * ((height + by - 1) / by) > DECODER_LIMIT_DECODED_PIXELS) by *= 2;
    return by;
}

namespace {

Decoded decodeAsStored(const Encoded &encoded, const Canvas &canvas) {
    if (encoded.startsWith("\xFF\xD8\xFF", 3)) return decodeJPEG(encoded, canvas);
    if (encoded.startsWith("\x89PNG\r\n\x1A\n", 8)) return decodePNG(encoded, canvas);
    if (encoded.startsWith("RIFF", 4) && encoded.startsWith("WEBP", 4, 8)) return decodeWebP(encoded, canvas);
    return {DECODER_UNSUPPORTED};
}

/// Copies pixels from the order of the file to upright; `orientation` is that of EXIF, 2…8.
void turn(const uint8_t *from, uint32_t width, uint32_t height, uint32_t orientation, uint8_t *to) {
    const bool isLying = orientation >= 5;
    const uint32_t columns = isLying ? height : width, rows = isLying ? width : height;
    for (uint32_t y = 0; y < rows; y++) {
        for (uint32_t x = 0; x < columns; x++) {
            uint32_t sourceX = isLying ? y : x, sourceY = isLying ? x : y;
            // Which axes of the file are reversed, by the table of the EXIF standard, tag 0x0112.
            if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) {
                sourceX = width - 1 - sourceX;
            }
            if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) {
                sourceY = height - 1 - sourceY;
            }
            std::memcpy(to, from + (static_cast<size_t>(sourceY) * width + sourceX) * 3, 3);
            to += 3;
        }
    }
}

} // namespace

Decoded decode(const Encoded &encoded, uint32_t orientation, const Canvas &canvas) {
    if (orientation <= 1 || orientation > 8) return decodeAsStored(encoded, canvas);
    const std::unique_ptr<uint8_t[]> stored(new (std::nothrow) uint8_t[canvas.capacity]);
    if (!stored) return {DECODER_TOO_LARGE};
    Decoded decoded = decodeAsStored(encoded, {stored.get(), canvas.capacity});
    if (decoded.status != DECODER_OK) return decoded;
    turn(stored.get(), decoded.width, decoded.height, orientation, canvas.pixels);
    if (orientation >= 5) {
        std::swap(decoded.width, decoded.height);
        std::swap(decoded.originalWidth, decoded.originalHeight);
    }
    return decoded;
}
