import FaultBench
import Foundation
import Kafka
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Faults {
    @Suite("Checker")
    struct CheckerTests {
        /// A violation, the checker's message about it, and its kind.
        private static let wrongs: [(kind: Finding.Kind, name: String, statement: String)] = [
            (
                .lost, "documents of label-scan that differ from their owner's",
                "UPDATE ingestion.documents SET version = 99 WHERE kind = 'label-scan'"
            ),
            (
                .foreign, "documents of label-scan with another owner",
                """
                UPDATE ingestion.documents AS d SET owner = (
                    SELECT account_id FROM ingestion.accounts WHERE account_id <> d.owner LIMIT 1)
                WHERE id = (SELECT id FROM ingestion.documents WHERE kind = 'label-scan' LIMIT 1)
                """
            ),
            (
                .lost, "days that are not the sum of their meals",
                "UPDATE nutrition.days SET totals = jsonb_set(totals, '{sums,energy,amount}', '1')"
            ),
            (
                .lost, "documents of days that differ from nutrition's",
                """
                DELETE FROM ingestion.documents WHERE kind = 'day' AND id = (
                    SELECT max(id::text)::uuid FROM ingestion.documents WHERE kind = 'day')
                """
            ),
            (
                .lost, "meals requested, but missing",
                "DELETE FROM nutrition.meals WHERE ctid = (SELECT max(ctid) FROM nutrition.meals)"
            ),
            (
                .foreign, "meals without a cause",
                """
                UPDATE nutrition.meals SET meal_id = gen_random_uuid()
                WHERE ctid = (SELECT max(ctid) FROM nutrition.meals)
                """
            ),
            (
                .lost, "receipts requested, but missing",
                "DELETE FROM spending.receipts WHERE ctid = (SELECT max(ctid) FROM spending.receipts)"
            ),
            (
                .lost, "purchases whose newest version was not judged",
                "UPDATE allergen.purchases SET receipt_version = 99"
            ),
            (
                .disorder, "meals out of order",
                "UPDATE nutrition.outbox SET sequence = -sequence WHERE topic = 'nutrition.meal.v1'"
            ),
            (
                .lost, "scans without notice",
                "DELETE FROM notification.notices WHERE ctid = (SELECT min(ctid) FROM notification.notices)"
            ),
            (
                .lost, "scans requested, but missing",
                "DELETE FROM allergen.scans WHERE ctid = (SELECT max(ctid) FROM allergen.scans)"
            ),
            (
                .foreign, "notification.notices without an account",
                """
                UPDATE notification.notices SET account_id = gen_random_uuid()
                WHERE ctid = (SELECT max(ctid) FROM notification.notices)
                """
            ),
            (
                .disorder, "verdicts out of order",
                "UPDATE allergen.outbox SET sequence = -sequence WHERE topic = 'allergen.scan.v1'"
            ),
            (
                .doubled, "scans answered twice",
                """
                INSERT INTO allergen.outbox
                    (topic, partition, key, sequence, event_id, type, operation_id, headers, body, sent_epoch)
                SELECT topic, partition, key, sequence + 1000, gen_random_uuid(), type, operation_id, headers, body, 1
                FROM allergen.outbox WHERE type = 'foodmagic.allergen.scan-assessed.v1'
                    AND convert_from(body, 'UTF8')::json ->> 'reassessment' IS NULL LIMIT 1
                """
            ),
            (.gap, "scans whose versions were not all published", "UPDATE allergen.scans SET version = version + 9"),
            (
                .gap, "notices whose versions were not all published",
                "UPDATE notification.notices SET version = version + 1"
            ),
            (.lost, "profiles older than the accepted version", "UPDATE allergen.profiles SET version = version + 1"),
            (.gap, "notification: sequences with a gap", "DELETE FROM notification.outbox WHERE sequence = 1"),
            (.lost, "allergen: events not sent", "UPDATE allergen.outbox SET sent_epoch = 0"),
            (.lost, "notification: events not consumed", "UPDATE notification.consumed SET last_sequence = 0"),
            (
                .gap, "ingestion: requested gaps",
                "INSERT INTO ingestion.holes (topic, key, highest_sequence) VALUES ('t', 'k', 1)"
            ),
            (.lost, "accepted, but lost", "DELETE FROM ingestion.operations"),
        ]

        @Test("checker: every kind of error is detected")
        func seesWrongs() async throws {
            try await withBackbone { stack in
                let checker = Checker(stack: stack)
                // Enough for three meals per person: the order of a single meal cannot be violated.
                let history = try await Load(accounts: 2, each: 20, pause: .zero).run(on: stack) { history in
                    try await eventually("everything is requested", within: .seconds(180)) {
                        history.entries.count == 40
                    }
                }
                try await checker.settle(history)
                // The checker reads the rules one after another, so an event may be in transit; the second check has
                // none.
                try await checker.settle(history)
                // Services would repair later changes of rows, so they are stopped.
                for service in stack.services { try await service.kill() }
                try await stack.admin.execute(
                    "ALTER TABLE allergen.outbox DROP CONSTRAINT outbox_sequence_check")
                try await stack.admin.execute(
                    "ALTER TABLE nutrition.outbox DROP CONSTRAINT outbox_sequence_check")
                for (kind, name, statement) in Self.wrongs {
                    #expect(try await !checker.wrongs(history).contains { $0.name == name }, "\(name), before")
                    try await stack.admin.execute(.init(trusted: statement))
                    let found = try await checker.wrongs(history)
                    #expect(found.contains { $0.name == name && $0.kind == kind }, "\(name)")
                }
            }
        }

        private let account = UUID(), operation = UUID()

        private func entry(_ outcome: History.Outcome) -> History.Entry {
            History.Entry(account: account, kind: .scan, outcome: outcome)
        }

        private func judged(_ entries: [History.Entry], _ owner: UUID, scans: Int) -> [Finding] {
            var operations: [UUID: Checker.Operation] = [:]
            for number in 0..<scans {
                operations[number == 0 ? operation : UUID()] =
                    Checker.Operation(account: owner, status: "succeeded", hasKey: true)
            }
            return Checker.judge(entries, operations)
        }

        @Test("checker: accepted = one effect, refused = none, unclear = at most one")
        func histories() {
            let accepted = entry(.ok(operation: operation)), unclear = entry(.info)
            #expect(judged([accepted], account, scans: 1).isEmpty)
            #expect(judged([accepted], account, scans: 0).map(\.kind) == [.lost])
            #expect(judged([accepted], account, scans: 2).map(\.kind) == [.doubled])
            #expect(judged([accepted], UUID(), scans: 1).map(\.kind) == [.foreign])
            #expect(judged([accepted, accepted], account, scans: 1).map(\.kind) == [.lost])
            #expect(judged([unclear], account, scans: 0).isEmpty)
            #expect(judged([unclear], account, scans: 1).isEmpty)
            #expect(judged([unclear], account, scans: 2).map(\.kind) == [.doubled])
            #expect(judged([entry(.fail(status: 400))], account, scans: 0).map(\.kind) == [.other])
        }

        @Test("checker: a topic has the published records; duplicates are allowed")
        func topics() {
            func event(_ sequence: Int64) -> TopicAudit.Event {
                .init(topic: "t", key: "k", sequence: sequence, id: account)
            }
            #expect(TopicAudit.judge(records: [event(1), event(2), event(1)], outbox: [event(1), event(2)]).isEmpty)
            #expect(TopicAudit.judge(records: [event(1)], outbox: [event(1), event(2)]).map(\.kind) == [.lost])
            #expect(TopicAudit.judge(records: [event(1), event(9)], outbox: [event(1)]).map(\.kind) == [.foreign])
            #expect(TopicAudit.judge(records: [nil], outbox: []).map(\.kind) == [.foreign])
        }

        @Test("checker: records below a partition's start offset are not required")
        func dropped() {
            let place = TopicPartition(topic: "t", partition: 0), other = TopicPartition(topic: "t", partition: 1)
            let outbox = [(place, 4), (place, 5), (other, 0)].map { place, offset in
                TopicAudit.OutboxRow(
                    event: .init(topic: "t", key: "k", sequence: Int64(offset) + 1, id: account), place: place,
                    offset: Int64(offset))
            }
            #expect(TopicAudit.owed(of: outbox, starts: [place: 5]).map(\.offset) == [5, 0])
            #expect(TopicAudit.owed(of: outbox, starts: [:]).count == 3)
            #expect(TopicAudit.owed(of: outbox, starts: [place: 0, other: 0]).count == 3)
        }
    }
}
