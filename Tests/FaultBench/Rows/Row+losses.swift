import EventContracts
import Foundation
import Postgres
import TestPeers
import TestSupport
import UnitSupport

extension Row {
    /// Faults: a database is lost.
    static let losses = [
        Row(
            30, "database lost, and put back from a backup",
            fault: "fmctl backup; more is written; DROP DATABASE; fmctl restore; the log keeps the later events",
            protection: .own("a restored database begins a new epoch"),
            // The log keeps the events after the backup; the check below shows that they are ignored.
            allowed: ["records without an event in an outbox"],
            during: { bench in
                try await bench.pause(bench.duration / 2)
                // A backup is written while the services run.
                try await withTemporaryDirectory { directory in
                    let begin = ContinuousClock.now
                    try await bench.backUp(to: directory)
                    bench.note(String(format: "a backup under load %.1f s", (.now - begin) / .seconds(1)))
                    bench.reportServerErrors("while a backup is written")
                }
            },
            afterwards: loseAndRestore)
    ]

    /// The system is idle here, so the backup contains all accepted requests.
    private static func loseAndRestore(_ bench: Bench) async throws {
        try await withTemporaryDirectory { directory in
            try await bench.backUp(to: directory)
            let before = try await StateHash.all(of: bench.stack)
            // Changes after the backup are lost with the database, but remain in the log.
            for _ in 0..<5 { _ = try await bench.probe.postScan("Ingredients: milk.", isHeld: true) }
            for service in bench.stack.services { _ = try await service.terminate(within: .seconds(20)) }
            let epochs = try await bench.epochs()
            let begin = ContinuousClock.now
            try await bench.dropDatabase()
            try await bench.control(
                [
                    "restore", directory.appending(path: "data").path(), "--keys",
                    directory.appending(path: "keys").path(),
                ])
            try await bench.stack.migrateAgain()
            bench.note(String(format: "restored in %.1f s", (.now - begin) / .seconds(1)))
            let restored = try await StateHash.all(of: bench.stack)
            let wrong = Set(before.keys).union(restored.keys).filter { before[$0] != restored[$0] }
            if !wrong.isEmpty {
                bench.report(Finding(.other, "differs from the backup: \(wrong.sorted().joined(separator: ", "))"))
            }
            if !bench.isProtected { try await bench.set(epochs) }
            for service in bench.stack.services { try await service.start() }
            try await bench.stack.waitUntilReady()
            // The probe's own person was restored: the session is valid, but the lost scans are gone.
            try await bench.measureRecovery()
            if try await bench.lostFuture() > 0 {
                bench.report(Finding(.other, "events after the backup were applied"))
            }
        }
    }
}

/// The output of `fmctl` when it failed.
private struct ControlFailed: Error, CustomStringConvertible {
    let description: String
}

extension Bench {
    /// Runs `fmctl` to its end.
    func control(_ arguments: [String]) async throws {
        var environment = ["ADMIN_DATABASE_URL": stack.database.admin.url]
        for service in Topic.services { environment["\(service.uppercased())_DATABASE_PASSWORD"] = "secret" }
        try await withTemporaryDirectory { directory in
            let output = directory.appending(path: "fmctl.log")
            let program = try await SideProgram(
                [SideProgram.path(of: "fmctl")] + arguments, environment: environment, output: output)
            let status = try await program.status(within: .seconds(300))
            guard status == 0 else {
                let said = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
                throw ControlFailed(description: "fmctl \(arguments[0]) ended with \(status): \(said)")
            }
        }
    }

    /// Creates the missing schemas first, so that the backup is complete.
    fileprivate func backUp(to directory: URL) async throws {
        try await control(["migrate"])
        try await control(
            ["backup", directory.appending(path: "data").path(), "--keys", directory.appending(path: "keys").path()])
    }

    fileprivate func dropDatabase() async throws {
        var server = stack.database.admin
        let name = server.database
        server.database = "postgres"
        let session = try await DedicatedSession.open(server, statementTimeout: .seconds(60))
        defer { session.close() }
        try await session.execute("DROP DATABASE \(identifier: name) WITH (FORCE)")
    }

    /// The epoch of each schema's relay and of its consumer.
    fileprivate func epochs() async throws -> [String: (relay: Int64, floor: Int64)] {
        var epochs: [String: (relay: Int64, floor: Int64)] = [:]
        for service in Topic.services {
            let rows = try await stack.admin.query(
                """
                SELECT relay_state.epoch, consumer_floor.epoch
                FROM \(identifier: service).relay_state, \(identifier: service).consumer_floor
                """)
            epochs[service] = try rows.first?.decode(Int64.self, Int64.self)
        }
        return epochs
    }

    /// Resets the epochs, as if the restore had not raised them.
    fileprivate func set(_ epochs: [String: (relay: Int64, floor: Int64)]) async throws {
        for (service, epoch) in epochs {
            try await stack.admin.execute("UPDATE \(identifier: service).relay_state SET epoch = \(epoch.relay)")
            try await stack.admin.execute("UPDATE \(identifier: service).consumer_floor SET epoch = \(epoch.floor)")
        }
    }

    /// Number of scans that the gateway shows although their owner does not have them.
    fileprivate func lostFuture() async throws -> Int {
        try await stack.count(
            """
            SELECT count(*) FROM ingestion.documents
            WHERE kind = 'label-scan' AND NOT EXISTS (SELECT FROM allergen.scans WHERE scan_id::text = id::text)
            """)
    }
}
