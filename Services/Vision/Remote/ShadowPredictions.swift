import EventContracts
import Foundation
import Logging
import Messaging
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// Photos that are already answered and still to be sent to a remote model, for comparison.
///
/// In memory only, with a limit: lost comparisons do no harm.
final class ShadowQueue: Sendable {
    /// One photo.
    struct Look: Sendable {
        let order: RecognizeMeal
        let sight: FoodPrediction
        let photo: [UInt8]
        let question: RemoteFoodRecognizer.Question
    }

    /// Photos that wait; each is a small JPEG.
    static let maxWaiting = 16

    fileprivate let looks: AsyncStream<Look>
    private let places: AsyncStream<Look>.Continuation

    init() {
        (looks, places) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maxWaiting))
    }

    /// Takes a photo; false when there is no room.
    func offer(_ look: Look) -> Bool {
        if case .enqueued = places.yield(look) { return true }
        return false
    }
}

/// Asks a remote model about queued photos, a few at a time, and stores its predictions for comparison only.
package struct ShadowPredictions: Service {
    /// Timeout of one question, without a waiting person.
    private static let timeout = Duration.seconds(20)
    /// How long a comparison is kept.
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
                for await look in queue.looks {
                    if running == opinion.settings.calls {
                        await group.next()
                        running -= 1
                    }
                    running += 1
                    group.addTask { await compare(look) }
                }
            }
        }
    }

    private func compare(_ look: ShadowQueue.Look) async {
        // The consent may have been withdrawn while the photo waited here.
        guard await opinion.isAllowed(look.order) else { return }
        let start = ContinuousClock.now
        guard let answer = await opinion.ask(look.question, about: look.photo, until: start + Self.timeout) else {
            return
        }
        let duration = ContinuousClock.now - start, predictor = opinion.recognizer.predictor
        let comparison = FoodFusion(local: look.sight, remote: answer.foods, by: predictor).comparison
        opinion.metrics.compared(comparison)
        do {
            let context = SealingContext.remoteAnswer(look.order.mealID, of: look.order.accountID)
            try await RemotePredictionRepository.add(
                RemotePrediction(
                    order: look.order, local: look.sight.predictor.label, remote: predictor.label, duration: duration,
                    comparison: comparison, answer: try await sealer.seal(answer.foods, context)),
                at: database.clock.now(), in: database.pool)
        } catch SealingError.erased {
            return
        } catch {
            logger.warning("a comparison could not be stored", metadata: ["error": .error(error)])
        }
    }

    /// Deletes old comparisons, even if no remote model is configured any more.
    static func forgetting(over database: MessagingDatabase, logger: Logger) -> PeriodicJob {
        PeriodicJob("forgetting remote looks", every: .seconds(3_600), logger: logger) {
            let limit = database.clock.now().addingTimeInterval(-retention)
            try await RemotePredictionRepository.prune(before: limit, in: database.pool)
        }
    }
}
