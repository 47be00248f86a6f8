import BillingRules
import EventContracts
import Foundation
import Quantities
import Testing

@Suite("Double-entry ledger, tamper-evident")
struct LedgerTests {
    private static let moment = Date(timeIntervalSince1970: 1_790_000_000.125)

    private static func entry(_ number: Int64) throws -> LedgerEntry {
        try LedgerEntry(
            fact: "fact/\(number)", at: moment.addingTimeInterval(Double(number)),
            postings: [
                LedgerPosting(.provider("sandbox"), BillingSamples.cad(number)),
                LedgerPosting(.revenue(planID: "pro-monthly-cad"), BillingSamples.cad(-number)),
            ])
    }

    private typealias Stored = (sequence: Int64, entry: LedgerEntry, hash: [UInt8])

    private static func chained(_ count: Int64) throws -> [Stored] {
        var chain = LedgerChain()
        return try (1...count).map {
            let entry = try entry($0)
            chain.append(entry)
            return (chain.sequence, entry, chain.hash)
        }
    }

    @Test("ledger: a payment and its refund cancel out in every account")
    func refund() throws {
        let taxed = try #require(
            try TaxTable().price(BillingSamples.cad(799), in: "CA-QC", at: Self.moment))
        let payment = PaymentChanged(
            accountID: .random(), paymentID: .random(), subscriptionID: .random(), version: 1, status: .paid,
            purpose: .purchase, choice: BillingSamples.monthly, net: taxed.net, taxes: taxed.taxes, total: taxed.total,
            askedAt: Self.moment)
        let key = ChargeKey(subscriptionID: payment.subscriptionID, period: 0, generation: 0)
        let paid = try LedgerEntry.payment(payment, key: key, provider: "sandbox", at: Self.moment)
        let returned = try LedgerEntry.refund(of: payment, key: key, provider: "sandbox", at: Self.moment)
        #expect(paid.postings.count == 4 && paid.fact != returned.fact)
        var balances: [LedgerAccount: Int64] = [:]
        for posting in paid.postings + returned.postings {
            balances[posting.account, default: 0] += posting.amount.minorUnits
        }
        #expect(balances.values.allSatisfy { $0 == 0 })
        #expect(paid.postings.map(\.account).allSatisfy { LedgerAccount(text: $0.description) == $0 })
    }

    @Test("ledger: an entry must balance in each currency")
    func unbalanced() throws {
        let provider = LedgerAccount.provider("sandbox"), revenue = LedgerAccount.revenue(planID: "p")
        let cases: [[LedgerPosting]] = [
            [], [LedgerPosting(provider, BillingSamples.cad(0))],
            [LedgerPosting(provider, BillingSamples.cad(2)), LedgerPosting(revenue, BillingSamples.cad(-1))],
            [
                LedgerPosting(provider, BillingSamples.cad(1)),
                LedgerPosting(revenue, Money(minorUnits: -1, currency: .usd)),
            ],
        ]
        for postings in cases {
            #expect(throws: LedgerFault.unbalanced) {
                try LedgerEntry(fact: "f", at: Self.moment, postings: postings)
            }
        }
    }

    @Test("ledger: an unchanged one verifies, also from the middle")
    func intact() throws {
        let entries = try Self.chained(20)
        var whole = LedgerChain()
        try whole.check(entries)
        #expect(whole.sequence == 20)
        var rest = LedgerChain(sequence: 10, hash: entries[9].hash)
        try rest.check(entries[10...])
        #expect(rest == whole)
    }

    @Test("ledger: changed, missing, added or reordered entries are located")
    func tampered() throws {
        let entries = try Self.chained(20)
        var changed = entries, missing = entries, doubled = entries, swapped = entries
        changed[6].entry = try Self.entry(99)
        missing.remove(at: 6)
        doubled.insert(entries[6], at: 6)
        swapped.swapAt(6, 7)
        let cases: [(entries: [Stored], number: Int64)] = [(changed, 7), (missing, 7), (doubled, 8), (swapped, 7)]
        for (broken, number) in cases {
            var chain = LedgerChain()
            #expect(throws: LedgerFault.broken(number)) { try chain.check(broken) }
        }
    }

    @Test("ledger: a changed entry with a new hash is detected at the next one")
    func rewritten() throws {
        var entries = try Self.chained(20)
        var chain = LedgerChain(sequence: 6, hash: entries[5].hash)
        let entry = try Self.entry(99)
        chain.append(entry)
        entries[6] = (7, entry, chain.hash)
        var whole = LedgerChain()
        #expect(throws: LedgerFault.broken(8)) { try whole.check(entries) }
    }

    @Test("receipts: are numbered per year in sequence")
    func receipts() throws {
        let first = try #require(ReceiptNumber(year: 2026, count: 1))
        #expect(first.description == "FM-2026-000001")
        #expect(ReceiptNumber(year: 2026, count: 1_234_567)?.description == "FM-2026-1234567")
        #expect(ReceiptNumber(year: 2026, count: 0) == nil && ReceiptNumber(year: 99, count: 1) == nil)
        #expect(first < (try #require(ReceiptNumber(year: 2027, count: 1))))
    }
}

