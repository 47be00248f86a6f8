import CFoodIndex

/// A quantized embedding of a food, which takes a quarter of the memory; cosines are accurate to 0.003.
package struct FoodEmbedding: Sendable, Equatable {
    /// A signed byte for each component; the largest is ±127.
    package let components: [Int8]

    /// The unit vector of an embedding; nil for a zero vector.
    package init?(_ embedding: [Double]) {
        let largest = embedding.reduce(0) { max($0, abs($1)) }
        guard largest > 0, largest.isFinite else { return nil }
        components = embedding.map { Int8(($0 / largest * 127).rounded()) }
    }

    /// Reads the stored form.
    package init(stored bytes: [UInt8]) {
        components = bytes.map { Int8(bitPattern: $0) }
    }

    /// One byte per component.
    package var bytes: [UInt8] { components.map { UInt8(bitPattern: $0) } }

    /// The cosine: 1 for equal embeddings, 0 if they cannot be compared; never negative for foods.
    package func similarity(to other: FoodEmbedding) -> Double {
        guard components.count == other.components.count else { return 0 }
        return components.withUnsafeBufferPointer { mine in
            other.components.withUnsafeBufferPointer { theirs in
                guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return 0 }
                return Double(food_index_similarity(mine, theirs, components.count))
            }
        }
    }
}
