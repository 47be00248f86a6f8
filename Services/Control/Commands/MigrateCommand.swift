import ArgumentParser
import Postgres
import ServiceRuntime

/// The command `fmctl migrate`.
struct MigrateCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring database, schemas and roles up to date.",
        discussion: """
            Reads ADMIN_DATABASE_URL and the password of each service's role, <SERVICE>_DATABASE_PASSWORD. Creates \
            missing databases, schemas and roles, applies pending migrations, and sets the passwords. Safe to repeat \
            and to run concurrently.
            """)

    @Flag(help: "Only show the state of each migration; exit code 1 if one is missing or differs.")
    var status = false

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let migrations = try Migrations(from: .process())
        return status ? try await show(migrations, console) : try await apply(migrations, console)
    }

    private func apply(_ migrations: Migrations, _ console: Console) async throws -> Finding {
        let configuration = migrations.database.configuration
        let isNew = try await DatabaseCreation(target: configuration).run()
        if isNew { console.remark("database \(configuration.database) made") }
        var lines: [Line] = []
        try await migrations.apply { schema, applied in
            let names = applied.map(\.displayName)
            lines += names.map { Line(schema: schema, migration: $0, state: "applied now") }
            guard !output.isJSON else { return }
            console.line(
                DisplayWidth.pad(schema, to: 14)
                    + (names.isEmpty ? "up to date" : "applied " + names.joined(separator: ", ")))
        }
        if output.isJSON { try console.json(lines) }
        return .clean
    }

    private func show(_ migrations: Migrations, _ console: Console) async throws -> Finding {
        let status = try await migrations.status()
        let lines = status.flatMap { schema, migrations in
            migrations.map { Line(schema: schema, migration: $0.displayName, state: "\($0.state)") }
        }
        let isCurrent = status.allSatisfy { $0.migrations.allSatisfy { $0.state == .applied } }
        if output.isJSON {
            try console.json(lines)
        } else {
            var table = Table("schema", "migration", "state")
            for line in lines {
                table.add(
                    .init(line.schema), .init(line.migration),
                    .init(line.state, line.state == "applied" ? .green : .yellow))
            }
            console.table(table)
        }
        return isCurrent ? .clean : .problem
    }

    private struct Line: Encodable {
        let schema: String
        let migration: String
        let state: String
    }
}

extension Migration {
    /// The migration's name as shown, such as `V0101 create accounts`.
    var displayName: String { Self.displayName(version, name) }

    static func displayName(_ version: Int, _ name: String) -> String {
        let digits = String(version)
        return "V" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + " "
            + name.replacing("_", with: " ")
    }
}

extension MigrationStatus {
    var displayName: String { Migration.displayName(version, name) }
}
