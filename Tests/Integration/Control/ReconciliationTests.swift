import EventContracts
import Foundation
import Postgres
import Quantities
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import ControlService
@testable import Messaging

@Suite("Reconcile over all schemas", .timeLimit(.minutes(10)))
struct ReconciliationTests {
    private let account = AccountID.random()

    /// One accepted scan with all its effects, unless given otherwise.
    private struct Scan {
        let id = ScanID.random()
        let operation = OperationID.random()
        var status = "succeeded"
        var commands = 1
        var isPhoto = false
        var isCommandRead = true
        /// For a photo: whether allergen has handled vision's reading.
        var isReadingRead = true
        var hasEffect = true
        var ends = 1
        var isEndRead = true
        var hasNotice = true
        var hasDocument = true
    }

    private func migrated(_ body: (MigratedDatabase) async throws -> Void) async throws {
        try await MigratedDatabase.with(body)
    }

    private func add(_ scan: Scan, to migrated: MigratedDatabase) async throws {
        let long = Date(timeIntervalSinceNow: -60), ended = scan.status == "pending" ? Date?.none : long
        try await migrated.execute(
            """
            INSERT INTO ingestion.operations (
                operation_id, account_id, kind, resource_kind, resource_id, status, created_at, updated_at, ended_at)
            VALUES (\(scan.operation.uuid), \(account.uuid), 'assessLabel', 'label-scan', \(scan.id.uuid),
                \(scan.status), \(long), \(long), \(ended))
            """)
        // Each scan has its own key, and so its own positions.
        let key = scan.id.description
        for number in 0..<scan.commands {
            if scan.isPhoto {
                try await publish(.visionLabelCommands, ReadLabel.type, key, number + 1, scan.operation, "", migrated)
            } else {
                try await publish(
                    .allergenCommands, AssessLabelText.type, key, number + 1, scan.operation, "", migrated)
            }
        }
        if scan.isCommandRead {
            let topic = scan.isPhoto ? Topic.visionLabelCommands : .allergenCommands
            try await read(topic, key, upTo: scan.commands, in: scan.isPhoto ? "vision" : "allergen", migrated)
        }
        if scan.isPhoto, scan.isCommandRead {
            try await publish(.visionReading, LabelRead.type, key, 1, scan.operation, "", migrated)
            if scan.isReadingRead { try await read(.visionReading, key, upTo: 1, in: "allergen", migrated) }
        }
        if scan.hasEffect { try await addEffect(of: scan, at: long, migrated) }
        for number in 0..<scan.ends {
            try await publish(.allergenScan, ScanAssessed.type, key, number + 1, scan.operation, "succeeded", migrated)
        }
        if scan.isEndRead { try await read(.allergenScan, key, upTo: scan.ends, in: "ingestion", migrated) }
        if scan.hasNotice {
            try await migrated.execute(
                """
                INSERT INTO notification.notices (
                    notice_id, account_id, version, kind, cause_id, cause_version, cause_state, urgency, text,
                        created_at)
                VALUES (\(scan.id.uuid), \(account.uuid), 1, 'scanAssessed', \(key), 1, 'notDetected', 'notice', '',
                    \(long))
                """,
                """
                INSERT INTO ingestion.documents (kind, id, owner, sort_key, version, body)
                VALUES ('notification', \(scan.id.uuid), \(account.uuid), 1, 1, '{}')
                """)
        }
    }

    private func addEffect(of scan: Scan, at time: Date, _ migrated: MigratedDatabase) async throws {
        try await migrated.execute(
            """
            INSERT INTO allergen.scans (
                scan_id, account_id, version, verdict, complete, contains, may_contain, other_matches, profile_version,
                profile_empty, profile_pending, scanned_at, assessed_at, text, details)
            VALUES (\(scan.id.uuid), \(account.uuid), 2, 'notDetected', true, '{}', '{}', 0, 0, true, false, \(time),
                \(time), '', '')
            """)
        if scan.hasDocument {
            try await migrated.execute(
                """
                INSERT INTO ingestion.documents (kind, id, owner, sort_key, version, body)
                VALUES ('label-scan', \(scan.id.uuid), \(account.uuid), 1, 2, '{}')
                """)
        }
    }

