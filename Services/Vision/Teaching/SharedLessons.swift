import EventContracts
import Foundation
import Logging
import Postgres
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// The shared lessons, in an index in memory.
///
/// PostgreSQL is the store. An instance reads all lessons at its start, in pages, and then every second the changes of
/// all instances.
package final class SharedLessons: Service {
    /// The lessons with their embeddings of one model.
    private final class Memory: Sendable {
        struct State {
            var byLabel: [UInt64: Recollection] = [:]
            var labels: [RegionID: UInt64] = [:]
            var lastLabel: UInt64 = 0
            var change: Int64 = 0
        }

        let space: String
        let index: FoodIndex
        let state = Mutex(State())

        init(space: String) throws {
            self.space = space
            index = try FoodIndex(dimensions: SharedLessons.dimensions)
        }

        var change: Int64 { state.withLock(\.change) }

        /// Applies changes; called by one thread only.
        func apply(_ changes: [LessonRepository.SharedChange]) throws {
            for change in changes {
                if let old = state.withLock({ $0.labels.removeValue(forKey: change.region) }) {
                    try index.remove(old)
                    state.withLock { $0.byLabel[old] = nil }
                }
                if let known = change.known, known.embedding.components.count == SharedLessons.dimensions {
                    // Labels are never reused; the index returns a label only after its lesson is stored.
                    let label = state.withLock { state in
                        state.lastLabel += 1
                        state.byLabel[state.lastLabel] = known.recollection
                        state.labels[change.region] = state.lastLabel
                        return state.lastLabel
                    }
                    try index.add(known.embedding, as: label)
                }
                state.withLock { $0.change = change.change }
            }
        }
    }

    /// Number of components of an embedding from the classifier.
    static let dimensions = 1_280
    /// Polling interval for changes of other instances.
    private static let interval = Duration.seconds(3)
    /// Polling interval while the model is missing.
    private static let modelInterval = Duration.seconds(10)
    /// Number of changes read at once, and maximum number of nearest embeddings compared.
    private static let page = 500, maxHits = 8
    /// The index is rebuilt when removed entries are as many as the remaining ones, and at least this many.
    private static let maxRemoved = 1_000

    private let pool: PostgresPool
    private let space: @Sendable () throws(RecognitionError) -> String
    private let wakeSignal = WakeSignal()
    private let logger: Logger
    /// A separate lane, so that building the index does not delay the analysis of photos.
    private let lanes = WorkLanes(label: "vision.shared-lessons", lanes: 1, capacity: 1, yields: true)
    private let memory = Mutex<Memory?>(nil)

    /// - Parameters:
    ///   - pool: The database.
    ///   - logger: Logs if the store or the model cannot be read.
    ///   - space: Returns the model of the embeddings; reads files.
    package init(pool: PostgresPool, logger: Logger, space: @escaping @Sendable () throws(RecognitionError) -> String) {
        self.pool = pool
        self.logger = logger
        self.space = space
    }

    /// The lessons most similar to an embedding; empty before the model's lessons are loaded.
    ///
    /// Far below a millisecond, whatever the number of lessons.
    func recollections(of embedding: FoodEmbedding, in space: String) -> [Recollection] {
        guard let memory = memory.withLock(\.self), memory.space == space,
            let hits = try? memory.index.nearest(to: embedding, maxCount: Self.maxHits)
        else { return [] }
        return memory.state.withLock { state in
            hits.compactMap { hit in
                var found = state.byLabel[hit.label]
                found?.similarity = hit.similarity
                return found
            }
        }
    }

    /// Number of lessons that can currently be found.
    package var count: Int { memory.withLock(\.self)?.index.count.present ?? 0 }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown { [self] in
            var isLogged = false
            while !Task.isCancelled {
                do {
                    try await follow()
                    isLogged = false
                    await wakeSignal.wait(atMost: Self.interval)
                } catch is CancellationError {
                    return
                } catch {
                    if !isLogged { logger.warning("shared lessons not read", metadata: ["error": .error(error)]) }
                    isLogged = true
                    try await Task.sleep(for: error is RecognitionError ? Self.modelInterval : Self.interval)
                }
            }
        }
        // The service must not return, because that would end the whole program.
        try? await gracefulShutdown()
    }

    /// Loads changes; on the first call, everything.
    func follow() async throws {
        let known = memory.withLock(\.self)
        if let known {
            let count = known.index.count
            guard count.removed > max(Self.maxRemoved, count.present) else { return try await read(into: known) }
            let fresh = try Memory(space: known.space)
            try await read(into: fresh)
            return memory.withLock { $0 = fresh }
        }
        let space = space
        let found = try await lanes.run { Result { () throws(RecognitionError) in try space() } }
        let first = try Memory(space: try found.get())
        // The lessons loaded so far are usable at once; the rest is loaded during operation.
        memory.withLock { $0 = first }
        try await read(into: first)
        logger.info("shared lessons read", metadata: ["count": "\(first.index.count.present)"])
    }

    private func read(into memory: Memory) async throws {
        while true {
            let changes = try await LessonRepository.sharedChanges(
                after: memory.change, in: memory.space, limit: Self.page, on: pool)
            guard !changes.isEmpty else { return }
            try await lanes.run { Result { try memory.apply(changes) } }.get()
            if changes.count < Self.page { return }
        }
    }
}
