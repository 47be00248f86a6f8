import EventContracts
import Foundation
import Kafka
import Logging
import Postgres
import TestPeers
import TestSupport
import UnitSupport

extension Row {
    /// Faults: people delete their accounts while their commands are in progress.
    static let erasures = [
        Row(
            31, "people erased under load",
            fault: """
                orders of people who have their account erased wait in the log, one among the dead letters, and one \
                comes when all is over
                """,
            protection: .messaging("erased", "what comes of an erased account is skipped"),
            during: { bench in
                try await bench.pause(.seconds(3))
                let leavers = try await leave(bench)
                try await watch(leavers, bench)
                try await bench.measureRecovery()
            },
            // A second check after a minute covers transactions that were in progress.
            afterwards: { bench in
                try await bench.waitForSecondLook()
                try await bench.straggle()
                try await bench.findTraces()
            })
    ]

    /// Number of people who delete their account.
    fileprivate static let leavers = 8
    /// Number of their commands in progress.
    private static let orders = 10
    /// The time limit until all erased data must be unreadable (GW-19).
    private static let limit = Duration.seconds(60)

    /// While `allergen` is stopped, people request scans and delete their accounts; then it is started again.
    private static func leave(_ bench: Bench) async throws -> [TestPerson] {
        let allergen = bench.stack.service("allergen")
        var people: [TestPerson] = []
        for index in 0..<leavers {
            let person = try await bench.stack.gateway.register(email: Bench.address(index))
            _ = try await person.postScan("Ingredients: oats, \(Bench.marker).")
            people.append(person)
        }
        _ = try await allergen.terminate(within: .seconds(20))
        for person in people {
            for order in 0..<orders {
                _ = try await person.postScan("Ingredients: salt \(order), \(Bench.marker).", isHeld: false)
            }
        }
        try await bench.setAside(for: people[0])
        for person in people {
            let _: Scheduled = try await person.http.send("DELETE", "/v1/account", json: Going()).expect(202)
        }
        try await allergen.start()
        try await allergen.waitUntilReady()
        return people
    }

    private struct Scheduled: Decodable { let state: String }

    private struct Going: Encodable {
        let currentPassword = "correct horse battery"
        let now = true
    }

    /// Measures the time until no service can read the people's data.
    private static func watch(_ people: [TestPerson], _ bench: Bench) async throws {
        let begin = ContinuousClock.now, ids = people.map(\.id)
        do {
            try await eventually("nothing is readable", within: limit * bench.leniency) {
                let keys = try await bench.stack.count(
                    "SELECT count(*) FROM keyring.data_keys WHERE account_id = ANY (\(ids))")
                guard keys == 0 else { return false }
                for service in TestStack.benchServices {
                    let done = try await bench.stack.count(
                        """
                        SELECT count(*) FROM \(identifier: service).erased_accounts
                        WHERE account_id = ANY (\(ids)) AND applied_at IS NOT NULL
                        """)
                    guard done == ids.count else { return false }
                }
                return true
            }
            bench.note(String(format: "unreadable and gone in all services after %.1f s", (.now - begin) / .seconds(1)))
        } catch let error as ConditionNotMet {
            bench.report(Finding(.other, "\(error.description)"))
        }
        for person in people {
            let answer = try await person.http.get("/v1/label-scans")
            if answer.status != 401 { bench.report(Finding(.other, "an erased person is answered \(answer.status)")) }
        }
    }
}

extension Bench {
    /// A text entered by the erased people, which must not be readable anywhere.
    fileprivate static let marker = "zanzibarium-7f3a91"

    /// The addresses of these people.
    fileprivate static func address(_ index: Int) -> String { "leaver-\(index)-7f3a91@example.org" }

    /// Makes one of the person's commands a dead letter of `allergen`, as after a repaired fault.
    fileprivate func setAside(for person: TestPerson) async throws {
        let key = Array(person.id.uuidString.lowercased().utf8)
        try await stack.admin.execute(
            """
            INSERT INTO allergen.dead_letters (topic, resource, state, partition, log_offset, key, headers, body, type,
                reason)
            SELECT topic, 'set-aside-by-the-bench', 'dead', 0, 1000000, \(key), headers, body, type,
                'a fault that was mended'
            FROM ingestion.outbox WHERE key = \(person.id.uuidString.lowercased())
                AND type = \(AssessLabelText.type.name)
            LIMIT 1
            """)
    }

