import Logging
import TestPeers
import UnitSupport
@testable import Postgres
import Glibc
import TestSupport
import Testing

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// Creates a pool on its own database.
func withPool<Value>(
    size: Int = 4, acquireTimeout: Duration = .seconds(10), statementTimeout: Duration? = .seconds(30),
    _ body: (PostgresPool) async throws -> Value
) async throws -> Value {
    try await TestDatabase.with { database in
        let pool = PostgresPool(
            configuration: database.admin, size: size, acquireTimeout: acquireTimeout,
            statementTimeout: statementTimeout, logger: quiet)
        return try await body(pool)
    }
}

/// Opens a connection to the database of a pool, outside it.
func openConnection(to pool: PostgresPool) async throws -> Connection {
    return try await Connection.open(pool.configuration, statementTimeout: nil, until: .now + .seconds(10))
}

/// The error of a body that must throw a `PostgresError`.
func postgresError(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> PostgresError? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as PostgresError {
        return error
    } catch {
        Issue.record("threw \(error)", sourceLocation: sourceLocation)
    }
    return nil
}

/// A listening socket that never answers.
struct SilentServer {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        try #require(isListening)
        port = UInt16(bigEndian: address.sin_port)
    }

    func close() {
        _ = Glibc.close(descriptor)
    }
}
