import EventContracts
import Foundation
import Postgres
import TestPeers
import TestSupport
import UnitSupport

extension Row {
    /// Faults: events are late, cannot be handled, or belong to another release.
    static let events = [
        Row(
            19, "events late and behind later ones", fault: "every seventh event is held back until it is requested",
            protection: .messaging("jump", "a jump in the numbers is a gap, and requested"),
            during: { bench in
                try await install(
                    """
                    IF NEW.sequence % 7 = 0 THEN
                        EXECUTE format('SELECT epoch FROM %I.relay_state', TG_TABLE_SCHEMA) INTO NEW.sent_epoch;
                    END IF;
                    """, in: bench)
                try await bench.pause(bench.duration)
                try await bench.stack.admin.execute("DROP FUNCTION public.disturb CASCADE")
                try await tellTheRest(bench)
                try await bench.measureRecovery()
            }),
        Row(
            21, "dead letters replayed, the service killed in between", fault: "a handler that fails, then is repaired",
            protection: .own("replay (the letters are discarded instead)"),
            allowed: ["verdicts out of order", "notices out of order"],
            during: { bench in
                try await bench.stack.admin.execute(
                    "ALTER TABLE allergen.scans ADD CONSTRAINT fault CHECK (false) NOT VALID")
                try await bench.pause(bench.duration / 2)
                try await bench.stack.admin.execute("ALTER TABLE allergen.scans DROP CONSTRAINT fault")
                try await bench.pause(bench.duration / 4)
                let dead = try await deadLetters(bench)
                bench.note("\(dead) set aside")
                if dead == 0 { bench.report(Finding(.other, "nothing was set aside")) }
                try await orderReplay(bench, isDryRun: true)
                try await eventually("the dry run is over", within: Bench.timeout) { try await openOrders(bench) == 0 }
                if try await deadLetters(bench) < dead { bench.report(Finding(.other, "a dry run changed something")) }
                for _ in 0..<2 {
                    try await orderReplay(bench, isDryRun: false)
                    try await bench.stack.service("allergen").restart()
                    try await eventually("the replay is over", within: Bench.timeout) {
                        try await openOrders(bench) == 0
                    }
                }
                try await bench.measureRecovery()
            }),
        Row(
            22, "a producer of the next release", fault: "unknown fields in every event",
            protection: .own("within a version fields are only added (one is removed instead)"),
            during: { bench in
                let change =
                    bench.isProtected
                    ? "|| '{\"fieldOfTheNextRelease\": {\"nested\": [1, 2]}}'::jsonb"
                    : "- 'scanID' - 'accountID' - 'notice'"
                try await install(
                    "NEW.body := convert_to((convert_from(NEW.body, 'UTF8')::jsonb \(change))::text, 'UTF8');",
                    in: bench)
                try await bench.pause(bench.duration)
                try await bench.measureRecovery()
            }),
    ]

    /// Installs a trigger that changes every event before it is stored.
    private static func install(_ disturbance: String, in bench: Bench) async throws {
        try await bench.stack.admin.execute(
            SQL(
                trusted: """
                    CREATE FUNCTION public.disturb() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
                    BEGIN \(disturbance) RETURN NEW; END $$
                    """))
        for service in bench.busyNames {
            try await bench.stack.admin.execute(
                """
                CREATE TRIGGER disturb BEFORE INSERT ON \(raw: service).outbox
                FOR EACH ROW EXECUTE FUNCTION public.disturb()
                """)
        }
    }

    /// Sends the last record of each key again, since a gap is detected only by a later record.
    private static func tellTheRest(_ bench: Bench) async throws {
        for service in bench.busyNames {
            try await bench.stack.admin.execute(
                """
                UPDATE \(raw: service).outbox AS held SET sent_epoch = 0
                WHERE sequence % 7 = 0 AND sent_offset IS NULL AND sequence = (
                    SELECT last_sequence FROM \(raw: service).outbox_keys AS keys
                    WHERE keys.topic = held.topic AND keys.key = held.key)
                """)
        }
    }

    private static func deadLetters(_ bench: Bench) async throws -> Int {
        try await bench.stack.count("SELECT count(*) FROM allergen.dead_letters")
    }

    private static func openOrders(_ bench: Bench) async throws -> Int {
        try await bench.stack.count("SELECT count(*) FROM allergen.dead_letter_orders WHERE done_at IS NULL")
    }

    /// Replays the dead letters of all resources at once, as `fmctl dead-letters` does for one.
    private static func orderReplay(_ bench: Bench, isDryRun: Bool) async throws {
        let action = bench.isProtected ? "replay" : "discard"
        try await bench.stack.admin.execute(
            """
            INSERT INTO allergen.dead_letter_orders (dead_letter_id, topic, resource, action, dry_run)
            SELECT id, topic, resource, \(action), \(isDryRun) FROM allergen.dead_letters WHERE state = 'dead'
                ORDER BY id
            """)
    }
}
