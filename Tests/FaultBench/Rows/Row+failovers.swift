import Foundation
import Postgres
import TestPeers
import TestSupport
import UnitSupport

extension Row {
    /// Faults: the database server is lost, and a replica takes over.
    static let failovers = [
        Row(
            43, "PostgreSQL fails over to a synchronous replica",
            fault: "the primary is lost for good; its streaming replica is promoted while the services run",
            protection: .own("a commit is acknowledged when the replica has it"), replicates: true,
            during: { bench in
                guard let standby = bench.standby else { return }
                if bench.isProtected { try await standby.acknowledgeCommits() }
                try await bench.pause(bench.duration / 3)
                if !bench.isProtected { try await bench.letReplicaFallBehind() }
                try await standby.losePrimary()
                try await standby.takeOver()
                try await bench.stack.waitUntilReady()
                try await bench.measureRecovery()
                let isReported = try await isSoon("every service reports the failover", within: .seconds(15)) {
                    await bench.isFailoverReported()
                }
                if !isReported { bench.report(Finding(.other, "the failover was not reported by every service")) }
            }),
        Row(
            44, "PostgreSQL fails over to an asynchronous replica",
            fault: """
                the primary is lost while its streaming replica is 2 s behind; the services are stopped, the replica \
                is promoted, fmctl restored, the services start
                """,
            protection: .own("a new epoch after the failover (fmctl restored)"),
            // The log keeps the events of lost transactions; their requests were accepted.
            allowed: [lostRequests, "records without an event in an outbox"], replicates: true,
            during: loseCommits),
    ]

    /// The checker's name for a request whose operation is missing.
    private static let lostRequests = "accepted, but lost"
    /// Maximum age of a commit that the replica has not received.
    private static let streamingLimit = Duration.seconds(1)

    private static func loseCommits(_ bench: Bench) async throws {
        guard let standby = bench.standby else { return }
        // The command needs every schema.
        try await bench.control(["migrate"])
        try await bench.pause(bench.duration / 3)
        let cut = ContinuousClock.now - bench.history.start
        try await bench.letReplicaFallBehind()
        try await standby.losePrimary()
        let begin = ContinuousClock.now
        for service in bench.stack.services { try await service.kill() }
        try await standby.takeOver()
        if bench.isProtected { try await bench.control(["restored"]) }
        for service in bench.stack.services { try await service.start() }
        try await bench.stack.waitUntilReady()
        bench.note(String(format: "ready %.1f s after the loss", (.now - begin) / .seconds(1)))
        try await bench.measureRecovery()
        let lost = try await bench.lostRequests()
        let early = lost.count { $0.time.upperBound < cut - streamingLimit * bench.leniency }
        bench.note("\(lost.count) accepted requests of the last 2 s lost, as announced")
        if lost.isEmpty { bench.report(Finding(.other, "the replica was not behind")) }
        if early > 0 { bench.report(Finding(.lost, "accepted before the replica fell behind, but lost", count: early)) }
    }
}

extension Bench {
    /// Disconnects the replica while requests continue for two seconds.
    fileprivate func letReplicaFallBehind() async throws {
        standby?.link.set(.cut)
        try await pause(.seconds(2))
    }

    /// Accepted requests whose operation the database does not have.
    fileprivate func lostRequests() async throws -> [History.Entry] {
        let rows = try await stack.admin.query("SELECT operation_id FROM ingestion.operations")
        let known = Set<UUID>(try rows.map { row throws in try row.decode(UUID.self) })
        return history.entries.filter { entry in
            guard case .ok(let operation) = entry.outcome else { return false }
            return !known.contains(operation)
        }
    }

    /// Whether each busy service has counted a failover of its database.
    fileprivate func isFailoverReported() async -> Bool {
        for service in busyServices {
            guard let answer = try? await TestHTTPClient(port: service.healthPort).get("/metrics"),
                answer.text.contains("\nfoodmagic_database_failovers_total 1\n")
            else { return false }
        }
        return true
    }
}