@Suite("Taxes by province and state")
struct TaxTests {
    private static let today = Date(timeIntervalSince1970: 1_795_000_000)

    @Test(
        "taxes of each province on 100.00, rounded one by one",
        arguments: [
            ("CA-AB", [500]), ("CA-BC", [500, 700]), ("CA-MB", [500, 700]), ("CA-NB", [1_500]), ("CA-NL", [1_500]),
            ("CA-NS", [1_400]), ("CA-NT", [500]), ("CA-NU", [500]), ("CA-ON", [1_300]), ("CA-PE", [1_500]),
            ("CA-QC", [500, 998]), ("CA-SK", [500, 600]), ("CA-YT", [500]),
        ] as [(String, [Int64])])
    func provinces(region: String, amounts: [Int64]) throws {
        let price = try #require(try TaxTable().price(BillingSamples.cad(10_000), in: region, at: Self.today))
        #expect(price.taxes.map(\.amount.minorUnits) == amounts)
        #expect(price.total.minorUnits == 10_000 + amounts.reduce(0, +))
    }

    @Test("taxes: a rate applies from its day")
    func dated() throws {
        let table = TaxTable()
        let before = try BillingSamples.instant("2025-03-31T23:59:59Z"), after = before.addingTimeInterval(1)
        #expect(try table.price(BillingSamples.cad(10_000), in: "CA-NS", at: before)?.total.minorUnits == 11_500)
        #expect(try table.price(BillingSamples.cad(10_000), in: "CA-NS", at: after)?.total.minorUnits == 11_400)
    }

    @Test("taxes: states require registration; Texas taxes four fifths")
    func states() throws {
        let price = Money(minorUnits: 10_000, currency: .usd)
        #expect(try TaxTable().price(price, in: "US-TX", at: Self.today)?.taxes.isEmpty == true)
        let registered = TaxTable(registrations: TaxTable.canada.union(["US-TX"]))
        #expect(try registered.price(price, in: "US-TX", at: Self.today)?.total.minorUnits == 10_500)
        #expect(try registered.price(price, in: "US-OR", at: Self.today)?.total == price)
        #expect(try registered.price(price, in: "US-ZZ", at: Self.today) == nil)
    }

    @Test("taxes: half a cent rounds up")
    func rounding() throws {
        // 5 % of 0.10 is half a cent; 5 % of 0.09 is less.
        let table = TaxTable()
        #expect(try table.price(BillingSamples.cad(10), in: "CA-AB", at: Self.today)?.total.minorUnits == 11)
        #expect(try table.price(BillingSamples.cad(9), in: "CA-AB", at: Self.today)?.total.minorUnits == 9)
    }

    @Test("taxes: each has a known region and recipient")
    func whole() {
        #expect(TaxTable.knownRegions.count == 13 + 51)
        for rule in TaxTable.knownRules {
            #expect(TaxTable.knownRegions.contains(rule.region), "\(rule)")
            #expect(rule.authority == "CA" || rule.authority == rule.region, "\(rule)")
            #expect((1...20_000).contains(rule.rate), "\(rule)")
        }
    }
}
