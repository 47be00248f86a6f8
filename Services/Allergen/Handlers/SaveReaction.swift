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
        let command = event.body
        let now = try transaction.eventTime()
        try await check(command, now: now)
        let stored = try await ReactionRepository.lock(command.reactionID, of: command.accountID, in: transaction)
        if let stored, stored.version >= command.version {
            return try transaction.append(
                stored, key: command.accountID, subject: command.reactionID, ending: .succeeded)
        }
        let reaction = ReactionChanged(
            accountID: command.accountID, reactionID: command.reactionID, version: command.version,
            occurredOn: command.occurredOn, timeOfDay: command.timeOfDay, allergens: Set(command.allergens).sorted(),
            severity: command.severity, notes: command.notes, links: command.links,
            recordedAt: stored?.recordedAt ?? now,
            deletedAt: nil)
        guard try await ReactionRepository.save(reaction, in: transaction) else { throw Rejection(.notFound) }
        try transaction.append(reaction, key: command.accountID, subject: command.reactionID, ending: .succeeded)
    }

    private func check(_ command: RecordReaction, now: Date) async throws {
        let notes = try await sealer.open(command.notes, .reactionNotes(command.reactionID, of: command.accountID))
        try Rejection.unlessEmpty(ReactionRules.violations(of: command, notes, now: now))
    }
}
