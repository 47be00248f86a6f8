#include <turbojpeg.h>

#include <cstring>
#include <memory>
#include <new>

#include "Decoding.hpp"

namespace {

struct Destroy {
    void operator()(void *handle) const { tjDestroy(handle); }
};

/// Some cameras leave stray bytes before the end of the picture, which lose no data. Every other warning means that
/// data are or may be missing. libjpeg reports only the first warning, and after the end of the picture no other can
/// follow.
bool isHarmless(tjhandle handle) {
    return tjGetErrorCode(handle) == TJERR_WARNING
        && std::strstr(tjGetErrorStr2(handle), "extraneous bytes before marker 0xd9") != nullptr;
}

decoder_status statusOf(tjhandle handle) {
    const char *reason = tjGetErrorStr2(handle);
    if (std::strstr(reason, "memory") != nullptr) return DECODER_TOO_LARGE;
    if (std::strstr(reason, "nsupported") != nullptr) return DECODER_UNSUPPORTED;
    return DECODER_DAMAGED;
}

/// Converts ink as stored by Adobe (inverted) to light.
void toLight(const uint8_t *ink, size_t pixels, uint8_t *light) {
    for (size_t index = 0; index < pixels; index++, ink += 4, light += 3) {
        for (int channel = 0; channel < 3; channel++) {
            light[channel] = static_cast<uint8_t>(ink[2 - channel] * ink[3] / 255);
        }
    }
}

} // namespace

Decoded decodeJPEG(const Encoded &encoded, const Canvas &canvas) {
    const std::unique_ptr<void, Destroy> handle(tjInitDecompress());
    if (!handle) return {DECODER_TOO_LARGE};
    int width = 0, height = 0, subsampling = 0, colors = 0;
    const auto length = static_cast<unsigned long>(encoded.length);
    if (tjDecompressHeader3(handle.get(), encoded.bytes, length, &width, &height, &subsampling, &colors) != 0
        && !isHarmless(handle.get())) {
        return {statusOf(handle.get())};
    }
    if (width <= 0 || height <= 0) return {DECODER_DAMAGED};
    if (!isAllowed(static_cast<uint64_t>(width), static_cast<uint64_t>(height))) return {DECODER_TOO_LARGE};
    const uint32_t by = reduction(static_cast<uint64_t>(width), static_cast<uint64_t>(height));
    Decoded decoded{
        DECODER_OK, reduced(static_cast<uint32_t>(width), by), reduced(static_cast<uint32_t>(height), by),
        static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
    const size_t pixels = static_cast<size_t>(decoded.width) * decoded.height;
    if (pixels * bytesPerPixel > canvas.capacity) return {DECODER_TOO_LARGE};

    const bool isInk = colors == TJCS_CMYK || colors == TJCS_YCCK;
    std::unique_ptr<uint8_t[]> ink;
    if (isInk) {
        ink.reset(new (std::nothrow) uint8_t[pixels * 4]);
        if (!ink) return {DECODER_TOO_LARGE};
    }
    // The number of scans is limited, because an endless number wastes time; real pictures have about ten.
    const int result = tjDecompress2(
        handle.get(), encoded.bytes, length, isInk ? ink.get() : canvas.pixels, static_cast<int>(decoded.width), 0,
        static_cast<int>(decoded.height), isInk ? TJPF_CMYK : TJPF_BGR, TJFLAG_LIMITSCANS);
    if (result != 0 && !isHarmless(handle.get())) return {statusOf(handle.get())};
    if (isInk) toLight(ink.get(), pixels, canvas.pixels);
    return decoded;
}
