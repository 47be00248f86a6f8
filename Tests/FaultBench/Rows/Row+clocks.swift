import BillingService
import Foundation
import IngestionCore
import IngestionService
import Postgres
import TestPeers
import TestSupport
import UnitSupport

extension Row {
    /// Faults: wrong clocks and jumps of time.
    static let clocks = [
        Row(
            28, "clocks that differ, and a jump over the end of a period",
            fault: """
                the gateway 5 minutes ahead and behind `billing`; both 31 days on; `billing` back by 5 minutes; two \
                copies of `notification` 5 minutes apart and going back each hour, in the nights around a change of \
                clocks
                """,
            protection: .own("clocks within five minutes of each other (the gateway an hour ahead instead)"),
            // Keeps rows that are a month old after the jump, for the check.
            settings: [
                "HISTORY_RETENTION_MINUTES": "527040", "OUTBOX_RETENTION_MINUTES": "527040",
                "OUTBOUND_NEIGHBOURS": "127.0.0.0/8",
            ], sells: true,
            during: { bench in try await bench.pause(bench.duration) },
            afterwards: { bench in
                if bench.isProtected { try await DigestDays.check(bench) }
                try await moveClocks(bench)
            })
    ]

    /// Maximum difference between two clocks, less the time of a request.
    private static let skew: TimeInterval = 290
    private static let hour: TimeInterval = 3_600
    /// Time before and after the end during which access is checked, in seconds.
    private static let margin: TimeInterval = 4

    private static func moveClocks(_ bench: Bench) async throws {
        guard let bank = bench.bank else { return bench.report(Finding(.other, "there is no payment provider")) }
        bank.behave()
        try await withTemporaryDirectory { directory in
            let gateway = try MovedClock(of: IngestionService.name, in: directory)
            let billing = try MovedClock(of: BillingService.name, in: directory)
            try await bench.restart(IngestionService.name, with: gateway)
            try await bench.restart(BillingService.name, with: billing)
            var buyers: [Buyer] = []
            for offset in [skew, -skew] {
                try await gateway.move(by: bench.isProtected ? offset : hour)
                var buyer = Buyer(person: try await bench.stack.gateway.register(), bank: bank)
                if !bench.isProtected { buyer.timeout = .seconds(60) }
                try await bench.noted("a purchase while clocks differ") { [buyer] in try await buyer.buy() }
                // A negative control has shown what it should.
                if !bench.isProtected, bench.hasFindings { return }
                if offset > 0 { try await bench.noted("a change while clocks differ") { try await buyer.change() } }
                buyers.append(buyer)
            }
            try await gateway.move(by: 0)
            // The renewals are due a little after the end of the canceled subscriptions.
            let staying = Buyer(person: try await bench.stack.gateway.register(), bank: bank)
            try await bench.noted("a purchase") { try await staying.buy() }
            try await buyers[1].cancel()
            guard let renewed = try await buyers[1].membership().subscription,
                let end = renewed.endsAt
            else { return bench.report(Finding(.other, "the end of a canceled subscription is not shown")) }
            try await lockAtEnd(of: buyers[1], end, bench, gateway)
            try await renewOnce(bench, bank, billing, after: end)
        }
    }

    /// Checks access around the end without `billing`: allowed before, refused after.
    private static func lockAtEnd(of buyer: Buyer, _ end: Date, _ bench: Bench, _ gateway: MovedClock) async throws {
        try await bench.stack.service(BillingService.name).kill()
        let offset = end.timeIntervalSinceNow - margin - MovedClock.onset / .seconds(1)
        try await gateway.move(by: bench.isProtected ? offset : offset - hour)
        let client = try await bench.signIn(buyer.person)
        var early = 0, late = 0, before = 0, after = 0
        while true {
            let asked = Date(timeIntervalSinceNow: offset)
            guard asked < end + margin else { break }
            let status = try await client.get("/v1/days/2026-01-02").status
            let answered = Date(timeIntervalSinceNow: offset)
            if status == 200 { before += 1 } else { after += 1 }
            // Instants have a resolution of a millisecond.
            if status == 200, asked > end + 0.002 { late += 1 }
            if status == 403, answered < end - 0.002 { early += 1 }
            try await Task.sleep(for: .milliseconds(5))
        }
        bench.note("\(before) requests before the end allowed, \(after) after it refused")
        if early > 0 { bench.report(Finding(.other, "locked before the end", count: early)) }
        if late > 0 { bench.report(Finding(.other, "open after the end", count: late)) }
        if before == 0 || after == 0 { bench.report(Finding(.other, "the end was not observed")) }
    }

    /// Both periods are over: the canceled subscription has ended, and the other is charged once, whatever the clock
    /// does afterwards.
    private static func renewOnce(_ bench: Bench, _ bank: FaultyBank, _ billing: MovedClock, after end: Date)
        async throws
    {
        let offset = end.timeIntervalSinceNow + 86_400
        bank.move(by: offset)
        try await billing.move(by: offset)
        try await bench.stack.service(BillingService.name).start(with: billing.environment)
        try await bench.stack.service(BillingService.name).waitUntilReady()
        try await bench.noted("the renewal") {
            try await eventually("a renewal is paid", within: .seconds(120)) {
                try await bench.stack.count(
                    """
                    SELECT count(*) FROM billing.payments WHERE body ->> 'purpose' = 'renewal' AND status = 'paid'
                    """) == 1
            }
        }
        try await billing.move(by: offset - 300)
        try await bench.restart(BillingService.name, with: billing)
        try await billing.move(by: offset + 300)
        let renewals = try await bench.stack.count(
            "SELECT count(*) FROM billing.payments WHERE body ->> 'purpose' = 'renewal'")
        bench.note("\(renewals) renewal")
        if renewals > 1 { bench.report(Finding(.doubled, "renewed more than once", count: renewals - 1)) }
        let ended = try await bench.stack.count(
            "SELECT count(*) FROM billing.subscriptions WHERE state ->> 'ending' = 'canceled'")
        if ended != 1 { bench.report(Finding(.lost, "canceled, but not ended")) }
        for finding in try await Books(stack: bench.stack, bank: bank).findings(within: .seconds(120)) {
            bench.report(finding)
        }
    }
}

extension Bench {
    /// Kills a service and starts it with its own clock.
    func restart(_ name: String, with clock: MovedClock) async throws {
        let service = stack.service(name)
        try await service.kill()
        try await service.start(with: clock.environment)
        try await service.waitUntilReady()
    }

    /// Runs a step that must succeed, and reports its failure.
    fileprivate func noted(_ what: String, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            report(Finding(.other, "\(what): \(error)"))
        }
    }

    /// A client of the same person with a new access token.
    fileprivate func signIn(_ person: TestPerson) async throws -> TestHTTPClient {
        struct Credentials: Encodable {
            let email: String
            let password = "correct horse battery"
        }
        struct SignedIn: Decodable {
            struct Session: Decodable { let accessToken: String }
            let session: Session
        }
        let signedIn: SignedIn = try await stack.gateway.http.send(
            "POST", "/v1/sessions", json: Credentials(email: person.email)
        ).expect(201)
        var http = stack.gateway.http
        http.headers["authorization"] = "Bearer \(signedIn.session.accessToken)"
        return http
    }
}
