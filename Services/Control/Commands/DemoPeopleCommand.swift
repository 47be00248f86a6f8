import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl demo people`.
struct DemoPeopleCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Make synthetic people and one member of staff for each role.",
        discussion: """
            Only in an environment that is not production: ENVIRONMENT=test must be set, as deploy/run --environment test \
            does. Addresses, passwords and entries are made up; the table shows how to sign in.
            """)

    @Option(help: ArgumentHelp("How many people, from 1 to 500.", valueName: "number"))
    var count = 12

    @Option(help: ArgumentHelp("Address of the gateway.", valueName: "url"))
    var url: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...500).contains(count) else { throw ValidationError("--count is from 1 to 500") }
    }

    func execute(_ console: Console) async throws -> Finding {
        try Self.requireTestEnvironment(.process())
        let settings = try GatewaySettings(override: url, from: .process())
        let roles = StaffRoleTable(database: try OperatorDatabase(from: .process()))
        return try await GatewayClient.withClient(GatewayClient(base: settings.url)) { client in
            let people = DemoPeople(client: client, roles: roles)
            let all = try await people.make(count, now: Date()) { made in
                if !output.isJSON { console.line("\(made.email)  \(made.password)  \(made.what)") }
            }
            if output.isJSON { try console.json(all) }
            return .clean
        }
    }

    /// Refuses to make people where there may be real ones.
    ///
    /// - Throws: `ControlFailure.usage`, or a `ConfigurationError`.
    static func requireTestEnvironment(_ environment: EnvironmentReader) throws {
        var environment = environment
        let name: String? = environment.optional("ENVIRONMENT", as: .string)
        try environment.finish()
        guard name == "test" else {
            throw ControlFailure.usage("synthetic people are made in the environment test only: set ENVIRONMENT=test")
        }
    }
}
