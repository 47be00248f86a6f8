import CFoodIndex

/// Finds the nearest embeddings among many: hnswlib's graph, in memory.
///
/// Threads can share it: the C side has its own lock, under which searches run in parallel.
package final class FoodIndex: @unchecked Sendable {
    // Sendable, because every C function acquires the index's lock.
    private let handle: OpaquePointer
    private let dimensions: Int

    /// A match.
    package struct Hit: Sendable, Equatable {
        /// The label that the vector was added with.
        package let label: UInt64
        /// The cosine similarity.
        package let similarity: Double
    }

    /// The library failed, or memory is exhausted.
    package struct Failure: Error {
        package init() {}
    }

    /// An empty index.
    package init(dimensions: Int) throws(Failure) {
        var handle: OpaquePointer?
        guard food_index_create(dimensions, &handle) == FOOD_INDEX_OK, let handle else { throw Failure() }
        self.handle = handle
        self.dimensions = dimensions
    }

    deinit { food_index_destroy(handle) }

    /// Adds an embedding under an unused label; takes about a millisecond among 100,000.
    package func add(_ embedding: FoodEmbedding, as label: UInt64) throws(Failure) {
        guard embedding.components.count == dimensions else { throw Failure() }
        let status = embedding.components.withUnsafeBufferPointer { food_index_add(handle, label, $0.baseAddress) }
        guard status == FOOD_INDEX_OK else { throw Failure() }
    }

    /// Removes an embedding, if it exists.
    package func remove(_ label: UInt64) throws(Failure) {
        guard food_index_remove(handle, label) == FOOD_INDEX_OK else { throw Failure() }
    }

    /// Number of searchable embeddings, and of removed ones that still take memory.
    package var count: (present: Int, removed: Int) {
        var present = 0, removed = 0
        food_index_count(handle, &present, &removed)
        return (present, removed)
    }

    /// The nearest embeddings, the nearest first; far below a millisecond among 100,000.
    package func nearest(to embedding: FoodEmbedding, maxCount: Int) throws(Failure) -> [Hit] {
        try hits(of: embedding, maxCount, by: food_index_search)
    }

    /// The nearest embeddings by comparison with every one; a reference for the graph.
    package func scan(for embedding: FoodEmbedding, maxCount: Int) throws(Failure) -> [Hit] {
        try hits(of: embedding, maxCount, by: food_index_scan)
    }

    private typealias Question = (
        OpaquePointer?, UnsafePointer<Int8>?, Int, UnsafeMutablePointer<food_index_hit>?, UnsafeMutablePointer<Int>?
    ) -> food_index_status

    private func hits(of embedding: FoodEmbedding, _ maxCount: Int, by ask: Question) throws(Failure) -> [Hit] {
        guard embedding.components.count == dimensions else { return [] }
        var places = [food_index_hit](repeating: food_index_hit(label: 0, similarity: 0), count: maxCount)
        var found = 0
        let status = embedding.components.withUnsafeBufferPointer { vector in
            places.withUnsafeMutableBufferPointer { ask(handle, vector.baseAddress, maxCount, $0.baseAddress, &found) }
        }
        guard status == FOOD_INDEX_OK else { throw Failure() }
        return places.prefix(found).map { Hit(label: $0.label, similarity: Double($0.similarity)) }
    }
}
