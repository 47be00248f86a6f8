import BillingRules
import EventContracts
import Foundation
import Messaging
import Postgres
import SandboxBank
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import BillingService

@Suite("Seats, gifts and retirement in the running service")
struct SeatTests {
    private static let institution = PlanChoice(planID: "institution-yearly-cad", seats: 5)

    /// The last published entitlements of a person.
    private func entitlement(_ account: AccountID, _ shop: Shop) async throws -> EntitlementChanged? {
        try await shop.bench.database.events(EntitlementChanged.self).map(\.body).last { $0.accountID == account }
    }

    private func seat(_ id: SeatID, _ shop: Shop) async throws -> SeatChanged? {
        try await shop.bench.database.events(SeatChanged.self).map(\.body).last { $0.seatID == id }
    }

    private func assign(
        _ seat: SeatID, of subscription: SubscriptionID, to member: AccountID, _ shop: Shop,
        operation: OperationID = .random()
    ) async throws {
        try await shop.bench.publish(
            AssignSeat(
                accountID: shop.account, subscriptionID: subscription, seatID: seat, memberID: member,
                assignedAt: shop.bench.clock.now()), of: shop.account, subject: seat, operation: operation)
    }

    private func release(_ seat: SeatID, of subscription: SubscriptionID, _ shop: Shop) async throws {
        try await shop.bench.publish(
            ReleaseSeat(accountID: shop.account, subscriptionID: subscription, seatID: seat), of: shop.account,
            subject: seat, operation: .random())
    }

    /// A person with a seat and the pro tier.
    private func seated(in subscription: SubscriptionID, _ shop: Shop) async throws -> (AccountID, SeatID) {
        let member = try await shop.bench.account(), id = SeatID.random()
        try await assign(id, of: subscription, to: member, shop)
        try await eventually("a seat") {
            try await entitlement(member, shop)?.basis == .seat
        }
        return (member, id)
    }

