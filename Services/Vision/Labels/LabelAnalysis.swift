import EventContracts
import Foundation
import Messaging
import Sealing
import ServiceRuntime

/// Reads the text on photos of labels (VIS-17).
package struct LabelAnalysis: PhotoAnalysis {
    package let type = ReadLabel.type
    let photoReader: PhotoTextReader
    let sealer: Sealer
    let clock: any WallClock
    let metrics: ReadingMetrics

    package var isReady: Bool { photoReader.isReady }

    package func run(_ job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult {
        let command = try EventCoding.decode(ReadLabel.self, from: job.body)
        let start = ContinuousClock.now
        return try await PhotoTextReader.unlessErased {
            // A photo that crashed the reader twice is not analyzed again.
            let seen =
                job.attempt > JobWorkers.maxAttempts
                ? .givenUp : try await photoReader.see(command.photo, command.facts, as: .label, until: deadline)
            let result = try await result(of: command, seen, after: ContinuousClock.now - start)
            metrics.read(result)
            if case .undecodable(let reason) = seen { metrics.undecodable(reason) }
            return .commit { try $0.append(result, key: command.accountID, subject: command.scanID) }
        }
    }

    private func result(
        of command: ReadLabel, _ seen: PhotoTextReader.Seen, after duration: Duration
    ) async throws -> LabelRead {
        var outcome: LabelRead.Outcome, reading: TextReading?, judgement: Completeness?
        switch seen {
        case .text(let text, let scale):
            (outcome, reading) = (text.lines.isEmpty ? .noText : .read, text)
            judgement = Completeness.judge(text, scale: scale)
        case .undecodable: outcome = .undecodable
        case .photoMissing: outcome = .photoMissing
        }
        let sealed = try await sealer.seal(
            LabelPrint(lines: reading?.readLines ?? []), .labelPrint(command.scanID, of: command.accountID))
        return LabelRead(
            accountID: command.accountID, scanID: command.scanID, photo: command.photo, outcome: outcome,
            doubts: judgement?.gaps.map(\.rawValue) ?? [], places: reading?.places(of: judgement),
            advice: judgement?.advice.map(\.rawValue) ?? [],
            confidence: reading?.confidence ?? 0, predictor: reading?.predictor.label ?? "none",
            milliseconds: Int(duration / .milliseconds(1)), reading: sealed, language: command.language,
            gtin: command.gtin, profileVersion: command.profileVersion, requestedAt: command.requestedAt,
            readAt: EventTime.truncate(clock.now()), voucher: command.voucher, name: command.name)
    }
}
