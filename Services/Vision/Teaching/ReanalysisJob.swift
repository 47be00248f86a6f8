import EventContracts
import Foundation
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime

/// Recomputes the embeddings of lessons for a new model, from their stored photos (VIS-12, VIS-13).
///
/// Processes one region at a time per instance, and none while a user's photo is waiting. New embeddings are stored
/// beside the old ones: an instance with the other model keeps using its own.
package struct ReanalysisJob: Sendable {
    /// Polling interval for remaining lessons.
    package static let interval = Duration.seconds(60)
    /// Timeout of one analysis.
    static let timeout = Duration.seconds(20)
    /// The lease of an attempt, and the delay before a retry if its photo is unavailable, in seconds.
    static let lease: TimeInterval = 120, pause: TimeInterval = 300
    /// Maximum number of attempts before a lesson is abandoned, and number of lessons queued at once.
    static let maxAttempts = 3, page = 100

    let pool: PostgresPool
    let clock: any WallClock
    let metrics: MetricsRegistry
    /// Returns the loaded model; throws `Postponed` without one.
    let space: @Sendable () throws -> String
    /// Computes the embedding of a region; nil if the region permanently has no usable content.
    ///
    /// Throws `Postponed` if it may have some later.
    let analyze: @Sendable (Reanalysis) async throws -> FoodEmbedding?

    /// Processes all due regions; stops early if a photo is waiting.
    func run() async throws {
        let space: String
        do { space = try self.space() } catch is Postponed { return }
        guard !space.isEmpty else { return }
        try await count(for: space)
        while try await !ReanalysisRepository.photosWait(at: clock.now(), on: pool) {
            try Task.checkCancellation()
            let now = clock.now()
            if let taken = try await ReanalysisRepository.take(
                for: space, until: now.addingTimeInterval(Self.lease), at: now, on: pool)
            {
                guard try await handle(taken) else { break }
            } else if try await ReanalysisRepository.lineUp(for: space, maxCount: Self.page, at: now, on: pool) == 0 {
                break
            }
        }
        try await count(for: space)
    }

    /// - Returns: False if the next region would have to wait for the same reason.
    private func handle(_ taken: Reanalysis) async throws -> Bool {
        guard taken.attempt <= Self.maxAttempts else {
            try await ReanalysisRepository.finish(taken, nil, on: pool)
            return true
        }
        do {
            try await ReanalysisRepository.finish(taken, try await analyze(taken), on: pool)
            return true
        } catch is Postponed {
            try await ReanalysisRepository.putBack(taken, until: clock.now().addingTimeInterval(Self.pause), on: pool)
            return false
        }
    }

    private func count(for space: String) async throws {
        let left = try await ReanalysisRepository.left(for: space, on: pool)
        metrics.gauge(
            "foodmagic_vision_lessons_waiting", help: "Lessons that the running model has not analyzed yet."
        ).set(Double(left.waiting))
        metrics.gauge(
            "foodmagic_vision_lessons_resting",
            help: "Lessons that cannot be analyzed because their photo is gone."
        ).set(Double(left.resting))
    }

    /// Computes an embedding with the service's own model.
    static func analyze(
        at taken: Reanalysis, in photos: PhotoOpener, with supply: FoodRecognizerSupply
    ) async throws -> FoodEmbedding? {
        let recognizer = try supply.model()
        let picture: Picture
        do {
            guard case .picture(let opened) = try await photos.open(taken.photo, orientation: taken.orientation) else {
                return nil
            }
            picture = opened
        } catch SealingError.erased {
            return nil
        } catch let error as SealingError {
            throw Postponed("\(error)")
        }
        do throws(RecognitionError) {
            return FoodEmbedding(
                try await recognizer.embedding(of: taken.box, in: picture, deadline: .now + Self.timeout))
        } catch {
            switch error.code {
            case .invalidPicture: return nil
            case .engineMissing, .modelMissing, .busy: throw Postponed(error.description)
            case .stopped, .failed: throw error
            }
        }
    }
}
