import EventContracts
import Foundation
import Messaging
import NotificationChannels
import NotificationRules
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

/// Deliveries in their real tables, without a sender.
private struct Post: Sendable {
    let bench: HandlerBench
    let account: AccountID
    let handler: ScanNoticeHandler

    static func with(_ body: (Post) async throws -> Void) async throws {
        try await HandlerBench.with(service: "notification", migrations: try NotificationMigrations.all()) { bench in
            let handler = ScanNoticeHandler(inboxWriter: try .over(bench))
            try await body(Post(bench: bench, account: try await bench.account(), handler: handler))
        }
    }

    var planner: DeliveryPlanner {
        DeliveryPlanner(pool: bench.database.pool, clock: bench.clock)
    }

    func add(_ channel: NotificationChannel) async throws {
        let target = StoredTarget(id: UUID(), account: account, channel: channel, details: [1])
        try await bench.database.pool.withTransaction { transaction in
            try TargetRepository.save(target, at: bench.clock.now(), in: transaction)
        }
    }

    func alert(_ id: ScanID = .random(), version: Int64 = 1, verdict: Verdict = .contains) async throws {
        try await bench.deliver(
            scan(of: account, id, version: version, verdict: verdict, contains: [.milk]), to: handler, account: account)
    }

    func claim() async throws -> [ClaimedDelivery] {
        try await bench.database.pool.withTransaction { transaction in
            try await DeliveryRepository.claim(isUrgent: true, at: bench.clock.now(), limit: 100, in: transaction)
        }
    }

    func settle(_ claimed: [ClaimedDelivery], _ outcome: DeliveryOutcome) async throws {
        var random = SystemRandomNumberGenerator(), settled = claimed
        let now = bench.clock.now()
        for place in settled.indices { settled[place].delivery.settle(outcome, at: now, using: &random) }
        let changed = settled
        try await bench.database.pool.withTransaction { transaction in
            try await DeliveryRepository.store(changed, at: now, in: transaction)
        }
    }

    func see(_ id: ScanID) async throws {
        let mark = MarkNotice()
        try await bench.deliver(
            ChangeNotice(accountID: account, noticeID: ScanNoticeHandler.noticeID(of: id), read: true), to: mark,
            account: account)
    }

    func count(_ state: String) async throws -> Int {
        try await bench.database.count("SELECT count(*) FROM deliveries WHERE state = \(state)")
    }
}

@Suite("Stored deliveries")
struct DeliveryRepositoryTests {
    @Test("deliveries: two instances decide each notice and send it once")
    func copies() async throws {
        try await Post.with { post in
            try await post.add(.webPush)
            for _ in 0..<40 { try await post.alert() }
            let planner = post.planner
            async let first = planner.plan(isUrgent: true), second = planner.plan(isUrgent: true)
            _ = try await (first, second)
            try await planner.plan(isUrgent: true)
            #expect(try await post.count("queued") == 40)
            async let one = post.claim(), other = post.claim()
            let claimed = try await one + other
            let rest = try await post.claim()
            #expect(claimed.count + rest.count == 40 && Set((claimed + rest).map(\.id)).count == 40)
            #expect(try await post.claim().isEmpty, "all are under way")
            post.bench.clock.advance(by: .seconds(290))
            #expect(try await post.claim().isEmpty, "this copy's clock is ahead, that is all")
            try await post.bench.database.pool.execute("UPDATE deliveries SET held_until = clock_timestamp()")
            #expect(try await post.claim().count == 40, "no result was reported and the leases have expired")
        }
    }

    @Test("NOT-04: a notice that was seen before is not sent")
    func seen() async throws {
        try await Post.with { post in
            try await post.add(.webPush)
            let before = ScanID.random(), after = ScanID.random()
            try await post.alert(before)
            try await post.planner.plan(isUrgent: true)
            try await post.see(before)
            #expect(try await post.claim().isEmpty)
            try await post.alert(after)
            try await post.planner.plan(isUrgent: true)
            let claimed = try await post.claim()
            try await post.settle(claimed, .accepted(proof: "201"))
            #expect(claimed.count == 1)
            #expect(try await post.count("sent") == 1)
            try await post.see(after)
            #expect(try await (post.count("unneeded"), post.count("delivered")) == (1, 1))
            // Read before its deliveries were decided.
            let early = ScanID.random()
            try await post.alert(early)
            try await post.see(early)
            #expect(try await post.planner.plan(isUrgent: true) == 0)
        }
    }

    @Test("delivery: a correction replaces an unsent message")
    func correction() async throws {
        try await Post.with { post in
            try await post.add(.webPush)
            let id = ScanID.random()
            try await post.alert(id)
            try await post.planner.plan(isUrgent: true)
            try await post.alert(id, version: 2, verdict: .mayContain)
            try await post.planner.plan(isUrgent: true)
            #expect(try await (post.count("unneeded"), post.count("queued")) == (1, 1))
            #expect(try await post.claim().count == 1)
        }
    }

    @Test("NOT-04: an unseen alert changes channel after 5 minutes")
    func escalation() async throws {
        try await Post.with { post in
            try await post.add(.webPush)
            try await post.add(.ntfy)
            let planner = post.planner
            try await post.alert()
            try await planner.plan(isUrgent: true)
            let first = try await post.claim()
            #expect(first.map(\.channel) == [.webPush])
            try await post.settle(first, .accepted(proof: "201"))
            post.bench.clock.advance(by: .seconds(299))
            #expect(try await planner.plan(isUrgent: true) == 0)
            post.bench.clock.advance(by: .seconds(2))
            try await planner.plan(isUrgent: true)
            #expect(try await post.claim().map(\.channel) == [.ntfy])
            post.bench.clock.advance(by: .seconds(3_600))
            #expect(try await planner.plan(isUrgent: true) == 0, "no channel is left")
        }
    }

    @Test("deliveries: old settled ones are removed, proofs of alerts stay")
    func retention() async throws {
        try await Post.with { post in
            try await post.add(.webPush)
            try await post.alert()
            try await post.planner.plan(isUrgent: true)
            try await post.settle(try await post.claim(), .accepted(proof: "201"))
            try await post.bench.database.pool.execute(
                """
                INSERT INTO deliveries (
                    delivery_id, notice_id, notice_version, account_id, target_id, channel, kind, is_urgent, state,
                    tries, first_tried_at, next_try_at, created_at)
                SELECT gen_random_uuid(), notice_id, 1, account_id, gen_random_uuid(), 'email', 'reportReady', false,
                    state, tries, first_tried_at, next_try_at, created_at
                FROM deliveries
                """)
            post.bench.clock.advance(by: .seconds(91 * 86_400))
            try await NoticeRetention(pool: post.bench.database.pool, clock: post.bench.clock).run()
            #expect(try await post.bench.database.count("SELECT count(*) FROM deliveries WHERE is_urgent") == 1)
            #expect(try await post.bench.database.count("SELECT count(*) FROM deliveries") == 1)
        }
    }
}
