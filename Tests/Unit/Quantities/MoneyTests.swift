import Foundation
import Quantities
import Testing

@Suite struct MoneyTests {
    @Test func sumsStayExactOverManyCents() throws {
        var total = Money(minorUnits: 0, currency: .cad)
        for _ in 0..<1_000 { total = try total.adding(Money(minorUnits: 1, currency: .cad)) }
        #expect(total == Money(minorUnits: 1_000, currency: .cad))
        #expect(try total.subtracting(total).minorUnits == 0)
        #expect(try total.times(-3).minorUnits == -3_000)
    }

    @Test func currenciesAreNeverMixed() {
        let dollar = Money(minorUnits: 1, currency: .cad)
        let euro = Money(minorUnits: 1, currency: .eur)
        #expect(throws: MoneyError.currencyMismatch) { try dollar.adding(euro) }
        #expect(throws: MoneyError.currencyMismatch) { try dollar.subtracting(euro) }
    }

    @Test func anOverflowIsAnErrorAndNoCrash() {
        let maximum = Money(minorUnits: .max, currency: .cad)
        let least = Money(minorUnits: .min, currency: .cad)
        let one = Money(minorUnits: 1, currency: .cad)
        #expect(throws: MoneyError.overflow) { try maximum.adding(one) }
        #expect(throws: MoneyError.overflow) { try least.subtracting(one) }
        #expect(throws: MoneyError.overflow) { try least.times(-1) }
    }

    @Test(arguments: [
        (-1_205, "CAD", "-12.05 CAD"), (5, "EUR", "0.05 EUR"), (1_500, "JPY", "1500 JPY"), (-7, "KWD", "-0.007 KWD"),
    ])
    func printsWithTheDigitsOfItsCurrency(minorUnits: Int64, code: String, text: String) throws {
        #expect(Money(minorUnits: minorUnits, currency: try #require(Currency(code))).description == text)
    }

    @Test(arguments: ["", "ca", "cad", "CADX", "C4D", "ÄÖÜ"])
    func whatIsNoCurrencyCodeIsRefused(code: String) {
        #expect(Currency(code) == nil)
    }

    @Test func jsonHoldsMinorUnitsAndCode() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let money = Money(minorUnits: 999, currency: .usd)
        let json = try encoder.encode(money)
        #expect(String(decoding: json, as: UTF8.self) == #"{"currency":"USD","minorUnits":999}"#)
        #expect(try JSONDecoder().decode(Money.self, from: json) == money)
    }
}
