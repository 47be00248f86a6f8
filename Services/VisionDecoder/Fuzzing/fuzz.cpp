// Feeds made-up files to the decoder's own code: deploy/fuzz builds and runs it with libFuzzer and AddressSanitizer.
#include <vector>

#include "../Decoding.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static std::vector<uint8_t> canvas(pixelCapacity);
    if (size < 2) return 0;
    // The first byte chooses the orientation, so that turning is reached as well, and now and then the full room: mostly
    // a small one, where a run takes less time.
    const size_t room = data[0] >= 0xF0 ? canvas.size() : canvas.size() / 64;
    const Decoded decoded = decode({data + 1, size - 1}, data[0] % 10, {canvas.data(), room});
    if (decoded.status == DECODER_OK
        && static_cast<uint64_t>(decoded.width) * decoded.height * bytesPerPixel > room) {
        __builtin_trap();
    }
    return 0;
}
