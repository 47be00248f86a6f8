import EventContracts
import Messaging
import Postgres

/// Stores which purchases people share with their households, and checks the affected budgets (SPD-25).
package struct KeepSharing: EventHandler {
    let budgets: BudgetWriter

    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<ReceiptSharingChanged>, in transaction: borrowing Transaction) async throws {
        let told = event.body, account = told.accountID
        guard try await HouseholdRepository.save(told, in: transaction), told.memberID != nil else { return }
        let members = try await HouseholdRepository.members(sharing: told.receiptID, of: account, in: transaction)
        let day = try await ReceiptRepository.day(of: told.receiptID, of: account, in: transaction)
        if let day { try await budgets.look(at: day, of: members, in: transaction) }
    }
}
