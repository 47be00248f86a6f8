import BillingProviders
import BillingRules
import EventContracts
import Foundation
import Outbound
import Quantities
import Testing
import UnitSupport

@Suite("Money moves exactly once (BIL-08)")
struct ProviderCallerTests {
    private static let start = Date(timeIntervalSince1970: 1_790_000_000)

    /// A purchase from `billing`'s point of view, until its outcome is known.
    private struct Purchase {
        var key: ChargeKey
        var report: ChargeReport?
        var refund: RefundReport?
        /// Number of charges that were found missing and requested again under another key.
        var renewed = 0
    }

    private static func order(_ key: ChargeKey, total: Int64) -> ChargeRequest {
        let charge = Subscription.Charge(
            key: key, purpose: .renewal, choice: PlanChoice(planID: "pro-monthly-cad"), net: ProviderSamples.cad(total),
            taxes: [], total: ProviderSamples.cad(total), askedAt: start)
        return ChargeRequest(account: ProviderSamples.account, customer: "cus_1", card: "pm_1", charge: charge)
    }

    /// Repeats a call every minute until it has an outcome.
    private static func settle<Report>(
        _ call: (Date?, Date) async -> ProviderCaller.Outcome<Report>
    ) async throws -> ProviderCaller.Outcome<Report> {
        var unknownSince: Date?
        for minute in 0..<200 {
            let now = start.addingTimeInterval(Double(minute) * 60)
            let outcome = await call(unknownSince, now)
            guard case .again(let isUnknown) = outcome else { return outcome }
            if isUnknown { unknownSince = unknownSince ?? now }
        }
        throw NeverSettled()
    }

    private struct NeverSettled: Error {}

    private static func buy(_ caller: ProviderCaller, total: Int64, refunds: Bool) async throws -> Purchase {
        var purchase = Purchase(key: ChargeKey(subscriptionID: .random(), period: 1, generation: 0))
        while purchase.report == nil {
            let command = order(purchase.key, total: total)
            switch try await settle({ await caller.charge(command, unknownSince: $0, at: $1) }) {
            case .done(let report): purchase.report = report
            case .never, .again:
                purchase.key.generation += 1
                purchase.renewed += 1
            }
        }
        guard refunds, let report = purchase.report, case .paid = report.state else { return purchase }
        let command = RefundRequest(
            account: ProviderSamples.account, chargeID: report.chargeID, key: purchase.key, amount: report.amount)
        if case .done(let refund) = try await settle({ unknownSince, _ in
            await caller.refund(command, unknownSince: unknownSince)
        }) {
            purchase.refund = refund
        }
        return purchase
    }

    @Test(
        "BIL-08, C19, row 27: under 6,000 faulty calls both ledgers agree", .slow,
        arguments: [1, 2, 3] as [UInt64])
    func simulation(seed: UInt64) async throws {
        let provider = FaultyProvider(seed: seed, faults: 15)
        let caller = ProviderCaller(provider: provider)
        var chain = LedgerChain(), ours: [String: Int64] = [:], renewed = 0, paid = 0, returned = 0
        for number in 0..<Int64(2_000) {
            let purchase = try await Self.buy(caller, total: 500 + number, refunds: number % 4 == 0)
            let report = try #require(purchase.report)
            renewed += purchase.renewed
            guard case .paid(let paidAt, _) = report.state else { continue }
            paid += 1
            var payment = PaymentChanged(
                accountID: ProviderSamples.account, paymentID: purchase.key.paymentID,
                subscriptionID: purchase.key.subscriptionID, version: 1, status: .paid, purpose: .renewal,
                choice: PlanChoice(planID: "pro-monthly-cad"), net: report.amount, taxes: [], total: report.amount,
                askedAt: Self.start)
            payment.paidAt = paidAt
            chain.append(try LedgerEntry.payment(payment, key: purchase.key, provider: "sandbox", at: paidAt))
            ours[report.chargeID, default: 0] += report.amount.minorUnits
            guard number % 4 == 0 else { continue }
            let refund = try #require(purchase.refund)
            returned += 1
            chain.append(try LedgerEntry.refund(of: payment, key: purchase.key, provider: "sandbox", at: paidAt))
            ours[report.chargeID, default: 0] -= refund.amount.minorUnits
        }
        var theirs: [String: Int64] = [:]
        for charge in provider.paid { theirs[charge.chargeID, default: 0] += charge.amount.minorUnits }
        for (chargeID, refund) in provider.refunded { theirs[chargeID, default: 0] -= refund.amount.minorUnits }
        #expect(ours == theirs)
        #expect(Set(provider.paid.compactMap(\.key)).count == provider.paid.count)
        #expect(chain.sequence == Int64(paid + returned))
        // Faults did occur: some responses were lost permanently, some charges were declined.
        #expect(renewed > 0 && paid < 2_000 && returned > 0)
    }

    @Test("row 27: a charge with a lost answer is found, not repeated")
    func lostAnswer() async throws {
        let found = ProviderSamples.intent("succeeded", more: ProviderSamples.paid)
        let peer = RecordedPeer([
            .failure(.timedOut), .status(200, #"{"data":[\#(found)],"has_more":false}"#),
        ])
        let caller = ProviderCaller(provider: peer.provider)
        let first = await caller.charge(ProviderSamples.command, unknownSince: nil, at: Self.start)
        #expect(first == .again(isUnknown: true))
        let second = await caller.charge(ProviderSamples.command, unknownSince: Self.start, at: Self.start)
        guard case .done(let report) = second else {
            Issue.record("not found: \(second)")
            return
        }
        #expect(report.chargeID == "pi_1")
        #expect(peer.requests.map(\.method) == [.post, .get])
    }

    @Test("row 27: a failed key is replaced only if no charge exists")
    func givenUp() async throws {
        let none = #"{"data":[],"has_more":false}"#
        let later = Self.start.addingTimeInterval(600)
        let early = RecordedPeer([.status(200, none), .status(500, "")])
        let again = await ProviderCaller(provider: early.provider).charge(
            ProviderSamples.command, unknownSince: Self.start, at: later.addingTimeInterval(-1))
        #expect(again == .again(isUnknown: true))
        let late = RecordedPeer([.status(200, none), .status(500, ""), .status(200, none)])
        let never = await ProviderCaller(provider: late.provider).charge(
            ProviderSamples.command, unknownSince: Self.start, at: later)
        #expect(never == .never(code: "not_made"))
        // The last attempt moved money, and its response was lost like the earlier ones.
        let made = ProviderSamples.intent("succeeded", more: ProviderSamples.paid)
        let moved = RecordedPeer([
            .status(200, none), .status(500, ""), .status(200, #"{"data":[\#(made)],"has_more":false}"#),
        ])
        let found = await ProviderCaller(provider: moved.provider).charge(
            ProviderSamples.command, unknownSince: Self.start, at: later)
        guard case .done(let report) = found else {
            Issue.record("given up: \(found)")
            return
        }
        #expect(report.chargeID == "pi_1")
    }
}
