import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime

/// Storing the profile of a registration.
extension AccountEndpoints {
    /// A profile as it is stored.
    struct StoredProfile: Sendable {
        let detailsSealed: [UInt8]?
        let usernameIndex: [UInt8]?
        let goals: GoalSettings?
    }

    /// Seals a profile; the account's data key must exist.
    func sealed(_ profile: RegistrationProfile, of account: AccountID) async throws -> StoredProfile {
        var sealed: [UInt8]?
        if !profile.details.isEmpty {
            let bytes = Array(try EventCoding.encode(profile.details))
            sealed = try await context.sealer.seal(bytes: bytes, .accountDetails(of: account))
        }
        let username = profile.details.username.flatMap(Username.init)
        return StoredProfile(
            detailsSealed: sealed, usernameIndex: username.map { context.emailIndex.hash($0.indexed) },
            goals: try await profile.goals?(account))
    }

    /// Runs the transaction of a registration.
    ///
    /// - Throws: `invalidFields` if the user name is taken; what `body` throws.
    func write(_ call: Call, _ body: (borrowing Transaction) async throws -> Void) async throws {
        do {
            try await context.database.write(CommandAcceptor.cause(of: call), body)
        } catch {
            guard AccountRepository.Taken(error) == .username else { throw error }
            throw ProblemDetails(.invalidFields, errors: [.init(pointer: "/username", .init(.taken, "is taken"))])
        }
    }

    /// Sends the command that sets the first goals of a new account.
    func set(
        _ goals: GoalSettings, of account: AccountID, from day: CalendarDay, at now: Date,
        in transaction: borrowing Transaction
    ) async throws {
        let version = try await VersionRepository.next(
            of: ResourceReference(.goals, account.uuid), of: account, after: nil, accepted: nil, at: now,
            in: transaction)
        guard let version else { return }
        try transaction.append(
            SetGoals(accountID: account, version: version, goals: goals, from: day), key: account, subject: account)
    }
}
