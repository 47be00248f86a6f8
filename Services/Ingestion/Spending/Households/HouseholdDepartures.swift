import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Sealing

/// Ends memberships, whatever the reason: leaving, removal, or withdrawn consent.
struct HouseholdDepartures: HouseholdMembership {
    let sealer: Sealer

    /// A person leaves their household, if they have one, and their purchases are no longer shared.
    ///
    /// If the owner leaves, the member who joined first becomes the owner; the household ends with its last member.
    ///
    /// - Returns: The ended membership; nil if there was none.
    @discardableResult
    func leave(_ account: AccountID, in transaction: borrowing Transaction) async throws -> HouseholdMember? {
        let now = try transaction.eventTime()
        guard let mine = try await HouseholdRepository.membership(of: account, in: transaction),
            var household = try await HouseholdRepository.lock(mine.household, in: transaction),
            let ended = try await HouseholdRepository.end(mine.id, at: now, in: transaction)
        else { return nil }
        try publish(ended, in: transaction)
        guard household.owner == account else { return ended }
        guard let heir = try await HouseholdRepository.members(of: household.id, in: transaction).first else {
            try await end(household.id, in: transaction)
            return ended
        }
        if let name = household.name {
            let text = try await sealer.open(bytes: name, .householdName(household.id, of: account))
            household.name = try await sealer.seal(bytes: text, .householdName(household.id, of: heir.account))
        }
        household.owner = heir.account
        try await HouseholdRepository.save(household, in: transaction)
        return ended
    }

    package func leaveHousehold(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        try await leave(account, in: transaction)
    }

    /// Ends a household for all members.
    func end(_ household: HouseholdID, in transaction: borrowing Transaction) async throws {
        let now = try transaction.eventTime()
        for member in try await HouseholdRepository.remove(household, at: now, in: transaction) {
            try publish(member, in: transaction)
        }
    }

    /// Publishes a membership.
    func publish(_ member: HouseholdMember, in transaction: borrowing Transaction) throws {
        try transaction.append(member.event, key: member.account, subject: member.id)
    }
}
