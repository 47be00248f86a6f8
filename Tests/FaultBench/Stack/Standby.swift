import Postgres
import Synchronization
import TestSupport
import UnitSupport

/// A replica of the row's database server, which takes over the server's address, like a floating IP address.
final class Standby: Sendable {
    /// The network from the replica to the primary.
    let link: TCPProxy
    private let primary: TestPostgresCluster
    private let replica: TestPostgresCluster
    /// The proxy that listens at the lost primary's address.
    private let address = Mutex<TCPProxy?>(nil)

    private init(primary: TestPostgresCluster, replica: TestPostgresCluster, link: TCPProxy) {
        self.primary = primary
        self.replica = replica
        self.link = link
    }

    /// Runs the body with a replica that follows a server, or with nil if the row needs none.
    static func with<Value>(
        _ isWanted: Bool, of primary: TestPostgresCluster, _ body: (Standby?) async throws -> Value
    ) async throws -> Value {
        guard isWanted else { return try await body(nil) }
        let link = try await TCPProxy.start(host: primary.admin.host, server: primary.admin.port)
        let result: Result<Value, any Error>
        do {
            result = .success(
                try await primary.withReplica(through: link.port) { replica in
                    try await Standby(primary: primary, replica: replica, link: link).serve(body)
                })
        } catch {
            result = .failure(error)
        }
        await link.stop()
        return try result.get()
    }

    private func serve<Value>(_ body: (Standby?) async throws -> Value) async throws -> Value {
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(self))
        } catch {
            result = .failure(error)
        }
        await address.withLock { $0 }?.stop()
        return try result.get()
    }

    /// Makes the primary acknowledge a commit only when the replica has it on its disk.
    func acknowledgeCommits() async throws {
        try await primary.set("synchronous_standby_names", to: "'*'")
        let session = try await DedicatedSession.open(primary.admin)
        defer { session.close() }
        try await eventually("the replica is synchronous") {
            try await !session.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").isEmpty
        }
    }

    /// Stops the primary at once, as when its machine is lost.
    func losePrimary() async throws {
        try await primary.stop(.immediate)
    }

    /// Promotes the replica, and directs the lost primary's address to it.
    func takeOver() async throws {
        try await replica.promote()
        let host = replica.admin.host, server = replica.admin.port, port = primary.admin.port
        // A client's own connection may hold the port for a moment.
        let proxy = try await eventually("the address is free", within: .seconds(10)) { () -> TCPProxy? in
            try? await TCPProxy.start(host: host, server: server, at: port)
        }
        address.withLock { $0 = proxy }
    }
}