    /// Waits until every service has made its second check of the erased people.
    fileprivate func waitForSecondLook() async throws {
        try await eventually("a second analysis", within: .seconds(100) * leniency) {
            for service in TestStack.benchServices {
                let open = try await stack.count(
                    "SELECT count(*) FROM \(identifier: service).erased_accounts WHERE checked_at IS NULL")
                if open > 0 { return false }
            }
            return true
        }
    }

    /// Delivers a command of each erased person long after the erasure, as from a relay that was stopped.
    fileprivate func straggle() async throws {
        let late = try await stack.admin.query(
            """
            WITH numbers AS (
                UPDATE ingestion.outbox_keys SET last_sequence = last_sequence + 1
                WHERE topic = \(Topic.allergenCommands.name)
                    AND key IN (SELECT account_id::text FROM ingestion.erased_accounts)
                RETURNING topic, key, last_sequence
            )
            INSERT INTO ingestion.outbox (topic, partition, key, sequence, event_id, type, operation_id, headers, body)
            SELECT DISTINCT ON (key) topic, partition, key, last_sequence, event_id, type, operation_id, headers, body
            FROM ingestion.outbox JOIN numbers USING (topic, key)
            WHERE type = \(AssessLabelText.type.name) ORDER BY key, id DESC
            RETURNING key, sequence
            """
        ).map { try $0.decode(String.self, Int64.self) }
        guard late.count >= Row.leavers else {
            return report(Finding(.other, "only \(late.count) commands came late"))
        }
        try await eventually("late commands are read", within: .seconds(30) * leniency) {
            for (key, sequence) in late {
                let read = try await stack.count(
                    """
                    SELECT count(*) FROM allergen.consumed
                    WHERE topic = \(Topic.allergenCommands.name) AND key = \(key) AND last_sequence >= \(sequence)
                    """)
                if read == 0 { return false }
            }
            return true
        }
    }

    /// Reports rows of erased people in tables that must have none, and their texts in files and topics.
    fileprivate func findTraces() async throws {
        let tables = try await stack.admin.query(
            """
            SELECT table_schema::text, table_name::text FROM information_schema.columns
            WHERE column_name = 'account_id' AND table_schema = ANY (\(TestStack.benchServices))
                AND table_name NOT IN ('erased_accounts', 'erasures', 'audit_entries')
            """
        ).map { try $0.decode(String.self, String.self) }
        for (schema, table) in tables {
            let left = try await stack.count(
                """
                SELECT count(*) FROM \(identifier: schema).\(identifier: table)
                WHERE account_id IN (SELECT account_id FROM ingestion.erased_accounts)
                """)
            if left > 0 { report(Finding(.other, "\(schema).\(table) keeps rows of erased people", count: left)) }
        }
        for service in TestStack.benchServices {
            let letters = try await stack.count(
                """
                SELECT count(*) FROM \(identifier: service).dead_letters
                WHERE convert_from(key, 'UTF8') IN (SELECT account_id::text FROM ingestion.erased_accounts)
                """)
            if letters > 0 { report(Finding(.other, "\(service) keeps dead letters of erased people", count: letters)) }
        }
        // Finding a known plaintext shows that the search works.
        let control = "control-\(UUID().uuidString.lowercased())"
        try await stack.admin.execute("COMMENT ON SCHEMA ingestion IS \(raw: "'\(control)'")")
        try await cluster.writeOut()
        guard try await cluster.holds(control) else {
            return report(Finding(.other, "the search of the database's files finds nothing"))
        }
        for words in [Self.marker, Self.address(0)] {
            if try await cluster.holds(words) { report(Finding(.other, "plaintext in the database's files")) }
            if try await TopicAudit.anyRecord(of: stack.broker, holds: words) {
                report(Finding(.other, "plaintext in a topic"))
            }
        }
        if try await !TopicAudit.anyRecord(of: stack.broker, holds: "accountID") {
            report(Finding(.other, "the search of the topics finds nothing"))
        }
    }
}
