import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Records, replaces or restores an entry of the reaction diary (ALG-13).
///
/// A version that is not newer than the stored one changes nothing, but its command succeeds.
package struct SaveReaction: EventHandler {
    let sealer: Sealer

    package func handle(_ event: Event<RecordReaction>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let now = try transaction.eventTime()
        try await check(order, now: now)
        let stored = try await ReactionRepository.lock(order.reactionID, of: order.accountID, in: transaction)
        if let stored, stored.version >= order.version {
            return try transaction.append(stored, key: order.accountID, subject: order.reactionID, ending: .succeeded)
        }
        let reaction = ReactionChanged(
            accountID: order.accountID, reactionID: order.reactionID, version: order.version,
            occurredOn: order.occurredOn, timeOfDay: order.timeOfDay, allergens: Set(order.allergens).sorted(),
            severity: order.severity, notes: order.notes, links: order.links, recordedAt: stored?.recordedAt ?? now,
            deletedAt: nil)
        guard try await ReactionRepository.save(reaction, in: transaction) else { throw Rejection(.notFound) }
        try transaction.append(reaction, key: order.accountID, subject: order.reactionID, ending: .succeeded)
    }

    private func check(_ order: RecordReaction, now: Date) async throws {
        let notes = try await sealer.open(order.notes, .reactionNotes(order.reactionID, of: order.accountID))
        try Rejection.unlessEmpty(ReactionRules.violations(of: order, notes, now: now))
    }
}
