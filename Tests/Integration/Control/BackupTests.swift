import EventContracts
import Foundation
import Hexadecimal
import Logging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import ControlService

@Suite("Backup and restore", .timeLimit(.minutes(10)))
struct BackupTests {
    @Test("GW-43, OPS-12: a restore has every row, and roles their own schema")
    func roundTrip() async throws {
        try await Drill.with { drill in
            let person = UUID(), sealed = try await drill.keep(person, "hazelnuts")
            let backup = try await drill.back(up: "one")
            // Changes after this moment are not in the backup.
            try await drill.source.execute("DELETE FROM allergen.profiles")
            let restored = try await drill.restore("one")
            #expect(restored.rows == backup.rows)
            #expect(restored.photos == 2)
            #expect(try drill.photo("a/one", in: "restored photos") == Data([1, 2, 3]))
            #expect(try await drill.target.open(sealed, of: person) == "hazelnuts")
            #expect(try await drill.target.count("SELECT count(*) FROM allergen.profiles") == 1)
            #expect(
                try await drill.target.count(
                    "SELECT count(*) FROM allergen.relay_state WHERE epoch = \(restored.epoch)") == 1)
            var allergen = drill.source.test.role("allergen").configuration
            allergen.database = drill.target.test.admin.database
            allergen.password = "secret"
            let session = try await DedicatedSession.open(allergen)
            defer { session.close() }
            #expect(try await session.query("SELECT 1 FROM profiles").count == 1)
            for table in ["ingestion.accounts", "keyring.data_keys", "control.audit_log"] {
                await #expect(throws: PostgresError.self, "\(table)") {
                    try await session.query("SELECT count(*) FROM \(raw: table)")
                }
            }
        }
    }

    @Test(
        "GW-36: backup: its parts reveal no text and are private files")
    func apart() async throws {
        try await Drill.with { drill in
            _ = try await drill.keep(UUID(), "hazelnuts")
            _ = try await drill.back(up: "one")
            let data = try drill.bytes(of: "one"), keys = try drill.bytes(of: "one keys")
            // Searches the text, and its hexadecimal form in dumps.
            let hex = "hazelnuts".utf8.hexadecimal
            for marker in ["hazelnuts", hex] {
                for text in [data, keys] { #expect(text.firstRange(of: Data(marker.utf8)) == nil) }
            }
            #expect(data.firstRange(of: Data("profiles".utf8)) != nil, "dumps are searched")
            #expect(try drill.tables(of: "one").allSatisfy { !$0.contains("data_keys") })
            #expect(try drill.tables(of: "one keys").contains { $0.contains("data_keys") })
            for name in ["one", "one keys"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: drill.place(name).filePath)
                #expect(attributes[.posixPermissions] as? Int == 0o700)
            }
        }
    }

    @Test("backup: all schemas are from one snapshot despite concurrent writes")
    func oneMoment() async throws {
        try await Drill.with { drill in
            let writing = Task {
                // One row in each of two schemas, in one transaction, so a backup has both or neither.
                while !Task.isCancelled {
                    let id = UUID()
                    try? await drill.source.together(
                        "INSERT INTO spending.relay_partitions VALUES (\(id.uuidString), 0, 1)",
                        "INSERT INTO billing.relay_partitions VALUES (\(id.uuidString), 0, 1)")
                }
            }
            let backup: Drill.Written
            do {
                defer { writing.cancel() }
                try await eventually("rows are written") {
                    try await drill.source.count("SELECT count(*) FROM billing.relay_partitions") > 3
                }
                backup = try await drill.back(up: "one")
            }
            _ = await writing.value
            let counts = ["spending", "billing"].map { backup.data.schemas[$0]?["relay_partitions"] }
            #expect(try #require(counts[0]).rows > 0)
            #expect(counts[0] == counts[1])
            _ = try await drill.restore("one")
        }
    }

    @Test(
        "restore: a changed or missing file stops it before it starts",
        arguments: ["flip", "drop", "add"])
    func damaged(_ harm: String) async throws {
        try await Drill.with { drill in
            _ = try await drill.back(up: "one")
            let file = drill.place("one").appending(path: "nutrition.dump")
            switch harm {
            case "flip":
                var bytes = try Data(contentsOf: file)
                bytes[bytes.count / 2] ^= 1
                try bytes.write(to: file)
            case "drop": try FileManager.default.removeItem(at: file)
            default: try Data([1]).write(to: drill.place("one").appending(path: "more.dump"))
            }
            let failure = await #expect(throws: ControlFailure.self) { try await drill.restore("one") }
            #expect(failure?.description.contains(harm == "add" ? "more.dump" : "nutrition.dump") == true)
            #expect(try await drill.target.count("SELECT count(*) FROM pg_namespace WHERE nspname = 'nutrition'") == 0)
        }
    }

    @Test("restore: a database in use is never overwritten")
    func used() async throws {
        try await Drill.with { drill in
            _ = try await drill.back(up: "one")
            _ = try await drill.restore("one")
            let failure = await #expect(throws: ControlFailure.self) { try await drill.restore("one") }
            #expect(failure?.description.contains("already") == true)
        }
    }

    @Test("GW-19: erased accounts stay erased after a restore")
    func erasedStaysErased() async throws {
        try await Drill.with { drill in
            let erased = UUID(), other = UUID()
            let words = [try await drill.keep(erased, "hazelnuts"), try await drill.keep(other, "almonds")]
            // Backups note whole seconds.
            _ = try await drill.back(up: "one", at: Date() - 1)
            try await drill.source.ring { try await $0.destroyKey(for: erased) }
            _ = try await drill.back(up: "two")
            let failure = await #expect(throws: ControlFailure.self) {
                try await drill.restore("two", keys: "one keys")
            }
            #expect(failure?.description.contains("older") == true)
            _ = try await drill.restore("one", keys: "two keys")
            await #expect(throws: SealingError.self) { try await drill.target.open(words[0], of: erased) }
            #expect(try await drill.target.open(words[1], of: other) == "almonds")
        }
    }

    @Test("backup: non-empty or nested directories are rejected")
    func directories() async throws {
        try await Drill.with { drill in
            let backup = try drill.backup(), place = drill.place("one")
            for keys in [place, place.appending(path: "keys"), drill.root] {
                await #expect(throws: ControlFailure.self) {
                    try await backup.run(to: place, keys: keys, photos: nil, now: Date())
                }
            }
            _ = try await drill.back(up: "one")
            await #expect(throws: ControlFailure.self) {
                try await backup.run(to: place, keys: drill.place("other"), photos: nil, now: Date())
            }
        }
    }
}

