import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Reassesses answered scans, and raises one alert for each new finding (ALG-11, NOT-05).
package struct ScanRecheck: Sendable {
    let assessor: ScanAssessor

    /// Reassesses all scans of an account with a new profile, in the transaction that applies it: full scans by their
    /// text, compacted ones by their facts.
    ///
    /// - Parameters:
    ///   - basis: The new profile.
    ///   - othersSince: The version since which its custom ingredients are unchanged.
    ///   - account: The account, whose lock is held.
    ///   - transaction: The transaction that applies the profile.
    /// - Throws: `SealingError` or `PostgresError`.
    package func profileChanged(
        to basis: ScanBasis, othersSince: Int64, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        for record in try await ScanRepository.judged(before: basis.version, of: account, in: transaction) {
            guard let label = record.label else {
                try await check(compact: record, by: basis, othersSince: othersSince, in: transaction)
                continue
            }
            do {
                try await check(label, record, by: basis, cause: .profileChanged, in: transaction)
            } catch let error as SealingError where !error.isRetryable {
                // A scan whose text cannot be decrypted must not block a change of the profile.
                try await check(
                    compact: record.compacted, by: basis, othersSince: othersSince, in: transaction)
            }
        }
    }

    /// Assesses a person's scans again with the current lexicon; a scan whose profile has not arrived remains assessed
    /// for all fourteen allergens.
    package func lexiconChanged(
        of account: AccountID, by profile: ProfileChanged?, in transaction: borrowing Transaction
    ) async throws {
        let due = try await ScanRepository.readOtherwise(than: assessor.lexiconVersion, of: account, in: transaction)
        let basis = try await ScanBasis(profile, assessor.sealer)
        let pending = try await ScanBasis(profile, isPending: true, assessor.sealer)
        for record in due {
            guard let label = record.label else { continue }
            try await check(
                label, record, by: record.scan.profilePending ? pending : basis, cause: .lexiconChanged,
                in: transaction)
        }
    }

    private func check(
        _ label: LabelScan, _ before: ScanRecord, by basis: ScanBasis, cause: ReassessmentCause,
        in transaction: borrowing Transaction
    ) async throws {
        let opened = try await assessor.open(label), now = try transaction.eventTime()
        let reading = try await assessor.read(opened, by: basis, before: before, cause: cause, at: now)
        var record = reading.record
        let alarming = reading.assessment.facts.alarming(for: basis.profile)
        let news = record.notified.report(contains: alarming.contains, mayContain: alarming.mayContain)
        let others = try await newOthers(reading.assessment, before)
        try ScanRepository.save(record, in: transaction)
        try transaction.append(record.scan, key: label.accountID, subject: label.scanID)
        try raise(news, others: others, about: record.scan, cause, in: transaction)
        if cause == .lexiconChanged, let gtin = label.gtin.flatMap({ GTIN($0) }),
            let product = ProductReading(reading, of: gtin, isRecheck: true)
        {
            try await ProductReadingRepository.add(product, in: transaction)
        }
    }

    private func check(
        compact before: ScanRecord, by basis: ScanBasis, othersSince: Int64, in transaction: borrowing Transaction
    ) async throws {
        guard let facts = before.facts else { return }
        let answer = CompactFact(
            facts: facts, otherMatches: before.scan.otherMatches, otherHeld: before.otherHeld,
            knowsOthers: before.othersVersion >= othersSince
        ).judge(basis.profile)
        var record = before
        record.otherHeld = answer.otherHeld
        record.scan.version += 1
        record.scan.verdict = answer.verdict
        record.scan.complete = answer.complete
        record.scan.contains = answer.contains
        record.scan.mayContain = answer.mayContain
        record.scan.otherMatches = answer.otherMatches
        record.scan.profileVersion = basis.version
        record.scan.profileEmpty = basis.profile.isEmpty
        record.scan.profilePending = false
        record.scan.assessedAt = try transaction.eventTime()
        record.scan.reassessment = .profileChanged
        let alarming = facts.alarming(for: basis.profile)
        let news = record.notified.report(contains: alarming.contains, mayContain: alarming.mayContain)
        try ScanRepository.save(record, in: transaction)
        try transaction.append(record.scan, key: record.scan.accountID, subject: record.scan.scanID)
        try raise(news, others: 0, about: record.scan, .profileChanged, in: transaction)
    }

    /// Number of the person's custom ingredients that are found now and were not before.
    private func newOthers(_ assessment: Assessment, _ before: ScanRecord) async throws -> Int {
        let found = Set((assessment.contains + assessment.mayContain).compactMap(\.otherIngredient))
        guard !found.isEmpty, let sealed = before.scan.details else { return found.count }
        let details = try await assessor.sealer.open(
            sealed, .scanDetails(before.scan.scanID, of: before.scan.accountID))
        return found.subtracting((details.contains + details.mayContain).compactMap(\.otherIngredient)).count
    }

    private func raise(
        _ news: (contains: [AllergenChoice], mayContain: [AllergenChoice]), others: Int, about scan: ScanAssessed,
        _ cause: ReassessmentCause, in transaction: borrowing Transaction
    ) throws {
        guard !news.contains.isEmpty || !news.mayContain.isEmpty || others > 0 else { return }
        let alert = AllergenAlertRaised(
            accountID: scan.accountID,
            alertID: AlertID(NamedUUID.make("allergen-alert/scan/\(scan.scanID)/\(scan.version)")),
            cause: cause == .lexiconChanged ? .lexiconChanged : .profileChanged, scanID: scan.scanID,
            gtin: scan.gtin.flatMap({ GTIN($0) }), recall: nil, contains: news.contains, mayContain: news.mayContain,
            otherMatches: others, scannedAt: scan.scannedAt, raisedAt: try transaction.eventTime())
        try transaction.append(alert, key: alert.accountID, subject: alert.alertID)
    }
}
