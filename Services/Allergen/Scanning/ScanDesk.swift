import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Answers label scans: opens, assesses, stores and tells, for whoever found that an answer is due.
package struct ScanDesk: Sendable {
    /// What a scan is judged by.
    package enum Basis: Sendable {
        /// The person's profile; nil when there never was one.
        case profile(ProfileChanged?)
        /// All fourteen allergens, since the promised profile has not arrived; of the one that is known, the ingredients
        /// that the person named count as well.
        case pending(known: ProfileChanged?)
    }

    let scans: ScanRepository
    let assess: AssessLabel
    let sealer: Sealer

    /// The text of a scan.
    ///
    /// - Throws: a `Rejection` when it is too long, or a `SealingError`.
    package func open(_ scan: LabelScan) async throws -> String {
        let text = try await sealer.open(scan.text, .scanText(scan.scanID, of: scan.accountID))
        try LabelLimits.check(text: text)
        return text
    }

    /// Answers a scan; the operation of the transaction's cause has succeeded with it.
    package func answer(
        _ scan: LabelScan, text: String, with basis: Basis, in transaction: borrowing Transaction
    ) async throws {
        let result = try await assessed(scan, text: text, with: basis, in: transaction)
        try transaction.append(result, key: scan.accountID, subject: scan.scanID, ending: .succeeded)
    }

    /// Answers a scan that waited for its profile: the first answer belongs to the scan's own order and ends its operation;
    /// a second one follows from the profile and ends none, since the deadline's answer did.
    package func finish(
        _ waiting: PendingScan, with profile: ProfileChanged, in transaction: borrowing Transaction
    ) async throws {
        let scan = waiting.scan
        let result = try await assessed(scan, text: open(scan), with: .profile(profile), in: transaction)
        let isFirst = waiting.answeredAt == nil
        try transaction.append(
            result, key: scan.accountID, subject: scan.scanID, ending: isFirst ? .succeeded : nil,
            answering: isFirst ? waiting.cause : nil)
    }

    private func assessed(
        _ scan: LabelScan, text: String, with basis: Basis, in transaction: borrowing Transaction
    ) async throws -> ScanAssessed {
        let profile = try await assessmentProfile(of: basis)
        let assessment = assess.decide(
            text, language: scan.language.flatMap(LabelLanguage.init(rawValue:)), profile: profile)
        let version = try await scans.version(of: scan.scanID, in: transaction) ?? 0
        let details = ScanDetails(assessment, text: text)
        let sealed = try await sealer.seal(details, .scanDetails(scan.scanID, of: scan.accountID))
        let result = ScanAssessed(
            scan, assessment, basis, version: version + 1, assessedAt: try transaction.eventTime(), details: sealed)
        try await scans.save(result, text: scan.text, in: transaction)
        try await scans.compact(scan.accountID, in: transaction)
        return result
    }

    private static let all = Set(AllergenCode.allCases.map(AllergenChoice.group))

    private func assessmentProfile(of basis: Basis) async throws -> AssessmentProfile {
        guard let stored = basis.known else {
            return AssessmentProfile(allergens: basis.isPending ? Self.all : [])
        }
        let others = try await sealer.open(stored.otherIngredients, .otherIngredients(of: stored.accountID))
        return AssessmentProfile(
            allergens: basis.isPending ? Self.all : Set(stored.allergens.map(AllergenChoice.group)),
            otherIngredients: others.map { OtherIngredient($0) }, diets: stored.diets,
            traces: basis.isPending ? .warn : stored.traces)
    }
}

extension ScanDesk.Basis {
    /// The stored profile, if there is one.
    var known: ProfileChanged? {
        switch self {
        case .profile(let profile), .pending(let profile): profile
        }
    }

    var isPending: Bool {
        switch self {
        case .profile: false
        case .pending: true
        }
    }
}
