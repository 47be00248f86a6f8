import EventContracts
import Foundation
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import BillingService

@Suite("Latency of provider calls")
struct CallTimeTests {
    /// Maximum number of timed purchases, in groups of ten.
    private static let count = 90
    /// The limit of a group's p80.
    private static let limit = Duration.milliseconds(250)

    @Test("BIL-06: billing: a command causes the provider call at once")
    func soon() async throws {
        try await Shop.with { shop in
            // The first purchase includes the assignment of the consumer group.
            _ = try await shop.open()
            var times: [Duration] = []
            func p80() -> Duration? {
                stride(from: 0, to: times.count, by: 10).map { times[$0..<$0 + 10].sorted()[8] }.min()
            }
            while times.count < Self.count {
                if times.count.isMultiple(of: 10), let best = p80(), best < Self.limit { break }
                let person = try await shop.bench.account(), id = SubscriptionID.random()
                let known = shop.bank.calls.count, start = ContinuousClock.now
                try await shop.bench.publish(
                    shop.order(id, as: person), of: person, subject: id, operation: .random())
                try await eventually("the provider is called") { shop.bank.calls.count > known }
                times.append(start.duration(to: shop.bank.calls[known]))
                // The customer must exist at the provider before the page opens.
                try await eventually("the page is open") {
                    try await shop.subscription(id)?.checkout?.url != nil
                }
            }
            let best = try #require(p80())
            print("from an order to the provider: p80 \(best) of the best ten, slowest \(times.max() ?? .zero)")
            // The goal is 20 ms, which `deploy/load --only purchases` measures in a release build. A test build takes
            // longer, and a busy machine arbitrarily long, so the best ten consecutive purchases count; a page that
            // waits for the next poll of a lane takes 400 ms in four of five cases.
            #expect(best < Self.limit)
        }
    }

    @Test("BIL-06: billing: a call records its request time, for latency metrics")
    func noted() async throws {
        try await Shop.with { shop in
            shop.bank.set(.stuck)
            let id = SubscriptionID.random()
            try await shop.bench.publish(shop.order(id), of: shop.account, subject: id, operation: .random())
            try await eventually("it is tried") { !shop.bank.orders.isEmpty }
            let ordered = try await shop.bench.database.pool.query(
                "SELECT ordered_at FROM provider_calls WHERE kind = 'open_page'"
            ).first?.decode(Date?.self)
            #expect(ordered != nil)
        }
    }
}
