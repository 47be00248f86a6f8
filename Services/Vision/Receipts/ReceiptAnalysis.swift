import EventContracts
import Foundation
import Messaging
import Sealing
import ServiceRuntime

/// Reads the text on the photos of a receipt, one after the other (VIS-20).
package struct ReceiptAnalysis: PhotoAnalysis {
    package let type = ReadReceipt.type
    let photoReader: PhotoTextReader
    let sealer: Sealer
    let clock: any WallClock
    let metrics: ReadingMetrics

    package var isReady: Bool { photoReader.isReady }

    package func run(_ job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult {
        let command = try EventCoding.decode(ReadReceipt.self, from: job.body)
        let start = ContinuousClock.now
        return try await PhotoTextReader.unlessErased {
            var seen: [PhotoTextReader.Seen] = []
            for photo in command.photos {
                seen.append(
                    try await photoReader.see(
                        photo.key, photo.facts, as: .receipt, attempt: job.attempt, until: deadline))
            }
            let result = try await result(of: command, seen, after: ContinuousClock.now - start)
            metrics.read(result)
            for case .undecodable(let reason) in seen { metrics.undecodable(reason) }
            return .commit { try $0.append(result, key: command.accountID, subject: command.receiptID) }
        }
    }

    private func result(
        of command: ReadReceipt, _ seen: [PhotoTextReader.Seen], after duration: Duration
    ) async throws -> ReceiptRead {
        let readings = seen.compactMap { $0.reading }
        let legibility = Legibility(readings)
        let pages = ReceiptPages(pages: seen.map(\.page))
        let characters = readings.flatMap(\.text.lines).reduce(0) { $0 + $1.characters.count }
        let score = readings.reduce(0) { sum, reading in
            sum + reading.text.confidence * Double(reading.text.lines.reduce(0) { $0 + $1.characters.count })
        }
        return ReceiptRead(
            command, outcome: Self.outcome(of: seen), doubts: legibility.gaps.map(\.rawValue),
            advice: legibility.advice.map(\.rawValue), confidence: characters == 0 ? 0 : score / Double(characters),
            predictor: readings.first?.text.predictor.label ?? "none",
            milliseconds: Int(duration / .milliseconds(1)),
            reading: try await sealer.seal(pages, .receiptPrint(command.receiptID, of: command.accountID)),
            readAt: EventTime.truncate(clock.now()))
    }

    /// `read` if any photo was read; otherwise the outcome of the first photo.
    static func outcome(of seen: [PhotoTextReader.Seen]) -> LabelRead.Outcome {
        let outcomes = seen.map(\.outcome)
        return outcomes.contains(.read) ? .read : outcomes.first ?? .photoMissing
    }

    /// The readability of the text, with advice; completeness does not matter for a receipt.
    struct Legibility: Sendable, Equatable {
        var gaps: [Completeness.Gap] = []
        var advice: [PhotoAdvice] = []

        private static let gaps: Set<Completeness.Gap> = [
            .noText, .printTooSmall, .blurred, .uncertainReading, .unreadRegion, .tooDark,
        ]

        /// Judges the readings of all photos together.
        init(_ readings: [(text: TextReading, scale: Double)]) {
            for reading in readings {
                let judged = Completeness.judge(reading.text, scale: reading.scale)
                let found = judged.gaps.filter { Self.gaps.contains($0) && !gaps.contains($0) }
                gaps += found
                guard !found.isEmpty else { continue }
                advice += judged.advice.filter { step in
                    !advice.contains(step) && (step != .showWholeList || found.contains(.noText))
                }
            }
        }
    }
}

extension PhotoTextReader.Seen {
    /// In pixels of the original upright photo; an unreadable photo has no lines.
    fileprivate var page: ReceiptPages.Page {
        guard let (text, scale) = reading else { return ReceiptPages.Page(width: 0, height: 0, lines: []) }
        return ReceiptPages.Page(
            width: Int((Double(text.width) * scale).rounded()), height: Int((Double(text.height) * scale).rounded()),
            lines: text.readLines)
    }
}
