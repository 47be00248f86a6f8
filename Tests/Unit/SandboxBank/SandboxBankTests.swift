import BillingProviders
import BillingRules
import EventContracts
import Foundation
import Outbound
import Quantities
import SandboxBank
import StripeWire
import Synchronization
import Testing

/// The bank and the client of `billing`, without a network.
private final class Bench: Sendable {
    let account = AccountID.random()
    let now = Mutex(Date(timeIntervalSince1970: 1_790_000_000))
    private let bank = Mutex(SandboxBank())

    var time: Date { now.withLock { $0 } }

    var provider: StripeProvider {
        let connection = StripeConnection(baseURL: "http://sandbox", apiKey: "sk_sandbox", send: send)
        return StripeProvider(name: "sandbox", connection: connection, returnURL: "http://here/{CHECKOUT}")
    }

    func with<Result>(_ body: (inout sending SandboxBank) -> sending Result) -> sending Result {
        bank.withLock { body(&$0) }
    }

    func wait(_ seconds: TimeInterval) { now.withLock { $0 += seconds } }

    func charge(_ generation: Int = 0) -> Subscription.Charge {
        let key = ChargeKey(subscriptionID: SubscriptionID(account.uuid), period: 0, generation: generation)
        return Subscription.Charge(
            key: key, purpose: .purchase, choice: PlanChoice(planID: "pro-monthly-cad"),
            net: Money(minorUnits: 799, currency: .cad),
            taxes: [
                TaxLine(
                    name: "HST", authority: "CA", rate: 13_000, amount: Money(minorUnits: 104, currency: .cad))
            ],
            total: Money(minorUnits: 903, currency: .cad), askedAt: time)
    }

    /// Opens a page.
    func open(_ purpose: CheckoutRequest.Purpose? = nil) async throws -> (customer: String, page: HostedPage) {
        let customer = try await provider.customer(of: account, attempt: 0)
        let command = CheckoutRequest(
            account: account, customer: customer, checkoutID: .random(), purpose: purpose ?? .payment(charge()),
            title: "Pro",
            expiresAt: time.addingTimeInterval(2_100))
        return (customer, try await provider.openCheckout(command))
    }

    @Sendable private func send(_ request: OutboundRequest) async throws(OutboundError) -> OutboundResponse {
        let parts = request.url.dropFirst("http://sandbox".count).split(separator: "?", maxSplits: 1).map(String.init)
        let query = request.body.map { String(decoding: $0, as: UTF8.self) } ?? (parts.count > 1 ? parts[1] : "")
        guard let path = parts.first, let form = StripeForm(encoded: query) else { throw .malformed }
        let asked = SandboxRequest(
            isPost: request.method == .post, isDelete: request.method == .delete, path: path, form: form,
            key: request.headers.first { $0.name == StripeAPI.idempotencyHeader }?.value)
        let time = time
        let answer = bank.withLock { $0.answer(asked, pageURL: "http://sandbox/pay/", at: time) }
        return OutboundResponse(status: answer.status, body: [UInt8](answer.body))
    }
}

