import EventContracts
import Foundation
import Logging
import Messaging
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// Photos with a finished analysis that are still to be sent to a remote model, for comparison.
///
/// The queue is in memory only and limited, because a lost comparison does no harm.
final class ShadowQueue: Sendable {
    /// One photo.
    struct Candidate: Sendable {
        let command: RecognizeMeal
        let sight: FoodPrediction
        let photo: [UInt8]
        let question: RemoteFoodRecognizer.Question
    }

    /// Maximum number of waiting photos; each is a small JPEG.
    static let maxWaiting = 16

    fileprivate let candidates: AsyncStream<Candidate>
    private let places: AsyncStream<Candidate>.Continuation

    init() {
        (candidates, places) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maxWaiting))
    }

    /// Adds a photo; returns false if the queue is full.
    func offer(_ candidate: Candidate) -> Bool {
        if case .enqueued = places.yield(candidate) { return true }
        return false
    }
}

/// Asks a remote model about queued photos, a few at a time, and stores its predictions for comparison only.
package struct ShadowPredictions: Service {
    /// Timeout of one call, longer than usual because no person waits for it.
    private static let timeout = Duration.seconds(20)
    /// Retention of a comparison, in seconds.
    private static let retention: TimeInterval = 90 * 86_400

    let queue: ShadowQueue
    let opinion: SecondOpinion
    let database: MessagingDatabase
    let sealer: Sealer
    let logger: Logger

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                var running = 0
                for await candidate in queue.candidates {
                    if running == opinion.settings.calls {
                        await group.next()
                        running -= 1
                    }
                    running += 1
                    group.addTask { await compare(candidate) }
                }
            }
        }
    }

    private func compare(_ candidate: ShadowQueue.Candidate) async {
        // The consent may have been withdrawn while the photo waited here.
        guard await opinion.isAllowed(candidate.command) else { return }
        let start = ContinuousClock.now
        guard
            let answer = await opinion.requestAnswer(
                candidate.question, about: candidate.photo, until: start + Self.timeout)
        else {
            return
        }
        let duration = ContinuousClock.now - start, predictor = opinion.recognizer.predictor
        let comparison = FoodFusion(local: candidate.sight, remote: answer.foods, by: predictor).comparison
        opinion.metrics.compared(comparison)
        do {
            let context = SealingContext.remoteAnswer(candidate.command.mealID, of: candidate.command.accountID)
            try await RemotePredictionRepository.add(
                RemotePrediction(
                    command: candidate.command, local: candidate.sight.predictor.label, remote: predictor.label,
                    duration: duration,
                    comparison: comparison, answer: try await sealer.seal(answer.foods, context)),
                at: database.clock.now(), in: database.pool)
        } catch SealingError.erased {
            return
        } catch {
            logger.warning("a comparison could not be stored", metadata: ["error": .error(error)])
        }
    }

    /// Deletes old comparisons, even if no remote model is configured now.
    static func forgetting(over database: MessagingDatabase, logger: Logger) -> PeriodicJob {
        PeriodicJob("deleting remote predictions", every: .seconds(3_600), logger: logger) {
            let limit = database.clock.now().addingTimeInterval(-retention)
            try await RemotePredictionRepository.prune(before: limit, in: database.pool)
        }
    }
}
