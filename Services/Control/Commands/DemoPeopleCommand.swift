import ArgumentParser
import Foundation
import Postgres
import ServiceRuntime

/// The command `fmctl demo people`.
struct DemoPeopleCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Create synthetic people and one member of staff for each role.",
        discussion: """
            Only in an environment that is not production: ENVIRONMENT=test must be set, as deploy/run --environment \
            test does, and the gateway and the database must be on this machine (a loopback address). Addresses, \
            passwords and entries are made up; the table shows how to sign in.
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
        let database = try OperatorDatabase(from: .process())
        try Self.requireLoopback(settings.url.host() ?? "", of: "the gateway (--url or GATEWAY_URL)")
        try Self.requireLoopback(database.configuration.host, of: "ADMIN_DATABASE_URL")
        if let address = database.configuration.parameters["hostaddr"] {
            try Self.requireLoopback(address, of: "ADMIN_DATABASE_URL (hostaddr)")
        }
        let roles = StaffRoleTable(database: database)
        return try await GatewayClient.withClient(GatewayClient(base: settings.url)) { client in
            let people = DemoPeople(client: client, roles: roles)
            let all = try await people.make(count, now: Date()) { made in
                if !output.isJSON { console.line("\(made.email)  \(made.password)  \(made.what)") }
            }
            if output.isJSON { try console.json(all) }
            return .clean
        }
    }

    /// Refuses to create synthetic people in an environment that may have real ones.
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

    /// Refuses to create synthetic people on another machine, whatever this shell's environment is called.
    ///
    /// - Throws: `ControlFailure.usage` if the host is not `localhost`, `::1` or in 127.0.0.0/8.
    static func requireLoopback(_ host: String, of what: String) throws {
        let name = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        guard isIPv4 || name == "::1" || name == "localhost" else {
            throw ControlFailure.usage(
                "synthetic people are made on this machine only: the host of \(what) is \"\(host)\", "
                    + "which is not a loopback address (127.0.0.0/8, ::1, localhost)")
        }
    }
}
