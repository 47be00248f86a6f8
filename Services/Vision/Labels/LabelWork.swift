import EventContracts
import Foundation
import Messaging
import Photos
import Sealing
import ServiceRuntime

/// Reads the print on photos of labels (VIS-17).
package struct LabelWork: JobWork {
    package let type = ReadLabel.type
    let photos: PhotoOpener
    let supply: TextReaderSupply
    let sealer: Sealer
    let clock: any WallClock
    let metrics: ReadingMetrics
    let failPoints: FailPoints

    package var isReady: Bool { supply.isLoaded }

    package func look(at job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult {
        let order = try EventCoding.decode(ReadLabel.self, from: job.body)
        let start = ContinuousClock.now
        do {
            // The third look is none: what brought the reader down twice is not touched again.
            let seen =
                job.attempt > JobWorkers.mostAttempts ? .undecodable("gaveUp") : try await see(order, until: deadline)
            let result = try await result(of: order, seen, after: ContinuousClock.now - start)
            metrics.read(result)
            if case .undecodable(let reason) = seen { metrics.undecodable(reason) }
            return .tell { try $0.append(result, key: order.accountID, subject: order.scanID) }
        } catch SealingError.erased {
            return .nobody
        } catch let error as SealingError {
            // A wrong master key is an operator's to mend; photos wait for it.
            if case .keyRingUnavailable = error { throw Postponed("\(error)") }
            throw error
        }
    }

    /// What the photo shows.
    private enum Seen {
        case text(TextReading, scale: Double)
        /// With the reason, for operators.
        case undecodable(String)
        case photoMissing
    }

    private func see(_ order: ReadLabel, until deadline: ContinuousClock.Instant) async throws -> Seen {
        let reader = try supply.model()
        let picture: Picture
        switch try await photos.open(order.photo, orientation: order.facts.orientation) {
        case .picture(let opened): picture = opened
        case .undecodable(let reason): return .undecodable(reason)
        case .missing: return .photoMissing
        }
        failPoints.hit(.looking)
        do throws(TextReaderError) {
            let text = try await reader.read(picture, .label, deadline: deadline)
            return .text(text, scale: Double(picture.originalWidth) / Double(picture.width))
        } catch {
            switch error.code {
            case .invalidPicture: return .undecodable(error.code.rawValue)
            case .engineMissing, .modelMissing, .busy: throw Postponed(error.description)
            case .stopped, .failed: throw error
            }
        }
    }

    private func result(of order: ReadLabel, _ seen: Seen, after duration: Duration) async throws -> LabelRead {
        var outcome: LabelRead.Outcome, reading: TextReading?, judgement: Completeness?
        switch seen {
        case .text(let text, let scale):
            (outcome, reading) = (text.lines.isEmpty ? .noText : .read, text)
            judgement = Completeness.judge(text, scale: scale)
        case .undecodable: outcome = .undecodable
        case .photoMissing: outcome = .photoMissing
        }
        let sealed = try await sealer.seal(
            LabelPrint(lines: reading?.readLines ?? []), .labelPrint(order.scanID, of: order.accountID))
        return LabelRead(
            accountID: order.accountID, scanID: order.scanID, photo: order.photo, outcome: outcome,
            doubts: judgement?.gaps.map(\.rawValue) ?? [], advice: judgement?.advice.map(\.rawValue) ?? [],
            confidence: reading?.confidence ?? 0, predictor: reading?.predictor.label ?? "none",
            milliseconds: Int(duration / .milliseconds(1)), reading: sealed, language: order.language,
            gtin: order.gtin, profileVersion: order.profileVersion, requestedAt: order.requestedAt,
            readAt: EventTime.truncate(clock.now()))
    }
}

extension TextReading {
    /// The lines in the contract's form: corners as parts of width and height.
    fileprivate var readLines: [ReadLine] {
        lines.map { line in
            ReadLine(
                text: line.text,
                corners: line.quad.corners.flatMap { corner in
                    [Self.rounded(corner.x / Double(width)), Self.rounded(corner.y / Double(height))]
                },
                confidence: Self.rounded(line.confidence),
                positions: line.characters.map { Self.rounded($0.position) })
        }
    }

    /// To a thousandth, within 0…1: finer than a pixel of a phone's screen.
    private static func rounded(_ share: Double) -> Double { (min(1, max(0, share)) * 1_000).rounded() / 1_000 }
}
