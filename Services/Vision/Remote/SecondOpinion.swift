import ChatModels
import EventContracts
import Foundation
import Postgres
import ServiceRuntime

/// Asks a remote model about a photo if its owner allows it and the local result is incomplete; falls back to the local
/// result.
package struct SecondOpinion: Sendable {
    let recognizer: RemoteFoodRecognizer
    let settings: RemoteModelSettings
    let pool: PostgresPool
    let metrics: RemoteMetrics
    /// The queue for comparisons; set in shadow mode only, in which results are not shown.
    let shadow: ShadowQueue?

    /// Part of a job's time reserved for the work after the call.
    private static let reserve = Duration.seconds(1)

    /// Completes the local prediction.
    ///
    /// - Parameters:
    ///   - sight: The local prediction.
    ///   - picture: The photo.
    ///   - command: The command with account and consents.
    ///   - local: The recognizer of the local prediction.
    ///   - deadline: The job's deadline.
    /// - Returns: The completed prediction, or the same without a better one within the timeout.
    func complete(
        _ sight: FoodPrediction, of picture: Picture, for command: RecognizeMeal,
        after local: any FoodRecognizer, until deadline: ContinuousClock.Instant
    ) async -> FoodPrediction {
        if let reason = Self.reasonNotToAsk(about: sight, settings.use) {
            metrics.notAsked(reason)
            return sight
        }
        guard recognizer.wouldAsk else {
            metrics.countCall(.leftAlone, after: .zero)
            return sight
        }
        guard await isAllowed(command) else { return sight }
        guard let photo = await recognizer.photo(of: picture) else {
            metrics.notAsked(.queueFull)
            return sight
        }
        let question = RemoteFoodRecognizer.Question(
            labels: local.labels, unnamed: sight.foods.filter(\.isUnnamed).map(\.box), language: command.meal.language)
        if let shadow {
            let candidate = ShadowQueue.Candidate(command: command, sight: sight, photo: photo, question: question)
            if !shadow.offer(candidate) { metrics.notAsked(.queueFull) }
            return sight
        }
        guard let answer = await requestAnswer(question, about: photo, until: deadline - Self.reserve) else {
            return sight
        }
        let fusion = FoodFusion(local: sight, remote: answer.foods, by: recognizer.predictor) {
            local.mass(of: $0, as: $1)
        }
        metrics.compared(fusion.comparison)
        return fusion.sight(settings.use == .always ? .all : .unnamed)
    }

    /// The answer, counted in the metrics; nil without one.
    func requestAnswer(
        _ question: RemoteFoodRecognizer.Question, about photo: [UInt8], until end: ContinuousClock.Instant
    ) async -> RemoteAnswer? {
        let start = ContinuousClock.now
        do throws(RemoteFailure) {
            let answer = try await recognizer.ask(question, about: photo, deadline: end)
            metrics.countCall(nil, after: .now - start)
            metrics.leftOut(answer.faults)
            return answer
        } catch {
            metrics.countCall(error, after: .now - start)
            return nil
        }
    }

    /// Whether the owner of a photo currently allows sending it; checked directly before sending, because the photo may
    /// have waited.
    func isAllowed(_ command: RecognizeMeal) async -> Bool {
        do {
            let published = try await PhotoConsentRepository.find(command.accountID, in: pool)
            switch RemotePermission(
                ordered: command.consents, published: published, isInCanada: settings.server.isInCanada)
            {
            case .granted: return true
            case .refused: metrics.notAsked(.refused)
            case .refusedAbroad: metrics.notAsked(.refusedAbroad)
            }
        } catch {
            metrics.notAsked(.unknownConsent)
        }
        return false
    }

    /// The reason why the model is not asked about the local result; nil if it is asked.
    static func reasonNotToAsk(about sight: FoodPrediction, _ use: RemoteModelSettings.Use) -> RemoteMetrics.Reason? {
        if sight.foods.isEmpty { return sight.light.isDark || sight.light.isBlurred ? .tooDark : nil }
        return use == .unnamed && !sight.foods.contains(where: \.isUnnamed) ? .named : nil
    }
}