    private func publish(
        _ topic: Topic, _ type: EventType, _ key: String, _ sequence: Int, _ operation: OperationID, _ status: String,
        _ migrated: MigratedDatabase
    ) async throws {
        let schema = topic.owner
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/\(schema)", type: type, time: Date(), subject: nil, key: key,
            operationID: operation, operationStatus: OperationStatus(rawValue: status), correlationID: UUID())
        try await migrated.execute(
            """
            INSERT INTO \(identifier: schema).outbox (
                topic, partition, key, sequence, event_id, type, operation_id, headers, body)
            VALUES (\(topic.name), 0, \(key), \(sequence), \(attributes.id), \(type.name), \(operation.uuid),
                \(RecordHeaders(attributes).bytes), '')
            """)
    }

    private func read(
        _ topic: Topic, _ key: String, upTo sequence: Int, in schema: String, _ migrated: MigratedDatabase
    ) async throws {
        try await migrated.execute(
            "INSERT INTO \(identifier: schema).consumed VALUES (\(topic.name), \(key), \(sequence))")
    }

    private func report(_ migrated: MigratedDatabase) async throws -> ReconcileReport {
        try await Reconciliation(database: migrated.database, grace: .seconds(5)).run(now: Date())
    }

    @Test("reconcile: results are looked up in the owner's table of their kind")
    func foodSubmission() async throws {
        try await migrated { migrated in
            let id = UUID(), long = Date(timeIntervalSinceNow: -60), operation = OperationID.random()
            try await migrated.execute(
                """
                INSERT INTO ingestion.operations (
                    operation_id, account_id, kind, resource_kind, resource_id, status, created_at, updated_at,
                        ended_at)
                VALUES (\(operation.uuid), \(account.uuid), 'submitFood', 'food-submission', \(id), 'succeeded',
                    \(long), \(long), \(long))
                """,
                """
                INSERT INTO nutrition.food_submissions (
                    submission_id, account_id, own_food_id, version, state, words, amounts, language, doubts,
                    submitted_at, changed_at)
                VALUES (\(id), \(account.uuid), \(id), 1, 'pending', '', '{}', 'en', '[]', \(long), \(long))
                """)
            let key = account.description
            try await publish(.nutritionCommands, SubmitFood.type, key, 1, operation, "", migrated)
            try await read(.nutritionCommands, key, upTo: 1, in: "nutrition", migrated)
            try await publish(.nutritionFood, FoodSubmissionChanged.type, key, 1, operation, "succeeded", migrated)
            try await read(.nutritionFood, key, upTo: 1, in: "ingestion", migrated)
            #expect(!(try await report(migrated)).hasProblem)
            try await migrated.execute("DELETE FROM nutrition.food_submissions")
            #expect(try await report(migrated).hasProblem)
        }
    }

    @Test("reconcile: completed operations are found once; documents match")
    func clean() async throws {
        try await migrated { migrated in
            for _ in 0..<3 { try await add(Scan(), to: migrated) }
            try await add(Scan(status: "rejected", hasEffect: false, hasNotice: false), to: migrated)
            let report = try await report(migrated)
            #expect((report.accepted, report.succeeded, report.rejected) == (4, 3, 1))
            #expect(!report.hasProblem && report.isSettled)
            #expect((report.notices.scans, report.notices.notified) == (3, 3))
            #expect(report.documents.first { $0.kind == "label-scan" }?.owned == 3)
        }
    }

    @Test("reconcile: an empty system is consistent")
    func empty() async throws {
        try await migrated { migrated in
            let report = try await report(migrated)
            #expect(!report.hasProblem && report.isSettled)
        }
    }

    @Test("reconcile: finds every loss and duplicate; pending is not lost")
    func problems() async throws {
        try await migrated { migrated in
            var lostResult = Scan(), lostCommand = Scan(status: "pending"), lostEnd = Scan(status: "pending")
            lostResult.hasEffect = false
            lostResult.hasNotice = false
            lostCommand.hasEffect = false
            lostCommand.hasNotice = false
            lostCommand.ends = 0
            lostEnd.ends = 1
            var onItsWay = Scan(status: "pending"), endOnItsWay = Scan(status: "pending")
            onItsWay.isCommandRead = false
            onItsWay.hasEffect = false
            onItsWay.hasNotice = false
            onItsWay.ends = 0
            endOnItsWay.isEndRead = false
            for scan in [
                lostResult, lostCommand, lostEnd, onItsWay, endOnItsWay, Scan(commands: 2), Scan(ends: 2),
            ] {
                try await add(scan, to: migrated)
            }
            let report = try await report(migrated)
            #expect((report.lost, report.doubled, report.pending) == (3, 2, 2))
            #expect(
                Set(report.examples.map(\.operation))
                    .isSuperset(of: [lostResult, lostCommand, lostEnd].map(\.operation.description)))
        }
    }

    @Test("VIS-17: a photo is lost only if both steps ended without a result")
    func photos() async throws {
        try await migrated { migrated in
            let queued = Scan(
                status: "pending", isPhoto: true, isReadingRead: false, hasEffect: false, ends: 0, hasNotice: false)
            let lost = Scan(status: "pending", isPhoto: true, hasEffect: false, ends: 0, hasNotice: false)
            let unread = Scan(
                status: "pending", isPhoto: true, isCommandRead: false, hasEffect: false, ends: 0, hasNotice: false)
            for scan in [queued, lost, unread, Scan(isPhoto: true)] { try await add(scan, to: migrated) }
            let report = try await report(migrated)
            #expect((report.succeeded, report.pending, report.lost, report.doubled) == (1, 2, 1, 0))
            #expect(report.examples.map(\.operation) == [lost.operation.description])
        }
    }

    @Test("reconcile: a scan without notice is lost; one without command listed")
    func noticesAndOrders() async throws {
        try await migrated { migrated in
            try await add(Scan(hasNotice: false), to: migrated)
            try await migrated.execute(
                "INSERT INTO allergen.outbox_keys VALUES (\(Topic.allergenScan.name), \(account.description), 4)")
            #expect(try await report(migrated).notices == .init(scans: 1, notified: 0, pending: 1, lost: 0))
            try await read(.allergenScan, account.description, upTo: 4, in: "notification", migrated)
            let lost = try await report(migrated)
            #expect(lost.notices == .init(scans: 1, notified: 0, pending: 0, lost: 1))
            try await migrated.execute("DELETE FROM ingestion.operations")
            #expect(try await report(migrated).unordered == 1)
        }
    }

    @Test("C18: a scan removed by the user is not lost, a missing one is")
    func removed() async throws {
        try await migrated { migrated in
            try await add(Scan(hasEffect: false, hasNotice: false, hasDocument: false), to: migrated)
            #expect(try await report(migrated).lost == 1)
            try await migrated.execute(
                """
                INSERT INTO ingestion.documents (kind, id, owner, sort_key, version, body, deleted_at)
                SELECT resource_kind, resource_id, account_id, 1, 3, '{}', now() FROM ingestion.operations
                """)
            #expect(try await report(migrated).lost == 0)
        }
    }

    @Test("reconcile: missing, outdated or foreign documents change the hashes")
    func documents() async throws {
        try await migrated { migrated in
            try await add(Scan(hasDocument: false), to: migrated)
            let older = Scan()
            try await add(older, to: migrated)
            try await migrated.execute(
                "UPDATE ingestion.documents SET version = 1 WHERE id = \(older.id.uuid) AND kind = 'label-scan'",
                """
                INSERT INTO ingestion.documents (kind, id, owner, sort_key, version, body)
                VALUES ('label-scan', gen_random_uuid(), \(account.uuid), 1, 1, '{}')
                """)
            let report = try await report(migrated)
            let scans = try #require(report.documents.first { $0.kind == "label-scan" })
            #expect((scans.missing, scans.older, scans.surplus) == (1, 1, 1))
            #expect(!scans.isEqual && !report.documentsAreEqual)
        }
    }

    @Test("NUT-34: goals are reconciled; a removed food may be missing")
    func goalsAndFoods() async throws {
        try await migrated { migrated in
            let days = ["2026-01-01", "2026-02-01"].compactMap { CalendarDay($0) }
            for (place, day) in days.enumerated() {
                try await migrated.execute(
                    """
                    INSERT INTO nutrition.goal_periods (account_id, from_day, version, settings, changed_at)
                    VALUES (\(account.uuid), \(day.description)::text::date, \(Int64(place) + 1), '{}', now())
                    """)
            }
            try await migrated.execute(
                """
                INSERT INTO nutrition.own_foods (
                    own_food_id, account_id, version, words, amounts, added_at, deleted_at)
                VALUES (gen_random_uuid(), \(account.uuid), 2, '', '{}', now(), now())
                """,
                """
                INSERT INTO ingestion.documents (kind, id, owner, sort_key, version, body)
                VALUES ('goal-period', \(DayID(days[0], of: account).uuid), \(account.uuid), 1, 1, '{}')
                """)
            let report = try await report(migrated)
            let periods = try #require(report.documents.first { $0.kind == "goal-period" })
            #expect((periods.owned, periods.projected, periods.missing) == (2, 1, 1))
            #expect((periods.older, periods.surplus) == (0, 0))
            #expect(report.documents.first { $0.kind == "own-food" }?.isEqual == true)
        }
    }
}