/// A migrated database with data, an empty one, and a directory for backups.
private struct Drill {
    let source: MigratedDatabase
    let target: MigratedDatabase
    let root: URL

    struct Written {
        let data: BackupManifest
        let rows: Int
    }

    static func with(_ body: (Drill) async throws -> Void) async throws {
        try await MigratedDatabase.with { source in
            try await TestDatabase.with { empty in
                try await withTemporaryDirectory { root in
                    let drill = Drill(
                        source: source, target: MigratedDatabase(test: empty, database: OperatorDatabase(empty.admin)),
                        root: root)
                    for (name, bytes) in [("a/one", [1, 2, 3]), ("b/two", [4])] {
                        let file = drill.place("photos").appending(path: name)
                        try FileManager.default.createDirectory(
                            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                        try Data(bytes.map { UInt8($0) }).write(to: file)
                    }
                    try await body(drill)
                }
            }
        }
    }

    func place(_ name: String) -> URL { root.appending(path: name) }

    func backup() throws -> Backup {
        Backup(database: source.database, tools: try DatabaseTools(for: source.test.admin, path: ""))
    }

    func back(up name: String, at now: Date = Date()) async throws -> Written {
        let result = try await backup().run(
            to: place(name), keys: place(name + " keys"), photos: place("photos"), now: now)
        let tables = result.data.schemas.values.flatMap(\.values) + result.keys.schemas.values.flatMap(\.values)
        return Written(data: result.data, rows: tables.map(\.rows).reduce(0, +))
    }

    @discardableResult
    func restore(_ name: String, keys: String? = nil) async throws -> Restore.Result {
        // Roles belong to the server, and the dumps name those of the source database.
        let roles = source.test
        let migrations = Migrations(
            target.database, try ServiceSchema.all().map { ($0, "secret") }, roleOfSchema: { roles.role($0).name })
        let restore = Restore(
            database: target.database, tools: try DatabaseTools(for: target.test.admin, path: ""),
            migrations: migrations)
        return try await restore.run(
            from: place(name), keys: place(keys ?? name + " keys"), photos: place("restored photos"), now: Date())
    }

    /// Stores a person's sealed text, as `allergen` does.
    func keep(_ person: UUID, _ words: String) async throws -> [UInt8] {
        try await source.ring { ring in
            try await ring.createKey(for: person)
            let sealed = try await Sealer(keyRing: ring).seal(bytes: Array(words.utf8), Self.context(person))
            try await source.execute(
                """
                INSERT INTO allergen.profiles
                    (account_id, version, allergens, other_ingredients, diets, traces, changed_at)
                VALUES (\(person), 1, '{}', \(sealed), '{}', 'warn', now())
                """)
            return sealed
        }
    }

    static func context(_ person: UUID) -> SealingContext {
        SealingContext(account: person, field: "test.words", resource: "one")
    }

    func photo(_ name: String, in place: String) throws -> Data {
        try Data(contentsOf: self.place(place).appending(path: name))
    }

    /// The content of all files of a directory, dumps decompressed.
    func bytes(of name: String) throws -> Data {
        let files = try FileManager.default.contentsOfDirectory(at: place(name), includingPropertiesForKeys: nil)
        return try files.filter { !$0.hasDirectoryPath }.reduce(into: Data()) { all, file in
            if file.pathExtension == "dump" {
                all += try run(file, ["--file=-"])
            } else {
                all += try Data(contentsOf: file)
            }
        }
    }

    /// The tables that the dumps in a directory contain.
    func tables(of name: String) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(at: place(name), includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "dump" }.flatMap { file in
            String(decoding: try run(file, ["--list"]), as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    private func run(_ dump: URL, _ arguments: [String]) throws -> Data {
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            [
                "-c", "exec \"$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)/pg_restore\" \"$@\"", "sh",
            ] + arguments + [dump.filePath]
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return data
    }
}

extension MigratedDatabase {
    /// Lends the database's key ring.
    fileprivate func ring<Value>(_ body: (LocalKeyRing) async throws -> Value) async throws -> Value {
        let pool = PostgresPool(configuration: test.admin, size: 2, logger: Logger(label: "test"))
        do {
            let value = try await body(
                LocalKeyRing(database: pool, masterKeys: try #require(MasterKeys(text: Self.masterKey))))
            await pool.close()
            return value
        } catch {
            await pool.close()
            throw error
        }
    }

    private static let masterKey = "test:" + Data(repeating: 1, count: 32).base64EncodedString()

    fileprivate func open(_ sealed: [UInt8], of person: UUID) async throws -> String {
        try await ring { ring in
            String(
                decoding: try await Sealer(keyRing: ring).open(bytes: sealed, Drill.context(person)), as: UTF8.self)
        }
    }

    /// Runs statements in one transaction.
    fileprivate func together(_ statements: SQL...) async throws {
        let session = try await DedicatedSession.open(test.admin)
        defer { session.close() }
        try await session.withTransaction { transaction in
            for statement in statements { try await transaction.execute(statement) }
        }
    }
}