@Suite("Sandbox bank through billing's client")
struct SandboxBankTests {
    @Test("BIL-03: paying on the page moves money once")
    func purchase() async throws {
        let bench = Bench()
        let (customer, page) = try await bench.open()
        #expect(page.state == .open && page.url == "http://sandbox/pay/\(page.pageID)")
        let time = bench.time
        let view = try #require(bench.with { $0.page(page.pageID, at: time) })
        #expect(view.total == 903 && view.lines.map(\.title) == ["Pro", "HST"] && view.isOpen)
        let paid = bench.with { $0.pay(onPage: page.pageID, card: "4242 4242 4242 4242", at: time) }
        let again = bench.with { $0.pay(onPage: page.pageID, card: "4242424242424242", at: time) }
        #expect(paid == .paid && again == .closed)
        let done = try await bench.provider.checkout(page.pageID)
        let report = try await bench.provider.charge(named: try #require(done.chargeID))
        #expect(report.key == bench.charge().key)
        #expect(report.state == .paid(at: bench.time, card: CardFacts(brand: "visa", lastFour: "4242")))
        let command = ChargeRequest(
            account: bench.account, customer: customer, card: try #require(report.card), charge: bench.charge(1))
        let renewal = try await bench.provider.charge(command)
        let repeated = try await bench.provider.charge(command)
        #expect(renewal == repeated)
        #expect(bench.with { $0.balances } == ["cad": 1_806])
        let found = try await bench.provider.findCharge(command.charge.key, of: customer, since: bench.time)
        #expect(found == renewal)
    }

    @Test(
        "BIL-05: Visa and Mastercard only; a refusal leaves the page open",
        arguments: [
            (.visa, .paid), (.visaDebit, .paid), (.mastercard, .paid), (.mastercardSeries2, .paid),
            (.americanExpress, .declined(code: "card_not_supported")),
            (.discover, .declined(code: "card_not_supported")), (.declined, .declined(code: "generic_decline")),
            (.insufficientFunds, .declined(code: "insufficient_funds")), (.expired, .declined(code: "expired_card")),
            (.authenticatedOnce, .asksPerson), (.authenticatedAlways, .asksPerson),
        ] as [(TestCard, SandboxBank.PageOutcome)])
    func cards(card: TestCard, outcome: SandboxBank.PageOutcome) async throws {
        let bench = Bench()
        let (_, page) = try await bench.open()
        let time = bench.time
        let became = bench.with { $0.pay(onPage: page.pageID, card: card.number, at: time) }
        #expect(became == outcome)
        let state = try await bench.provider.checkout(page.pageID).state
        #expect(state == (outcome == .paid ? .complete : .open))
        #expect(bench.with { $0.balances } == (outcome == .paid ? ["cad": 903] : [:]))
    }

    @Test("BIL-01: a card saved without payment is charged later")
    func leftCards() async throws {
        let first = Bench()
        var cards: [LeftCard] = []
        for number in [TestCard.visa.number, TestCard.visa.number, TestCard.declinedLater.number] {
            let (customer, page) = try await first.open(.card(first.charge(cards.count).key, terms: "free at first"))
            let time = first.time
            let view = try #require(first.with { $0.page(page.pageID, at: time) })
            #expect(view.terms == "Pro: free at first" && view.total == 0 && view.lines.isEmpty)
            let refused = first.with { $0.pay(onPage: page.pageID, card: TestCard.declined.number, at: time) }
            let left = first.with { $0.pay(onPage: page.pageID, card: number, at: time) }
            #expect(refused == .declined(code: "generic_decline") && left == .paid)
            let done = try await first.provider.checkout(page.pageID)
            let setup = try #require(done.setupID)
            let card = try #require(try await first.provider.card(leftBy: setup))
            #expect(done.state == .complete && done.chargeID == nil)
            cards.append(card)
            #expect(first.with { $0.balances }.isEmpty)
            let charge = try await first.provider.charge(
                ChargeRequest(
                    account: first.account, customer: customer, card: card.cardID,
                    charge: first.charge(10 + cards.count)))
            let isPaid = if case .paid = charge.state { true } else { false }
            #expect(isPaid == (number == TestCard.visa.number))
            first.with { bank in bank = SandboxBank() }
        }
        #expect(cards[0].fingerprint == cards[1].fingerprint && cards[0].fingerprint != cards[2].fingerprint)
        #expect(cards.allSatisfy { $0.brand == "visa" && !($0.fingerprint ?? "").contains("4242") })
    }

    @Test("card that requires confirmation: pays on the page, fails off-session")
    func authentication() async throws {
        let bench = Bench()
        let (customer, page) = try await bench.open()
        let time = bench.time, number = TestCard.authenticatedAlways.number
        let refused = bench.with { $0.pay(onPage: page.pageID, card: number, confirmed: false, at: time) }
        let paid = bench.with { $0.pay(onPage: page.pageID, card: number, confirmed: true, at: time) }
        #expect(refused == .declined(code: "authentication_required") && paid == .paid)
        let done = try await bench.provider.checkout(page.pageID)
        let first = try await bench.provider.charge(named: try #require(done.chargeID))
        let renewal = try await bench.provider.charge(
            ChargeRequest(
                account: bench.account, customer: customer, card: try #require(first.card), charge: bench.charge(1)))
        #expect(renewal.state == .declined(.authenticationRequired))
    }

    @Test("BIL-11: a payment is refunded once, up to its amount")
    func refund() async throws {
        let bench = Bench()
        let (_, page) = try await bench.open()
        let time = bench.time
        _ = bench.with { $0.pay(onPage: page.pageID, card: TestCard.mastercard.number, at: time) }
        let charge = try #require(try await bench.provider.checkout(page.pageID).chargeID)
        let command = RefundRequest(
            account: bench.account, chargeID: charge, key: bench.charge().key,
            amount: Money(minorUnits: 903, currency: .cad))
        let first = try await bench.provider.refund(command)
        let second = try await bench.provider.refund(command)
        #expect(first == second && first.state == .settled)
        var other = command
        other.key.generation = 9
        await #expect(throws: ProviderFailure.refused(code: "charge_already_refunded")) {
            _ = try await bench.provider.refund(other)
        }
        #expect(bench.with { $0.balances } == ["cad": 0])
        let report = try await bench.provider.charge(named: charge)
        #expect(report.refunded.minorUnits == 903)
    }

    @Test("sandbox page: closed or expired, it accepts no payment")
    func closing() async throws {
        let bench = Bench()
        let (_, page) = try await bench.open()
        bench.wait(2_100)
        let late = bench.time
        let outcome = bench.with { $0.pay(onPage: page.pageID, card: TestCard.visa.number, at: late) }
        let state = try await bench.provider.closeCheckout(page.pageID).state
        #expect(outcome == .closed && state == .expired)
    }

    @Test("sandbox notification: object and account only, no card number")
    func notices() async throws {
        let bench = Bench()
        let (_, page) = try await bench.open()
        let time = bench.time
        _ = bench.with { $0.pay(onPage: page.pageID, card: TestCard.visa.number, at: time) }
        let bodies = bench.with { $0.takeNotices() }
        let read = bodies.compactMap { StripeNotice($0) }
        #expect(read.map(\.type) == ["payment_intent.succeeded", "checkout.session.completed"])
        #expect(read.allSatisfy { $0.account == bench.account.uuid })
        #expect(bodies.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("4242") })
        let none = bench.with { $0.takeNotices() }
        #expect(none.isEmpty)
        let kept = try bench.with { bank in Result { try JSONEncoder().encode(bank) } }.get()
        #expect(!String(decoding: kept, as: UTF8.self).contains(TestCard.visa.number))
    }

    @Test("sandbox: a key with a different request is rejected")
    func reusedKey() async throws {
        let bench = Bench()
        let (customer, page) = try await bench.open()
        let time = bench.time
        _ = bench.with { $0.pay(onPage: page.pageID, card: TestCard.visa.number, at: time) }
        let done = try await bench.provider.checkout(page.pageID)
        let first = try await bench.provider.charge(named: try #require(done.chargeID))
        var command = ChargeRequest(
            account: bench.account, customer: customer, card: "pm_none", charge: bench.charge(1))
        await #expect(throws: ProviderFailure.refused(code: "resource_missing")) {
            _ = try await bench.provider.charge(command)
        }
        // A request refused as invalid does not use up its key.
        command.card = try #require(first.card)
        _ = try await bench.provider.charge(command)
        command.charge.total = Money(minorUnits: 904, currency: .cad)
        await #expect(throws: ProviderFailure.refused(code: "idempotency_error")) {
            _ = try await bench.provider.charge(command)
        }
        #expect(bench.with { $0.balances } == ["cad": 1_806])
    }
}
