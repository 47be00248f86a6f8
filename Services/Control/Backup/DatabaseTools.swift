import Foundation
import Postgres

/// PostgreSQL's own programs for dumping and restoring a database.
struct DatabaseTools: Sendable {
    private let directory: String
    private let server: PostgresConfiguration

    /// Directory of Debian's PostgreSQL programs, by version.
    private static let versionsRoot = "/usr/lib/postgresql"

    /// Finds the programs: the newest version in the system's directory, otherwise those in PATH.
    ///
    /// A program works with servers of its own version and older ones.
    ///
    /// - Parameters:
    ///   - server: The database.
    ///   - path: The directories to search after the system's, in the format of `PATH`.
    /// - Throws: `ControlFailure.problem` if none are found.
    init(for server: PostgresConfiguration, path: String) throws(ControlFailure) {
        let files = FileManager.default
        let versions = ((try? files.contentsOfDirectory(atPath: Self.versionsRoot)) ?? []).compactMap(Int.init)
        let candidates =
            versions.sorted(by: >).map { "\(Self.versionsRoot)/\($0)/bin" }
            + path.split(separator: ":").map(String.init)
        guard let directory = candidates.first(where: { files.isExecutableFile(atPath: $0 + "/pg_dump") }) else {
            throw .problem("pg_dump is not installed; install the PostgreSQL client programs")
        }
        self.directory = directory
        self.server = server
    }

    /// Dumps one schema at a snapshot, including definitions and rights.
    func dump(_ schema: String, at snapshot: String, to file: URL) async throws {
        try await run(
            "pg_dump",
            [
                "--format=custom", "--schema=\(schema)", "--snapshot=\(snapshot)", "--no-password",
                "--file=\(file.filePath)",
            ])
    }

    /// Restores one schema in a single transaction.
    func restore(_ file: URL) async throws {
        try await run(
            "pg_restore",
            [
                "--exit-on-error", "--single-transaction", "--no-password", "--dbname=\(server.database)",
                file.filePath,
            ])
    }

    /// Runs a program to its end, outside the cooperative pool.
    ///
    /// - Throws: `ControlFailure.problem` with the last line of its output.
    private func run(_ name: String, _ arguments: [String]) async throws {
        let process = Process(), errors = Pipe()
        process.executableURL = URL(filePath: "\(directory)/\(name)")
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        let words = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Data, any Error>) in
            DispatchQueue.global().async {
                done.resume(
                    with: Result {
                        try process.run()
                        let words = try errors.fileHandleForReading.readToEnd() ?? Data()
                        process.waitUntilExit()
                        return words
                    })
            }
        }
        guard process.terminationStatus == 0 else {
            let last = String(decoding: words, as: UTF8.self).split(separator: "\n").last.map(String.init)
            throw ControlFailure.problem("\(name) ended with status \(process.terminationStatus): \(last ?? "")")
        }
    }

    /// Contains the password, which must not be an argument, because other users of the machine can read arguments.
    private var environment: [String: String] {
        var variables = [
            "PGHOST": server.host, "PGPORT": "\(server.port)", "PGUSER": server.user, "PGDATABASE": server.database,
            "PGSSLMODE": server.sslmode, "PGAPPNAME": server.applicationName, "PATH": "/usr/bin:/bin", "LC_ALL": "C",
        ]
        if let password = server.password { variables["PGPASSWORD"] = password }
        for (name, variable) in Self.variables { variables[variable] = server.parameters[name] }
        return variables
    }

    /// The environment variables for parameters of a URL.
    private static let variables = [
        ("sslrootcert", "PGSSLROOTCERT"), ("sslcert", "PGSSLCERT"), ("sslkey", "PGSSLKEY"),
        ("channel_binding", "PGCHANNELBINDING"),
    ]
}
