// Feeds generated files to the decoder: deploy/fuzz builds and runs it with libFuzzer and AddressSanitizer.
#include <vector>

#include "../Decoding.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static std::vector<uint8_t> canvas(pixelCapacity);
    if (size < 2) return 0;
    // The first byte selects the orientation, to cover turning, and rarely the full canvas; mostly a small one is used,
    // which makes runs faster.
    const size_t room = data[0] >= 0xF0 ? canvas.size() : canvas.size() / 64;
    const Decoded decoded = decode({data + 1, size - 1}, data[0] % 10, {canvas.data(), room});
    if (decoded.status == DECODER_OK
        && static_cast<uint64_t>(decoded.width) * decoded.height * bytesPerPixel > room) {
        __builtin_trap();
    }
    return 0;
}
