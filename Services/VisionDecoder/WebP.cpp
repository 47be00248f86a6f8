#include <webp/decode.h>

#include "Decoding.hpp"

namespace {

decoder_status statusOf(VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OK: return DECODER_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return DECODER_TOO_LARGE;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return DECODER_UNSUPPORTED;
    default: return DECODER_DAMAGED;
    }
}

/// Blends transparent pixels with white.
void layOnWhite(const uint8_t *transparent, size_t pixels, uint8_t *opaque) {
    for (size_t index = 0; index < pixels; index++, transparent += 4, opaque += 3) {
        const int alpha = transparent[3];
        for (int channel = 0; channel < 3; channel++) {
            opaque[channel] = static_cast<uint8_t>((transparent[channel] * alpha + 255 * (255 - alpha)) / 255);
        }
    }
}

} // namespace

Decoded decodeWebP(const Encoded &encoded, const Canvas &canvas) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return {DECODER_UNSUPPORTED};
    const auto features = statusOf(WebPGetFeatures(encoded.bytes, encoded.length, &config.input));
    if (features != DECODER_OK) return {features};
    if (config.input.has_animation) return {DECODER_UNSUPPORTED};
    if (config.input.width <= 0 || config.input.height <= 0) return {DECODER_DAMAGED};
    const auto width = static_cast<uint32_t>(config.input.width), height = static_cast<uint32_t>(config.input.height);
    if (!isAllowed(width, height)) return {DECODER_TOO_LARGE};
    const uint32_t by = reduction(width, height);
    const Decoded decoded{DECODER_OK, reduced(width, by), reduced(height, by), width, height};
    const size_t pixels = static_cast<size_t>(decoded.width) * decoded.height;
    if (pixels * bytesPerPixel > canvas.capacity) return {DECODER_TOO_LARGE};

    if (by > 1) {
        config.options.use_scaling = 1;
        config.options.scaled_width = static_cast<int>(decoded.width);
        config.options.scaled_height = static_cast<int>(decoded.height);
    }
    if (config.input.has_alpha) {
        config.output.colorspace = MODE_BGRA;
    } else {
        config.output.colorspace = MODE_BGR;
        config.output.is_external_memory = 1;
        config.output.u.RGBA.rgba = canvas.pixels;
        config.output.u.RGBA.stride = static_cast<int>(decoded.width * bytesPerPixel);
        config.output.u.RGBA.size = pixels * bytesPerPixel;
    }
    const auto status = statusOf(WebPDecode(encoded.bytes, encoded.length, &config));
    if (status == DECODER_OK && config.input.has_alpha) {
        layOnWhite(config.output.u.RGBA.rgba, pixels, canvas.pixels);
    }
    WebPFreeDecBuffer(&config.output);
    return status == DECODER_OK ? decoded : Decoded{status};
}
