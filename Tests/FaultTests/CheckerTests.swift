import Postgres
import Testing
import TestSupport

extension Faults {
    @Suite("The checker")
    struct CheckerTests {
        /// A wrong, and what the checker says of it.
        private static let wrongs = [
            (
                "documents of label-scan that differ",
                "UPDATE ingestion.documents SET version = 99 WHERE kind = 'label-scan'"
            ),
            (
                "scans without exactly one notice",
                "DELETE FROM notification.notices WHERE ctid = (SELECT min(ctid) FROM notification.notices)"
            ),
            (
                "scans ordered, not there",
                "DELETE FROM allergen.scans WHERE ctid = (SELECT max(ctid) FROM allergen.scans)"
            ),
            ("scans whose versions were not all told", "UPDATE allergen.scans SET version = version + 1"),
            ("notices whose versions were not all told", "UPDATE notification.notices SET version = version + 1"),
            ("profiles behind what was accepted", "UPDATE allergen.profiles SET version = version + 1"),
            (
                "verdicts out of order",
                "UPDATE allergen.outbox SET sequence = -sequence WHERE topic = 'allergen.scan.v1'"
            ),
            ("notification: sequences with a gap", "DELETE FROM notification.outbox WHERE sequence = 1"),
            ("allergen: events not sent", "UPDATE allergen.outbox SET sent_epoch = 0"),
            ("notification: events not taken in", "UPDATE notification.consumed SET last_sequence = 0"),
            ("ingestion: holes", "INSERT INTO ingestion.holes (topic, key, highest_sequence) VALUES ('t', 'k', 1)"),
            ("accepted, but lost", "DELETE FROM ingestion.operations"),
        ]

        @Test("sees each wrong that it is there for")
        func seesWrongs() async throws {
            try await withBackbone { stack in
                let checker = Checker(stack: stack)
                let history = try await Load(accounts: 2, each: 10, pause: .zero).run(on: stack) {
                    try await Task.sleep(for: .seconds(1))
                }
                try await checker.settle(history)
                // Nobody mends what follows.
                for service in stack.services { try await service.kill() }
                try await stack.admin.execute(
                    "ALTER TABLE allergen.outbox DROP CONSTRAINT outbox_sequence_check")
                for (name, statement) in Self.wrongs {
                    #expect(try await !checker.wrongs(history).contains { $0.hasPrefix(name) }, "\(name), before")
                    try await stack.admin.execute(.init(trusted: statement))
                    #expect(try await checker.wrongs(history).contains { $0.hasPrefix(name) }, "\(name)")
                }
            }
        }
    }
}
