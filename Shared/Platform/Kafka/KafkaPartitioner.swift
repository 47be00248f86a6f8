/// The partition of a key: murmur2 as in Java's default partitioner, so that all clients choose the same one.
package enum KafkaPartitioner {
    /// The partition of `key` among `count` (at least 1).
    package static func partition(key: [UInt8], count: Int32) -> Int32 {
        Int32(murmur2(key) & 0x7fff_ffff) % max(count, 1)
    }

    /// MurmurHash2, 32 bits, with Kafka's seed.
    static func murmur2(_ bytes: [UInt8]) -> UInt32 {
        let multiplier: UInt32 = 0x5bd1_e995
        var hash = UInt32(0x9747_b28c) ^ UInt32(truncatingIfNeeded: bytes.count)
        let whole = bytes.count / 4 * 4
        for start in stride(from: 0, to: whole, by: 4) {
            var block = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
            block = block &* multiplier
            block ^= block >> 24
            block = block &* multiplier
            hash = hash &* multiplier ^ block
        }
        let rest = bytes[whole...]
        if !rest.isEmpty {
            for (index, byte) in rest.enumerated() { hash ^= UInt32(byte) << (8 * UInt32(index)) }
            hash = hash &* multiplier
        }
        hash ^= hash >> 13
        hash = hash &* multiplier
        return hash ^ hash >> 15
    }
}
