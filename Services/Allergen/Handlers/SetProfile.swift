import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Makes a profile the person's own, and finishes in the same transaction every scan that waited for it (ALG-03).
///
/// A version that is not newer than the stored one changes nothing; its order has succeeded all the same, since what it
/// asked for has been replaced by something later.
package struct SetProfile: EventHandler {
    let lock: AccountLock
    let profiles: ProfileRepository
    let pending: PendingScanRepository
    let desk: ScanDesk
    let sealer: Sealer

    package func handle(_ event: Event<SetAllergenProfile>, in transaction: borrowing Transaction) async throws {
        let order = event.body, account = order.accountID
        try await lock.take(account, in: transaction)
        if let stored = try await profiles.find(account, in: transaction), stored.version >= order.version {
            return try transaction.append(stored, key: account, subject: account, ending: .succeeded)
        }
        try await check(order)
        let profile = ProfileChanged(
            accountID: account, version: order.version, allergens: Set(order.allergens).sorted(),
            otherIngredients: order.otherIngredients, diets: Self.unique(order.diets), traces: order.traces,
            changedAt: try transaction.eventTime())
        try await profiles.save(profile, in: transaction)
        try transaction.append(profile, key: account, subject: account, ending: .succeeded)
        for waiting in try await pending.take(of: account, reachedBy: profile.version, in: transaction) {
            try await desk.finish(waiting, with: profile, in: transaction)
        }
    }

    /// Opened now, so that what cannot be read is set aside here rather than with every later scan.
    private func check(_ order: SetAllergenProfile) async throws {
        let others = try await sealer.open(order.otherIngredients, .otherIngredients(of: order.accountID))
        let profile = AssessmentProfile(
            allergens: Set(order.allergens.map(AllergenChoice.group)),
            otherIngredients: others.map { OtherIngredient($0) }, diets: order.diets, traces: order.traces)
        try Rejection.unlessEmpty(ProfileRules.violations(of: profile))
    }

    private static func unique(_ diets: [Diet]) -> [Diet] {
        Diet.allCases.filter(diets.contains)
    }
}
