#pragma once
#include <stddef.h>
#include <stdint.h>

/// The CRC-32C (Castagnoli; RFC 3720, appendix B.4) of some bytes, by the processor's instruction where it has one.
uint32_t checksum_crc32c(const void *bytes, size_t count);
