import EventContracts
import Foundation
import IngestionCore
import IngestionGovernance
import IngestionService
import Logging
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Audit log") struct AuditTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Seals pending entries, as the gateway does each second.
    private func seal(_ gateway: TestGateway) async throws {
        try await eventually("everything is sealed") {
            _ = try await AuditSealer(database: gateway.database.pool, logger: Self.quiet).run()
            let waiting = try await gateway.database.pool.query("SELECT count(*) AS waiting FROM audit_unsealed")
            return try waiting[0].decode("waiting", as: Int64.self) == 0
        }
    }

    /// Some entries of several kinds, sealed.
    private func entries(_ gateway: TestGateway) async throws -> Person {
        let person = try await gateway.register()
        for password in ["wrong one", person.password] {
            _ = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": password])
            try await seal(gateway)
        }
        return person
    }

    private func verified(
        _ gateway: TestGateway, remembering head: AuditVerification.Head? = nil
    ) async throws -> AuditVerification {
        try await AuditVerification.run(remembering: head, in: gateway.database.pool)
    }

    @Test("GW-28: sign-ins are logged without personal data")
    func records() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("audited@example.com"), phone = try await gateway.signIn(person)
            _ = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": "not the password"])
            _ = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": "nobody@example.com", "password": "not the password"])
            #expect(try await phone.client.send("DELETE", "/v1/sessions/current").status == 204)
            for _ in 0..<2 {
                _ = try await gateway.client.send(
                    "POST", "/v1/sessions/refresh", json: ["refreshToken": person.refreshToken])
            }
            let again = try await gateway.signIn(person)
            let changed = try await again.send(
                "PATCH", "/v1/account",
                #"{"email":"other@example.com","username":"someone","password":"quite another one","#
                    + #""currentPassword":"\#(person.password)"}"#
            )
            #expect(changed.status == 200)
            #expect(try await again.client.send("DELETE", "/v1/sessions").status == 204)
            let rows = try await gateway.database.pool.query(
                "SELECT action, outcome, subject_id, actor_id FROM audit_entries ORDER BY entry_id")
            let published = try rows.map { row in
                let (action, outcome, subject, actor) = try row.decode(String.self, String.self, UUID?.self, UUID?.self)
                let whose = subject.map { $0 == person.account.uuid ? "theirs" : "another's" } ?? "nobody's"
                return "\(action) \(outcome) \(whose) \(actor == nil ? "unknown" : "known")"
            }
            #expect(
                published == [
                    "registered succeeded theirs unknown", "signed-in succeeded theirs unknown",
                    "sign-in-refused refused theirs unknown", "sign-in-refused refused nobody's unknown",
                    "signed-out succeeded theirs known", "token-replayed refused theirs unknown",
                    "signed-in succeeded theirs unknown", "address-changed succeeded theirs known",
                    "username-changed succeeded theirs known", "password-changed succeeded theirs known",
                    "other-sessions-revoked succeeded theirs known",
                ])
            let plain = try await gateway.database.pool.query(
                """
                SELECT count(*) FROM audit_entries AS e
                WHERE e::text LIKE '%@%' OR e::text LIKE '%another one%' OR e::text LIKE '%127.0.0.1%'
                """)
            #expect(try plain[0].decode(Int64.self) == 0)
            let hashes = try await gateway.database.pool.query(
                "SELECT count(DISTINCT address_hash), count(*) FROM audit_entries WHERE address_hash IS NOT NULL")
            let (addresses, entries) = try hashes[0].decode(Int64.self, Int64.self)
            #expect(addresses == 1 && entries == 11)
        }
    }

    @Test("GW-28: audit log: entries and seals are immutable")
    func appendOnly() async throws {
        try await TestGateway.with { gateway in
            _ = try await entries(gateway)
            for statement in [
                "UPDATE audit_entries SET outcome = 'succeeded'", "DELETE FROM audit_entries",
                "UPDATE audit_seals SET hash = hash", "DELETE FROM audit_seals", "TRUNCATE audit_entries",
            ] {
                await #expect(throws: PostgresError.self, "\(statement)") {
                    try await gateway.database.pool.execute(SQL(trusted: statement))
                }
                try await gateway.asAdministrator { administrator in
                    let refused = await #expect(throws: PostgresError.self, "\(statement)") {
                        try await administrator.execute(SQL(trusted: statement))
                    }
                    #expect(refused?.sqlState == "23001", "\(statement)")
                }
            }
            let found = try await verified(gateway)
            #expect(found.fault == nil && found.entries == 3 && found.seals >= 2)
        }
    }

    @Test(
        "GW-28: audit log: changed, removed or added entries are detected",
        arguments: [
            "UPDATE audit_entries SET outcome = 'succeeded' WHERE action = 'sign-in-refused'",
            "UPDATE audit_entries SET at = at + interval '1 microsecond' WHERE action = 'signed-in'",
            "UPDATE audit_entries SET subject_id = NULL, actor_role = 'system' WHERE action = 'signed-in'",
            "UPDATE audit_entries SET times = 2 WHERE action = 'signed-in'",
            "UPDATE audit_seals SET hash = sha256('x') WHERE seal_id = 1",
            "DELETE FROM audit_entries WHERE action = 'sign-in-refused'", "DELETE FROM audit_seals WHERE seal_id = 1",
            "UPDATE audit_seals SET entries = array_prepend(1::bigint, entries) WHERE seal_id > 1",
            """
            INSERT INTO audit_entries (at, category, action, actor_role, outcome)
            VALUES (now() - interval '2 minutes', 'security', 'signed-in', 'person', 'succeeded')
            """,
        ])
    func tampered(statement: String) async throws {
        try await TestGateway.with { gateway in
            _ = try await entries(gateway)
            #expect(try await verified(gateway).fault == nil)
            try await gateway.asAdministrator { administrator in
                try await administrator.execute("SET session_replication_role = replica")
                let touched = try await administrator.execute(SQL(trusted: statement))
                #expect(touched > 0)
            }
            #expect(try await verified(gateway).fault != nil)
        }
    }

    @Test("GW-28: audit log: a remembered seal reveals a rewritten chain")
    func remembersHead() async throws {
        try await TestGateway.with { gateway in
            _ = try await entries(gateway)
            let head = try #require(try await verified(gateway).head)
            #expect(AuditVerification.Head(head.text) == head)
            try await gateway.asAdministrator { administrator in
                try await administrator.execute("SET session_replication_role = replica")
                try await administrator.execute(
                    """
                    WITH gone AS (DELETE FROM audit_seals WHERE seal_id = \(head.seal) RETURNING entries)
                    DELETE FROM audit_entries WHERE entry_id IN (SELECT unnest(entries) FROM gone)
                    """)
            }
            #expect(try await verified(gateway).fault == nil)
            #expect(try await verified(gateway, remembering: head).fault == .forgotten(seal: head.seal))
            _ = try await gateway.register()
            try await seal(gateway)
            #expect(try await verified(gateway, remembering: head).fault == .forgotten(seal: head.seal))
        }
    }

    @Test("GW-28: concurrent sealers build one chain with every entry once")
    func oneChain() async throws {
        try await TestGateway.with { gateway in
            let pool = gateway.database.pool
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<50 { try await Audit.record(AuditEntry(.signedIn, of: nil), in: pool) }
                    }
                    group.addTask {
                        let sealer = AuditSealer(database: pool, logger: Self.quiet)
                        for _ in 0..<20 { _ = try await sealer.sealBatch() }
                    }
                }
                try await group.waitForAll()
            }
            try await seal(gateway)
            let found = try await verified(gateway)
            #expect(found.fault == nil && found.entries == 200 && found.seals > 1)
        }
    }

    @Test(
        "GW-29: audit metrics: each entry is counted once, when sealed"
    )
    func counted() async throws {
        let port = try freePort()
        try await TestGateway.with {
            $0.settings.health = HTTPBinding(port: port)
        } _: { gateway in
            let pool = gateway.database.pool
            let registries = [MetricsRegistry(), MetricsRegistry()]
            let sealers = registries.map {
                AuditSealer(database: pool, logger: Self.quiet, metrics: AuditMetrics($0))
            }
            for _ in 0..<3 { try await Audit.record(AuditEntry(.tokenReplayed, of: nil, outcome: .refused), in: pool) }
            var flood = AuditEntry(.rateLimited, of: nil, outcome: .refused)
            flood.times = 40
            try await Audit.record(flood, in: pool)
            try await Audit.record(AuditEntry(.erased, of: nil), in: pool)
            try await eventually("everything is sealed") {
                for sealer in sealers { try await sealer.run() }
                return try await pool.query("SELECT FROM audit_unsealed").isEmpty
            }
            // The gateway itself is a third instance.
            let own = try await TestHTTPClient(port: port).get("/metrics").text
            let published = registries.map { $0.exposition() }
            func sum(_ action: String) -> Int {
                let start = #"foodmagic_gateway_security_events_total{action="\#(action)"} "#
                return (published + [own]).flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix(start) }
                    .compactMap { Int($0.dropFirst(start.count)) }.reduce(0, +)
            }
            #expect(sum("token-replayed") == 3)
            #expect(sum("rate-limited") == 40)
            #expect(!published.joined().contains("\"erased\""), "routine actions are not security events")
            #expect(published.allSatisfy { $0.contains("foodmagic_gateway_audit_round_seconds 0.") })
        }
    }

    @Test("GW-29: rate-limit refusals are aggregated into few entries")
    func sumsUpRefusals() async throws {
        try await TestGateway.with {
            $0.rates.signInsPerAddress = 2
        } _: { gateway in
            for _ in 0..<12 {
                _ = try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": "who@example.com", "password": "some password"])
            }
            try await eventually("the totals are recorded") {
                let rows = try await gateway.database.pool.query(
                    "SELECT count(*), COALESCE(sum(times), 0)::bigint FROM audit_entries WHERE action = 'rate-limited'")
                let (entries, times) = try rows[0].decode(Int64.self, Int64.self)
                return times >= 9 && entries <= 2
            }
        }
    }

    @Test("C11: each staff role sees only its categories of entries")
    func split() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let administrator = try await gateway.staff(.administrator)
            let suspension = try await administrator.send(
                "PATCH", "/v1/admin/accounts/\(person.account)", #"{"status":"suspended","reason":"broke the rules"}"#)
            #expect(suspension.status == 200)
            for role in StaffRole.allCases {
                let reader = try await gateway.staff(role)
                let answer = try await reader.client.get("/v1/audit?limit=100")
                let categories = Set((try answer.json["items"]?.items ?? []).compactMap { $0["category"]?.string })
                switch role {
                case .cybersecurity, .executive:
                    #expect(categories == ["security", "access"], "\(role)")
                    #expect(try await reader.client.get("/v1/audit?category=operations").status == 403)
                case .administrator:
                    #expect(categories == ["operations"])
                    #expect(try await reader.client.get("/v1/audit?category=security").status == 403)
                    let entry = try answer.json["items"]?.items.first
                    #expect(entry?["action"]?.string == "account-suspended")
                    #expect(entry?["reason"]?.string == "broke the rules")
                    #expect(entry?["actor"]?.string == administrator.account.description)
                default: #expect(answer.status == 403 && categories.isEmpty, "\(role)")
                }
            }
        }
    }

    @Test("GW-28: the log is read by time, in pages")
    func pages() async throws {
        try await TestGateway.with { gateway in
            for _ in 0..<7 { _ = try await gateway.register() }
            let reader = try await gateway.staff(.cybersecurity)
            var seen: [String] = [], cursor: String?
            repeat {
                let place = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await reader.client.get("/v1/audit?category=security&limit=3\(place)").json
                seen += (page["items"]?.items ?? []).compactMap { $0["id"]?.string }
                cursor = page["next"]?.string
            } while cursor != nil
            #expect(seen.count == 8 && seen == seen.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) })
            let later = try await reader.client.get("/v1/audit?category=security&from=2999-01-01T00:00:00Z").json
            #expect(later["items"]?.items.isEmpty == true)
            let bad = try await reader.client.get("/v1/audit?from=yesterday&category=all")
            #expect(bad.status == 422 && bad.parameters == ["from", "category"])
        }
    }

    @Test("C10: only the affected person sees accesses by staff")
    func accessLog() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), stranger = try await gateway.register()
            let administrator = try await gateway.staff(.administrator)
            let found = try await administrator.client.get("/v1/admin/accounts?email=\(person.email)").json
            #expect(found["items"]?.items.first?["id"]?.string == person.account.description)
            let guardian = try await gateway.staff(.cybersecurity)
            let path = "/v1/admin/accounts/\(person.account)"
            #expect(try await guardian.client.get("\(path)/security").status == 403)
            let broken = try await guardian.send("POST", "\(path)/break-glass", #"{"reason":"strange sign-ins"}"#)
            #expect(broken.status == 201)
            let opened = try await guardian.client.get("\(path)/security")
            #expect(try opened.status == 200 && opened.json["sessions"]?.items.count == 1)
            gateway.clock.advance(by: .seconds(31 * 60))
            let fresh = try await gateway.signIn(guardian)
            #expect(try await fresh.client.get("\(path)/security").status == 403)
            let mine = try await gateway.signIn(person)
            let log = try await mine.client.get("/v1/access-log").json["items"]?.items ?? []
            let published = log.map { entry in
                [entry["action"], entry["role"], entry["resource"], entry["reason"]].map { $0?.string ?? "-" }
            }
            #expect(
                published == [
                    ["staff-read", "cybersecurity", "readAccountSecurity", "-"],
                    ["glass-broken", "cybersecurity", "-", "strange sign-ins"],
                    ["staff-read", "administrator", "findAccount", "-"],
                ])
            let theirs = try await gateway.signIn(stranger)
            #expect(try await theirs.client.get("/v1/access-log").json["items"]?.items.isEmpty == true)
        }
    }
}
