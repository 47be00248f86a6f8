import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Stores a new profile, completes in the same transaction every scan waiting for it (ALG-03), and reassesses all other
/// scans, the newest meals and the newest purchases (ALG-11).
///
/// A version that is not newer than the stored one changes nothing; its command still succeeds, because a later change
/// replaced it.
package struct SetProfile: EventHandler {
    let lock: AccountLock
    let writer: ScanAnswerWriter
    let compaction: ScanCompaction
    let recheck: ScanRecheck
    let meals: MealAssessmentWriter
    let purchases: PurchaseAssessmentWriter

    package func handle(_ event: Event<SetAllergenProfile>, in transaction: borrowing Transaction) async throws {
        let command = event.body, account = command.accountID
        try lock.take(account, in: transaction)
        let stored = try await ProfileRepository.find(account, in: transaction)
        if let stored, stored.version >= command.version {
            return try transaction.append(stored, key: account, subject: account, ending: .succeeded)
        }
        let profile = ProfileChanged(
            accountID: account, version: command.version, allergens: Set(command.allergens).sorted(),
            otherIngredients: command.otherIngredients, diets: Self.unique(command.diets), traces: command.traces,
            history: command.history ?? .keep, changedAt: try transaction.eventTime())
        // Decrypted before anything is stored, so that unreadable data fails this command and not every later scan.
        let basis = try await ScanBasis(profile, writer.assessor.sealer)
        try Rejection.unlessEmpty(ProfileRules.violations(of: basis.profile))
        let othersSince = try await othersSince(basis, stored, in: transaction)
        try ProfileRepository.save(profile, othersSince: othersSince, in: transaction)
        try transaction.append(profile, key: account, subject: account, ending: .succeeded)
        for waiting in try await PendingScanRepository.take(of: account, reachedBy: profile.version, in: transaction) {
            try await writer.finish(waiting, by: basis, in: transaction)
        }
        try await compaction.compact(account, history: profile.history ?? .keep, in: transaction)
        try await recheck.profileChanged(to: basis, othersSince: othersSince, of: account, in: transaction)
        try await meals.profileChanged(to: basis, of: account, in: transaction)
        try await purchases.profileChanged(to: basis, of: account, in: transaction)
    }

    /// The profile version since which the person's custom ingredients are unchanged.
    private func othersSince(
        _ basis: ScanBasis, _ stored: ProfileChanged?, in transaction: borrowing Transaction
    ) async throws -> Int64 {
        guard let stored else { return basis.version }
        let before = try await ScanBasis(stored, writer.assessor.sealer).profile.otherIngredients
        guard before == basis.profile.otherIngredients else { return basis.version }
        return try await ProfileRepository.othersSince(of: stored.accountID, in: transaction) ?? basis.version
    }

    private static func unique(_ diets: [Diet]) -> [Diet] {
        Diet.allCases.filter(diets.contains)
    }
}
