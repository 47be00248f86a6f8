#pragma once
#include <stddef.h>
#include <stdint.h>

/// Returns the CRC-32C (Castagnoli; RFC 3720, appendix B.4), using the processor's instruction if available.
uint32_t checksum_crc32c(const void *bytes, size_t count);
