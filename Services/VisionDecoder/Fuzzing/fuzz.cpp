// Feeds made-up files to the decoder's own code: deploy/fuzz builds and runs it with libFuzzer and AddressSanitizer.
#include <vector>

#include "../Decoding.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static std::vector<uint8_t> canvas(pixelCapacity);
    if (size < 2) return 0;
    // The first byte is the orientation, so that turning is reached as well.
    const Decoded decoded = decode({data + 1, size - 1}, data[0] % 10, {canvas.data(), canvas.size()});
    if (decoded.status == DECODER_OK
        && static_cast<uint64_t>(decoded.width) * decoded.height * bytesPerPixel > canvas.size()) {
        __builtin_trap();
    }
    return 0;
}
