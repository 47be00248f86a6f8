import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Label scans")
struct ScanTests {
    @Test("ALG-04, ALG-05, ALG-16: a text gets its findings and positions at once")
    func verdict() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), scan = ScanID.random(), operation = OperationID.random()
            try await handlers.setProfile(of: account, version: 1, [.milk, .nuts], others: ["cilantro"])
            try await handlers.assess(
                "Ingredients: wheat flour, butter, cilantro. May contain hazelnuts.", of: account, scan,
                profileVersion: 1, language: "en", gtin: "4006381333931", operation: operation)
            let event = try #require(try await handlers.assessed().first), body = event.body
            #expect(event.attributes.operationStatus == .succeeded)
            #expect(event.attributes.operationID == operation)
            #expect(event.attributes.subject == scan.description)
            #expect(event.attributes.key == account.description)
            #expect(body.verdict == .contains)
            #expect(body.contains == [.milk])
            #expect(body.mayContain == [.nuts])
            #expect(body.otherMatches == 1)
            #expect((body.version, body.profileVersion) == (1, 1))
            #expect((body.profileEmpty, body.profilePending) == (false, false))
            #expect((body.language, body.gtin) == ("en", "4006381333931"))
            let details = try await handlers.details(body)
            #expect(details.contains.first?.allergen == .milk)
            #expect(details.contains.first?.evidence.first?.text == "butter")
            #expect(details.contains.contains { $0.otherIngredient == "cilantro" })
            #expect(details.ingredients.contains { $0.text == "wheat flour" && $0.allergens == [.gluten] })
        }
    }

    @Test("scan: an empty profile is checked for all 14 allergens, as stated")
    func emptyProfile() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.assess("Ingredients: sugar, peanuts, salt", of: account)
            let scan = try #require(try await handlers.assessed().first?.body)
            #expect(scan.contains == [.peanuts])
            #expect(scan.profileEmpty)
            #expect(scan.profileVersion == 0)
        }
    }

    @Test(
        "ALG-07: an unreadable text is reported as such, never as not detected",
        arguments: ["", "12 345 %", "Состав: молоко, сахар"])
    func unreadable(_ text: String) async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.assess(text, of: account)
            let scan = try #require(try await handlers.assessed().first?.body)
            #expect(scan.verdict == .couldNotRead)
            #expect(!scan.complete)
            #expect(try await handlers.details(scan).advice == "enter-ingredients")
        }
    }

    @Test("scan: ignored traces are listed without an alert")
    func ignoredTraces() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.nuts], traces: .ignore)
            try await handlers.assess(
                "Ingredients: sugar, cocoa butter, salt. May contain hazelnuts.", of: account, profileVersion: 1)
            let scan = try #require(try await handlers.assessed().first?.body)
            #expect(scan.verdict == .notDetected)
            #expect(scan.mayContain == [.nuts])
        }
    }

    @Test(
        "scan: an invalid command is rejected",
        arguments: [
            (String(repeating: "a", count: 20_001), nil, nil, 413), ("milk", "de", nil, 422), ("milk", nil, "123", 422),
            ("milk", nil, "1234567x", 422),
        ] as [(String, String?, String?, Int)])
    func rejects(text: String, language: String?, gtin: String?, status: Int) async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let rejection = await #expect(throws: Rejection.self) {
                try await handlers.assess(text, of: account, language: language, gtin: gtin)
            }
            #expect(rejection?.problem.status == status)
            #expect(try await handlers.assessed().isEmpty)
        }
    }

    @Test("scan: a text of exactly the maximum length is assessed")
    func longestText() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let list = "milk, " + String(repeating: "sugar, ", count: 2_800)
            let text = list + String(repeating: "a", count: LabelLimits.maxTextLength - list.unicodeScalars.count)
            try await handlers.assess(text, of: account)
            #expect(try await handlers.assessed().first?.body.contains == [.milk])
        }
    }

    @Test("ALG-10, C18: the ten newest scans stay full, older ones are compacted")
    func keepsTen() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            try await handlers.assess("milk", of: other)
            for _ in 0..<12 {
                handlers.bench.clock.advance(by: .seconds(60))
                try await handlers.assess("Ingredients: milk, sugar", of: account)
            }
            try await handlers.compact()
            try await handlers.compact()
            let database = handlers.bench.database
            #expect(try await database.count("SELECT count(*) FROM scans WHERE account_id = \(account.uuid)") == 12)
            let full = try await database.pool.query(
                "SELECT scan_id FROM scans WHERE account_id = \(account.uuid) AND details IS NOT NULL")
            let ids = Set(try full.map { ScanID(try $0.decode(UUID.self)) })
            let answers = try await handlers.assessed().map(\.body)
            #expect(ids == Set(answers.filter { $0.reassessment == nil }.map(\.scanID).suffix(10)))
            let compacted = answers.filter { $0.reassessment == .compacted }
            #expect(compacted.map(\.version) == [2, 2])
            #expect(compacted.allSatisfy { $0.details == nil && $0.contains == [.milk] && $0.allContained == [.milk] })
            #expect(ids.isDisjoint(with: compacted.map(\.scanID)))
            let facts = try await database.count(
                """
                SELECT count(*) FROM scans
                WHERE text IS NULL AND details IS NULL AND contains = '{milk}' AND verdict = 'contains'
                """)
            #expect(facts == 2)
            #expect(
                try await database.count(
                    "SELECT count(*) FROM scans WHERE account_id = \(other.uuid) AND text IS NOT NULL") == 1)
        }
    }

    @Test("ALG-10: scans of one minute are compacted together a minute later")
    func gathers() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            func compacted() async throws -> [EventAttributes] {
                try await handlers.assessed().filter { $0.body.reassessment == .compacted }.map(\.attributes)
            }
            // The eleventh scan exceeds the limit; its minute starts the waiting time.
            for _ in 0..<14 {
                handlers.bench.clock.advance(by: .seconds(1))
                try await handlers.assess("milk", of: account)
            }
            handlers.bench.clock.advance(by: .seconds(56.9))
            try await handlers.compactor.sweep()
            #expect(try await compacted().isEmpty)
            handlers.bench.clock.advance(by: .seconds(0.1))
            try await handlers.compactor.sweep()
            let events = try await compacted()
            #expect(events.count == 4)
            #expect(Set(events.map(\.correlationID)).count == 1, "in one transaction")
            try await handlers.compact()
            #expect(try await compacted().count == 4)
        }
    }

    @Test("ALG-10: compaction: scans of one transaction are counted once")
    func countsAtTheEnd() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let database = handlers.bench.database
            let cause = EventCause.request(correlationID: UUID())
            var orders: [Event<AssessLabelText>] = []
            for person in Array(repeating: account, count: 11) + [other] {
                let scan = ScanID.random()
                let body = AssessLabelText(
                    accountID: person, scanID: scan,
                    text: try await handlers.bench.sealer.seal("milk", .scanText(scan, of: person)), language: nil,
                    gtin: nil, profileVersion: 0, requestedAt: handlers.bench.clock.now())
                orders.append(
                    Event(
                        attributes: EventAttributes(
                            id: UUID(), source: "foodmagic/test", type: AssessLabelText.type, time: body.requestedAt,
                            subject: nil, key: person.description, correlationID: UUID()), body: body))
            }
            try await database.write(cause) { transaction in
                for command in orders { try await handlers.assessText.handle(command, in: transaction) }
            }
            handlers.bench.clock.advance(by: .seconds(ScanCompactor.timeout))
            let due = try await ScanRepository.dueCompactions(
                at: handlers.bench.clock.now(), limit: 9, on: database.pool)
            #expect(due == [account])
            try await handlers.compactor.sweep()
            #expect(try await handlers.assessed().count { $0.body.reassessment == .compacted } == 1)
        }
    }

    @Test("ALG-10: compaction: a failing account does not block others")
    func compactsTheOthers() async throws {
        try await AllergenHandlers.with { handlers in
            let damaged = try await handlers.bench.account(), other = try await handlers.bench.account()
            for account in [damaged, other] {
                for _ in 0..<11 {
                    handlers.bench.clock.advance(by: .seconds(1))
                    try await handlers.assess("milk", of: account)
                }
            }
            let database = handlers.bench.database
            try await database.pool.execute(
                "UPDATE scans SET facts = '[]' WHERE account_id = \(damaged.uuid)")
            try await handlers.compact()
            let due = try await ScanRepository.dueCompactions(
                at: handlers.bench.clock.now(), limit: 9, on: database.pool)
            #expect(due == [damaged])
            #expect(
                try await database.count(
                    "SELECT count(*) FROM scans WHERE account_id = \(other.uuid) AND details IS NULL") == 1)
        }
    }

    @Test("GW-36: text and findings are sealed in tables and events")
    func sealed() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.assess("Ingredients: buttermilk, sugar", of: account)
            try await handlers.assess("Ingredients: buttermilk, sugar", of: account, profileVersion: 9)
            let plain = try await handlers.bench.database.count(
                """
                SELECT (SELECT count(*) FROM scans WHERE position('buttermilk'::bytea IN text || details) > 0)
                    + (SELECT count(*) FROM pending_scans WHERE position('buttermilk'::bytea IN text) > 0)
                    + (SELECT count(*) FROM outbox WHERE position('buttermilk'::bytea IN body) > 0)
                """)
            #expect(plain == 0)
        }
    }

    @Test("scan snapshots: contain every scan, full or compact")
    func snapshots() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            for _ in 0..<11 {
                handlers.bench.clock.advance(by: .seconds(1))
                try await handlers.assess("milk", of: account)
            }
            try await handlers.compact()
            let pages = try await handlers.snapshot(AllergenService.scanSnapshots, limit: 4)
            let sent = try await handlers.assessed().filter { $0.attributes.isSnapshot }.map(\.body)
            #expect(pages == 3)
            #expect(sent.count == 11)
            #expect(sent.filter { $0.details == nil }.map(\.version) == [2])
            let first = try await handlers.assessed().filter { !$0.attributes.isSnapshot }.map(\.body)
            #expect(sent.allSatisfy(first.contains), "equal to what was sent first")
        }
    }
}
