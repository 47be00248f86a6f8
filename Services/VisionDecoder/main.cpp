// Decodes untrusted pictures into pixels for `vision`, in a process of its own, so that a crash affects nothing else.
#include <sys/mman.h>
#include <unistd.h>

#include <ctime>

#include "CDecoderLink.h"
#include "Confinement.hpp"
#include "Decoding.hpp"

namespace {

/// Exit statuses, for running it by hand.
enum { finished = 0, noSharedMemory = 2, notConfined = 3, brokenLink = 4 };

void *mapped(int file, size_t size, int protection) {
    void *memory = mmap(nullptr, size, protection, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? nullptr : memory;
}

/// 1 after a complete record, 0 at the end of the input, -1 otherwise.
int receive(decoder_request &request) {
    auto *bytes = reinterpret_cast<char *>(&request);
    size_t count = 0;
    while (count < sizeof request) {
        const ssize_t received = read(DECODER_REQUESTS, bytes + count, sizeof request - count);
        if (received <= 0) return received == 0 && count == 0 ? 0 : -1;
        count += static_cast<size_t>(received);
    }
    return 1;
}

double cpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

decoder_answer answer(const decoder_request &request, const uint8_t *encoded, uint8_t *pixels) {
    if (request.length == 0 || request.length > DECODER_LIMIT_BYTES) {
        return {request.number, DECODER_DAMAGED, 0, 0, 0, 0, 0};
    }
    const Decoded decoded =
        decode({encoded, request.length}, request.orientation, {pixels, pixelCapacity});
    return {
        request.number, static_cast<uint32_t>(decoded.status), decoded.width, decoded.height, decoded.originalWidth,
        decoded.originalHeight, 0};
}

} // namespace

int main() {
    const auto *encoded = static_cast<const uint8_t *>(mapped(DECODER_ENCODED, DECODER_LIMIT_BYTES, PROT_READ));
    auto *pixels = static_cast<uint8_t *>(mapped(DECODER_PIXELS, pixelCapacity, PROT_READ | PROT_WRITE));
    if (encoded == nullptr || pixels == nullptr) return noSharedMemory;
    if (!confine()) return notConfined;
    // Ends after some pictures, so that the limit of processor time applies to few pictures.
    while (true) {
        decoder_request request{};
        const int received = receive(request);
        if (received <= 0) return received == 0 ? finished : brokenLink;
        decoder_answer reply = answer(request, encoded, pixels);
        reply.is_last = cpuSeconds() > cpuSecondsBeforeRenewal ? 1 : 0;
        if (write(DECODER_ANSWERS, &reply, sizeof reply) != sizeof reply) return brokenLink;
        if (reply.is_last == 1) return finished;
    }
}
