import Foundation
import Postgres
import TestPeers
import TestSupport

extension Row {
    /// Faults: a database fails or cannot be reached.
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
            10, "database restarted repeatedly", fault: "pg_ctl stop -m fast and -m immediate in turn",
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
            11, "sessions of the database ended at random", fault: "pg_terminate_backend",
            protection: .messaging("consumed,ownOffsets", "numbers and positions in the effect's transaction"),
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
            12, "a table locked", fault: "LOCK TABLE allergen.scans, for longer than a statement may take",
            protection: .setting("DATABASE_STATEMENT_TIMEOUT_SECONDS", "300", "no statement waits longer than 12 s"),
            during: lockTable),
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

    /// Maximum time of a statement (GW-40), and the time until its end is detected.
    private static let statementLimit = Duration.seconds(12), slack = Duration.seconds(2)

    /// Holds a lock that every scan needs, and checks which requests wait and which are answered.
    private static func lockTable(_ bench: Bench) async throws {
        try await bench.pause(bench.duration / 5)
        let quiet = try await bench.readTimes()
        let limit = statementLimit + slack * bench.leniency
        let holder = try await DedicatedSession.open(bench.stack.database.admin, statementTimeout: nil)
        defer { holder.close() }
        try await holder.execute("BEGIN")
        try await holder.execute("LOCK TABLE allergen.scans IN ACCESS EXCLUSIVE MODE")
        let end = ContinuousClock.now + limit + .seconds(4)
        async let held = bench.probe.postScan("Ingredients: milk.", isHeld: true)
        let during = try await bench.readTimes()
        var longest = 0.0
        while .now < end {
            let seconds = try await bench.stack.count(
                """
                SELECT coalesce(max(extract(epoch FROM clock_timestamp() - query_start) * 1000), 0)::bigint
                FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
                """)
            longest = max(longest, Double(seconds) / 1_000)
            try await bench.pause(.milliseconds(200))
        }
        let answer = try await held
        try await holder.execute("ROLLBACK")
        bench.note(String(format: "longest wait for the lock %.1f s", longest))
        bench.compare(quiet, during, "people who read wait for others' scans")
        if longest > limit / .seconds(1) { bench.report(Finding(.other, "a statement waited for more than 12 s")) }
        // The scan waits for the longest time of a request and is then answered with the operation's address.
        if answer.status != 202 { bench.report(Finding(.other, "a held scan was answered with \(answer.status)")) }
        bench.reportServerErrors("while a table is locked")
        try await bench.measureRecovery()
    }

    /// Without protection, commits are acknowledged before they are durable.
    static func withSafeCommits(_ bench: Bench, _ body: () async throws -> Void) async throws {
        guard !bench.isProtected else { return try await body() }
        let settings = [
            ("synchronous_commit", "off"), ("wal_writer_delay", "'10s'"), ("wal_writer_flush_after", "'64MB'"),
        ]
        for (name, value) in settings { try await bench.cluster.set(name, to: value) }
        let result: Result<Void, any Error>
        do {
            // Existing sessions apply a new setting with their next statement.
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        for (name, _) in settings { try? await bench.cluster.set(name, to: nil) }
        try result.get()
    }
}

extension Bench {
    /// Durations of reads by a signed-in person, in ascending order.
    func readTimes(_ count: Int = 60) async throws -> [Duration] {
        var times: [Duration] = []
        for _ in 0..<count {
            let begin = ContinuousClock.now
            let answer = try await probe.http.get("/v1/allergen-profile")
            if ![200, 404].contains(answer.status) { report(Finding(.other, "a read answered \(answer.status)")) }
            times.append(.now - begin)
            try await pause(.milliseconds(30))
        }
        return times.sorted()
    }

    /// Compares durations during a fault with those before it: more than ten times as long, or more than a second, is a
    /// finding.
    func compare(_ quiet: [Duration], _ during: [Duration], _ wrong: String) {
        let before = quiet[quiet.count * 95 / 100], then = during[during.count * 95 / 100]
        let figures = [before, then].map { String(format: "%.0f ms", $0 / .milliseconds(1)) }
        note("reads p95 \(figures[0]) before, \(figures[1]) during")
        if then > max(before * 10, .seconds(1) * leniency) { report(Finding(.other, wrong)) }
    }
}
