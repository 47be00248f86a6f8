import ArgumentParser
import EventContracts
import Foundation
import IngestionCore
import IngestionGovernance
import IngestionService
import Postgres
import ServiceRuntime

/// The command `fmctl roles`.
struct RolesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roles", abstract: "Grant and revoke staff roles, such as the first administrator's.",
        subcommands: [RolesGrantCommand.self, RolesRevokeCommand.self])
}

/// The command `fmctl roles grant`.
struct RolesGrantCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Grant a role to an account.",
        discussion: """
            Permanent if --cleared, --rules-signed and --trained are all given, else for 30 days. A person finds the \
            id of the account at GET /v1/account.
            """)

    @Argument(help: "The id of the account.")
    var account: AccountID

    @Argument(help: ArgumentHelp("The role: \(StaffRole.allCases.map(\.rawValue).joined(separator: ", "))."))
    var role: StaffRole

    @Option(help: "The day of the background check, such as 2026-11-23.")
    var cleared: String?

    @Option(help: "The day the rules were signed.")
    var rulesSigned: String?

    @Option(help: "The day of the awareness training.")
    var trained: String?

    func validate() throws {
        for day in [cleared, rulesSigned, trained].compactMap(\.self) where !StaffRoleTable.isDay(day) {
            throw ValidationError("\(day) is not a day such as 2026-11-23")
        }
    }

    func execute(_ console: Console) async throws -> Finding {
        let orders = StaffRoleTable(database: try OperatorDatabase(from: .process()))
        let granted = GrantedRole.given(
            role, clearedOn: cleared, rulesSignedOn: rulesSigned, trainedOn: trained,
            provisionalDays: StaffRoleRepository.provisionalDays, at: EventTime.truncate(Date()))
        try await orders.grant(granted, to: account)
        let end = granted.endsAt.map { " until \(EventTime.format($0))" } ?? ""
        console.line("\(account) is \(role.rawValue)\(end)")
        return .clean
    }
}

/// The command `fmctl roles revoke`.
struct RolesRevokeCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a role of an account, or all of its roles.")

    @Argument(help: "The id of the account.")
    var account: AccountID

    @Option(help: "Only this role.")
    var role: StaffRole?

    func execute(_ console: Console) async throws -> Finding {
        let orders = StaffRoleTable(database: try OperatorDatabase(from: .process()))
        let roles = try await orders.revoke(role.map { [$0] }, of: account)
        let names = roles.map(\.rawValue).sorted().joined(separator: ", ")
        console.line(roles.isEmpty ? "\(account) had no such role" : "\(account) no longer has the role \(names)")
        return .clean
    }
}

extension AccountID: ExpressibleByArgument {
    package init?(argument: String) { self.init(text: argument) }
}

extension StaffRole: ExpressibleByArgument {}
