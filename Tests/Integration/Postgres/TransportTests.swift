import Foundation
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Connections to a server that has a certificate, by `sslmode` and `sslrootcert` of the URL.
@Suite("Encrypted database connections", .timeLimit(.minutes(10)))
struct TransportTests {
    @Test("OPS-17: verify-full accepts only the server certified for its name")
    func verified() async throws {
        let authority = try TestAuthority(), stranger = try TestAuthority()
        try await TestPostgresCluster.with { cluster in
            try await withTemporaryDirectory { directory in
                try await cluster.serveTLS(authority.identity(["localhost"]))
                let ours = try authority.trustFile(in: directory), other = try stranger.trustFile(in: directory)
                func url(_ host: String, _ query: String) -> String {
                    "postgres://postgres@\(host):\(cluster.admin.port)/postgres?\(query)"
                }
                let right = url("localhost", "sslmode=verify-full&sslrootcert=\(ours)")
                let cipher = try await Self.cipher(right)
                #expect(cipher != nil)
                for wrong in [
                    url("localhost", "sslmode=verify-full&sslrootcert=\(other)"),
                    url("localhost", "sslmode=verify-ca&sslrootcert=\(other)"),
                    // The right server, under a name that its certificate does not contain.
                    url("127.0.0.1", "sslmode=verify-full&sslrootcert=\(ours)"),
                ] {
                    await #expect(throws: PostgresError.self, "\(wrong)") { try await Self.cipher(wrong) }
                }
                let byAuthority = try await Self.cipher(url("127.0.0.1", "sslmode=verify-ca&sslrootcert=\(ours)"))
                let plain = try await Self.cipher(url("127.0.0.1", "sslmode=disable"))
                #expect(byAuthority != nil && plain == nil)
            }
        }
    }

    @Test("OPS-17: where encryption is required, no TLS means no connection")
    func refusesPlain() async throws {
        try await TestPostgresCluster.with { cluster in
            func url(_ mode: String) -> String {
                "postgres://postgres@127.0.0.1:\(cluster.admin.port)/postgres?sslmode=\(mode)"
            }
            for mode in ["require", "verify-ca", "verify-full"] {
                await #expect(throws: PostgresError.self, "\(mode)") { try await Self.cipher(url(mode)) }
            }
            // This is why `prefer` must not be used for a remote database (`EventServiceSettingsTests.downgrades`).
            let preferred = try await Self.cipher(url("prefer"))
            #expect(preferred == nil)
        }
    }

    /// The connection's cipher as reported by the server; nil if it is not encrypted.
    private static func cipher(_ url: String) async throws -> String? {
        let session = try await DedicatedSession.open(try PostgresConfiguration(url: url))
        defer { session.close() }
        let rows = try await session.query("SELECT cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        return try rows.first?.decode("cipher", as: String?.self)
    }
}
