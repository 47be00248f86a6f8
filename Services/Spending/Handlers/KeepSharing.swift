import EventContracts
import Messaging
import Postgres

/// Stores which purchases people share with their households, and checks the affected budgets (SPD-25).
package struct KeepSharing: EventHandler {
    let budgets: BudgetWriter

    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<ReceiptSharingChanged>, in transaction: borrowing Transaction) async throws {
        let published = event.body, account = published.accountID
        guard try await HouseholdRepository.save(published, in: transaction), published.memberID != nil else { return }
        let members = try await HouseholdRepository.members(sharing: published.receiptID, of: account, in: transaction)
        let day = try await ReceiptRepository.day(of: published.receiptID, of: account, in: transaction)
        if let day { try await budgets.check(for: day, of: members, in: transaction) }
    }
}
