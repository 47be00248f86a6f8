#include "CChecksum.h"

#include <string.h>

// The polynomial, its bits reversed.
#define POLYNOMIAL 0x82f63b78u

static uint32_t by_bits(uint32_t crc, const uint8_t *next, size_t count) {
    for (; count > 0; count--) {
        crc ^= *next++;
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ POLYNOMIAL : crc >> 1;
    }
    return crc;
}

#if defined(__x86_64__)

#define HAS_INSTRUCTION __builtin_cpu_supports("sse4.2")

__attribute__((target("sse4.2"))) static uint32_t by_instruction(uint32_t crc, const uint8_t *next, size_t count) {
    uint64_t wide = crc;
    for (; count >= 8; count -= 8, next += 8) {
        uint64_t word;
        memcpy(&word, next, sizeof word);
        wide = __builtin_ia32_crc32di(wide, word);
    }
    crc = (uint32_t)wide;
    for (; count > 0; count--) crc = __builtin_ia32_crc32qi(crc, *next++);
    return crc;
}

#elif defined(__aarch64__)

#include <sys/auxv.h>
#define HAS_INSTRUCTION (getauxval(AT_HWCAP) & (1 << 7)) // The flag HWCAP_CRC32

__attribute__((target("crc"))) static uint32_t by_instruction(uint32_t crc, const uint8_t *next, size_t count) {
    for (; count >= 8; count -= 8, next += 8) {
        uint64_t word;
        memcpy(&word, next, sizeof word);
        crc = __builtin_arm_crc32cd(crc, word);
    }
    for (; count > 0; count--) crc = __builtin_arm_crc32cb(crc, *next++);
    return crc;
}

#else

#define HAS_INSTRUCTION 0
#define by_instruction by_bits

#endif

uint32_t checksum_crc32c(const void *bytes, size_t count) {
    return ~(HAS_INSTRUCTION ? by_instruction(~0u, bytes, count) : by_bits(~0u, bytes, count));
}
