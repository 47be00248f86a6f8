import Foundation
import Postgres
import TestSupport

extension Row {
    /// A database that fails, or cannot be reached.
    static let databases = [
        Row(
            9, "database stopped at once, started after 5 s", fault: "pg_ctl stop -m immediate",
            protection: .own("commits are on disk before they are acknowledged"),
            during: { bench in
                try await withSafeCommits(bench) {
                    try await bench.pause(bench.duration / 3)
                    try await bench.cluster.stop(.immediate)
                    try await bench.pause(.seconds(5))
                    try await bench.cluster.start()
                    try await bench.stack.waitUntilReady()
                    try await bench.measureRecovery()
                }
            }),
        Row(
            10, "database restarted again and again", fault: "pg_ctl stop -m fast and -m immediate in turn",
            protection: .own("commits are on disk before they are acknowledged"),
            during: { bench in
                try await withSafeCommits(bench) {
                    for round in 0..<10 {
                        try await bench.cluster.stop(round % 2 == 0 ? .immediate : .fast)
                        try await bench.cluster.start()
                        try await bench.pause(max(.seconds(1), bench.duration / 15))
                    }
                    try await bench.stack.waitUntilReady()
                    try await bench.measureRecovery()
                }
            }),
        Row(
            11, "sessions of the database ended at random", fault: "pg_terminate_backend", protection: .keys,
            during: { bench in
                var ended = 0
                while !bench.isTimeUp {
                    ended += try await bench.stack.admin.execute(
                        """
                        SELECT pg_terminate_backend(pid) FROM (
                            SELECT pid FROM pg_stat_activity
                            WHERE datname = current_database() AND usename <> current_user
                            ORDER BY random() LIMIT 2
                        ) AS victims
                        """)
                    try await bench.pause(.milliseconds(100))
                }
                bench.note("\(ended) sessions ended")
                try await bench.stack.waitUntilReady()
                try await bench.measureRecovery()
            }),
        Row(
            14, "one service cut off from the database", fault: "connections reset, new ones too",
            protection: .own("connections of its own for each service"),
            during: { bench in
                try await bench.pause(bench.duration / 4)
                let cut = bench.isProtected ? ["allergen"] : ["allergen", "ingestion"]
                bench.networks.set(.cut, of: cut, before: .database)
                try await bench.pause(bench.duration / 2)
                bench.reportServerErrors("while another service has no database")
                bench.clearNetworks()
                try await bench.stack.waitUntilReady()
                try await bench.measureRecovery()
            }),
    ]

    /// Without protection, commits are acknowledged before they are written.
    private static func withSafeCommits(_ bench: Bench, _ body: () async throws -> Void) async throws {
        guard !bench.isProtected else { return try await body() }
        try await bench.stack.admin.execute(
            "ALTER DATABASE \(identifier: bench.stack.database.admin.database) SET synchronous_commit = off")
        // Sessions that there are keep what they began with.
        for service in bench.stack.services { try await service.restart() }
        try await bench.stack.waitUntilReady()
        try await body()
    }
}
