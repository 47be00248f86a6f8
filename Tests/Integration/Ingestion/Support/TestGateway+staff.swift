import EventContracts
import Foundation
import IngestionCore
import IngestionGovernance
import IngestionService
import Messaging
import Postgres
import TestSupport

extension TestGateway {
    /// Creates a person with a role before the first request.
    func staff(_ role: StaffRole) async throws -> Person {
        let person = try await register()
        try await give(role, to: person.account)
        return person
    }

    /// Gives a person a permanent role, as an operator does.
    func give(_ role: StaffRole, to account: AccountID) async throws {
        let granted = GrantedRole.given(
            role, clearedOn: "2026-01-02", rulesSignedOn: "2026-01-02", trainedOn: "2026-01-02", provisionalDays: 1,
            at: Date())
        try await StaffRoleRepository.give(granted, to: account, by: nil, in: database.pool)
    }
}
