import EventContracts
import Foundation
import Testing

@testable import BillingRules

@Suite("Sources of entitlements")
struct EntitlementSourceTests {
    private let table = EntitlementTable(), account = AccountID.random()
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func published(_ sources: [EntitlementSource], at instant: Date? = nil) -> EntitlementChanged {
        table.entitlement(of: account, by: sources, version: 1, at: instant ?? now)
    }

    @Test("BIL-20: the longest entitlement wins; a paid one precedes a gift")
    func best() {
        let paid = EntitlementSource(tier: .pro, end: nil, basis: .paid)
        let ending = EntitlementSource(tier: .pro, end: now + 10, basis: .paid)
        let seat = EntitlementSource(tier: .pro, end: now + 20, basis: .seat)
        let other = EntitlementSource(tier: .pro, end: nil, basis: .seat)
        let gift = EntitlementSource(tier: .pro, end: now + 20, basis: .complimentary)
        for (sources, basis) in [
            ([paid, seat, gift], EntitlementBasis.paid), ([ending, seat, gift], .seat),
            ([ending, gift], .complimentary),
            ([paid, other], .paid), ([ending, other], .seat), ([gift], .complimentary),
        ] {
            #expect(published(sources).basis == basis && published(sources.reversed()).basis == basis)
        }
        #expect(published([]).tier == .basic && published([]).basis == nil)
    }

    @Test("BIL-04: expired entitlements are ignored; the next best is reported")
    func ends() {
        let gift = EntitlementSource(tier: .pro, end: now + 20, basis: .complimentary)
        let event = published([gift])
        #expect(event.until == now + 20 && event.after == table[.basic])
        #expect(event.entitlements(at: now + 19.999) == table[.pro])
        #expect(event.entitlements(at: now + 20) == table[.basic])
        #expect(published([gift], at: now + 20).tier == .basic)
        let none = EntitlementSource(tier: .basic, end: nil, basis: .complimentary)
        #expect(published([none]).tier == .basic && published([none]).basis == nil)
    }
}