    @Test("BIL-20: concurrent claims get no more seats than are paid")
    func never() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy(Self.institution)
            var operations: [OperationID: AccountID] = [:]
            var people: [AccountID] = []
            for _ in 0..<12 { people.append(try await shop.bench.account()) }
            for person in people { operations[.random()] = person }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (operation, person) in operations {
                    group.addTask { try await assign(.random(), of: id, to: person, shop, operation: operation) }
                }
                try await group.waitForAll()
            }
            try await eventually("every account is notified") {
                let refused = try await shop.bench.database.events(BillingCommandRejected.self).count
                return try await shop.bench.database.events(SeatChanged.self).count + refused == 12
            }
            let refused = try await shop.bench.database.events(BillingCommandRejected.self)
            #expect(refused.count == 7 && refused.allSatisfy { $0.body.problem.status == 409 })
            // Each person gets the outcome of their own command.
            for event in refused {
                let operation = try #require(event.attributes.operationID)
                #expect(operations[operation] == event.body.accountID)
                #expect(event.attributes.operationStatus == .rejected)
            }
            let taken = try await shop.bench.database.count("SELECT count(*) FROM seats WHERE member_id IS NOT NULL")
            #expect(taken == 5)
            var pro = 0
            for person in people { pro += try await entitlement(person, shop)?.tier == .pro ? 1 : 0 }
            #expect(pro == 5)
        }
    }

    @Test("BIL-20: a seat is claimed once, and not after withdrawal")
    func release() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy(Self.institution)
            let (member, seat) = try await seated(in: id, shop)
            // The same command twice assigns one seat; the same seat for another person is refused, and the payer needs
            // no seat.
            try await assign(seat, of: id, to: member, shop)
            try await assign(seat, of: id, to: try await shop.bench.account(), shop)
            try await assign(.random(), of: id, to: member, shop)
            try await assign(.random(), of: id, to: shop.account, shop)
            try await eventually("three are refused") {
                try await shop.bench.database.events(BillingCommandRejected.self).count == 3
            }
            #expect(try await shop.bench.database.count("SELECT count(*) FROM seats WHERE member_id IS NOT NULL") == 1)
            try await release(seat, of: id, shop)
            try await eventually("basic") { try await entitlement(member, shop)?.tier == .basic }
            #expect(try await self.seat(seat, shop)?.memberID == nil)
            // Withdrawn before it was accepted.
            let early = SeatID.random(), late = try await shop.bench.account()
            try await release(early, of: id, shop)
            try await assign(early, of: id, to: late, shop)
            try await eventually("it is refused") {
                try await shop.bench.database.events(BillingCommandRejected.self).count == 4
            }
            #expect(try await entitlement(late, shop) == nil)
        }
    }

    @Test("BIL-20: a seat ends with its subscription; the user's own plan stays")
    func ends() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy(Self.institution)
            let (member, _) = try await seated(in: id, shop)
            let (both, _) = try await seated(in: id, shop)
            // The member buys a renewing plan, which outlasts any seat.
            let own = SubscriptionID.random()
            try await shop.bench.publish(
                StartSubscription(
                    accountID: both, subscriptionID: own, checkoutID: .random(), choice: Shop.monthly, region: "CA-ON",
                    timeZone: "UTC", requestedAt: shop.bench.clock.now()), of: both, subject: own,
                operation: .random())
            let page = try await eventually("the page is open") {
                try await shop.subscription(own)?.checkout?.url
            }
            #expect(shop.bank.pay(page) == .paid)
            shop.bench.clock.advance(by: .seconds(61))
            try await eventually("they have their own subscription") {
                try await entitlement(both, shop)?.basis == .paid
            }
            try await shop.bench.publish(
                CancelSubscription(accountID: shop.account, subscriptionID: id), of: shop.account, subject: id,
                operation: .random())
            let end = try #require(try await shop.subscription(id)?.periodEnd)
            try await eventually("the seat will end") {
                try await entitlement(member, shop)?.until == end
            }
            #expect(try await entitlement(member, shop)?.after == EntitlementTable()[.basic])
            #expect(try await entitlement(both, shop)?.until == nil)
            let payment = try #require(try await shop.payments().first { $0.subscriptionID == id })
            try await shop.bench.publish(
                RefundPayment(
                    accountID: shop.account, paymentID: payment.paymentID, requestedAt: shop.bench.clock.now()),
                of: shop.account, subject: payment.paymentID, operation: .random())
            try await eventually("it has ended") {
                try await entitlement(member, shop)?.tier == .basic
            }
            #expect(try await entitlement(both, shop)?.tier == .pro)
            #expect(try await shop.bench.database.count("SELECT count(*) FROM seats WHERE member_id IS NOT NULL") == 0)
        }
    }

    @Test("BIL-20: reducing seats frees the newest ones at the next period")
    func fewer() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy(PlanChoice(planID: "institution-yearly-cad", seats: 6))
            var members: [AccountID] = []
            for _ in 0..<6 {
                members.append(try await seated(in: id, shop).0)
                shop.bench.clock.advance(by: .seconds(1))
            }
            let quote = try await shop.quote(Self.institution, of: id)
            try await shop.change(id, to: Self.institution, quote)
            try await eventually("it will be less") {
                try await shop.subscription(id)?.next == Self.institution
            }
            #expect(try await shop.bench.database.count("SELECT count(*) FROM seats WHERE member_id IS NOT NULL") == 6)
            let end = try #require(try await shop.subscription(id)?.periodEnd)
            shop.bench.clock.advance(by: .seconds(end.timeIntervalSince(shop.bench.clock.now()) + 1))
            let newest = try #require(members.last)
            try await eventually("the newest is free") {
                try await entitlement(newest, shop)?.tier == .basic
            }
            for old in members.dropLast() { #expect(try await entitlement(old, shop)?.tier == .pro) }
        }
    }

    @Test("GW-19, BIL-20: erasure removes held seats and paid seats")
    func erased() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy(Self.institution)
            let (leaving, seat) = try await seated(in: id, shop)
            let (staying, _) = try await seated(in: id, shop)
            for account in [leaving, shop.account] {
                try await shop.bench.publish(
                    AccountErased(accountID: account, erasureID: .random(), erasedAt: shop.bench.clock.now()),
                    of: account)
                try await eventually("erased") {
                    try await shop.bench.database.events(BillingDataErased.self).contains {
                        $0.body.accountID == account
                    }
                }
                if account == leaving {
                    #expect(try await self.seat(seat, shop)?.memberID == nil)
                    #expect(try await entitlement(staying, shop)?.tier == .pro)
                }
            }
            try await eventually("basic") { try await entitlement(staying, shop)?.tier == .basic }
            #expect(try await shop.bench.database.count("SELECT count(*) FROM seats") == 0)
        }
    }

    private func give(_ tier: PlanTier, _ version: Int64, until: Date, _ shop: Shop) async throws {
        try await shop.bench.publish(
            SetComplimentaryPlan(
                accountID: shop.account, version: version, tier: tier, until: until,
                orderedAt: shop.bench.clock.now()), of: shop.account)
    }

    @Test("GW-25: a plan given by staff ends on its day or when revoked")
    func gifts() async throws {
        try await Shop.with { shop in
            let now = EventTime.truncate(shop.bench.clock.now())
            try await give(.pro, 2, until: now + 86_400, shop)
            try await eventually("given") { try await shop.entitlement()?.tier == .pro }
            let published = try #require(try await shop.entitlement())
            #expect(published.basis == .complimentary && published.until == now + 86_400)
            #expect(published.entitlements(at: now + 86_400) == EntitlementTable()[.basic])
            // An older version, then one of each basis.
            try await give(.basic, 1, until: now, shop)
            try await give(.pro, 3, until: now + 172_800, shop)
            try await eventually("longer") {
                try await shop.entitlement()?.until == now + 172_800
            }
            #expect(try await shop.bench.database.events(EntitlementChanged.self).count == 2)
            // A purchased plan, too: it outlasts the gift.
            _ = try await shop.buy()
            #expect(try await shop.entitlement()?.basis == .paid)
            try await give(.basic, 4, until: now, shop)
            try await give(.pro, 5, until: now + 1, shop)
            try await eventually("all records are processed") {
                try await shop.bench.database.count("SELECT version FROM complimentary_plans") == 5
            }
            #expect(try await shop.entitlement()?.basis == .paid)
        }
    }

    private func announce(_ id: AnnouncementID, withdrawn: Bool, _ shop: Shop) async throws {
        let now = shop.bench.clock.now()
        let words = AnnouncementMade.Words(title: "End", body: "The product ends.")
        try await shop.bench.publish(
            AnnouncementMade(
                announcementID: id, kind: .retirement, texts: ["en": words, "fr": words, "es": words, "zh": words],
                madeAt: now, endsAt: now + 400 * 86_400, retiresAt: now + 300 * 86_400,
                withdrawnAt: withdrawn ? now : nil), of: shop.account)
    }

    @Test("BIL-17: a retired product is neither sold nor renewed")
    func retirement() async throws {
        try await Shop.with { shop in
            let id = try await shop.buy(), announcement = AnnouncementID.random()
            let end = try #require(try await shop.subscription(id)?.periodEnd)
            try await announce(announcement, withdrawn: false, shop)
            try await eventually("it is applied") {
                try await shop.bench.database.count("SELECT count(*) FROM retirements") == 1
            }
            let quote = try await shop.quote(Shop.yearly, of: id)
            try await shop.change(id, to: Shop.yearly, quote)
            let stranger = try await shop.bench.account()
            try await shop.bench.publish(
                StartSubscription(
                    accountID: stranger, subscriptionID: .random(), checkoutID: .random(), choice: Shop.monthly,
                    region: "CA-ON", timeZone: "UTC", requestedAt: shop.bench.clock.now()), of: stranger,
                operation: .random())
            try await eventually("both are refused") {
                try await shop.bench.database.events(BillingCommandRejected.self).count == 2
            }
            #expect(try await shop.entitlement()?.tier == .pro)
            shop.bench.clock.advance(by: .seconds(end.timeIntervalSince(shop.bench.clock.now()) + 1))
            try await eventually("it has ended") {
                try await shop.subscription(id)?.ending == .retired
            }
            #expect(try await shop.entitlement()?.tier == .basic)
            #expect(try await shop.payments().count == 1)
            // The announcement is withdrawn; then an old copy of it arrives.
            try await announce(announcement, withdrawn: true, shop)
            try await announce(announcement, withdrawn: false, shop)
            try await eventually("it is withdrawn") {
                try await shop.bench.database.count(
                    "SELECT count(*) FROM retirements WHERE withdrawn_at IS NOT NULL") == 1
            }
            _ = try await shop.buy()
        }
    }
}
