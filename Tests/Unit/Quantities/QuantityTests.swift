import Foundation
import Quantities
import Testing

@Suite struct QuantityTests {
    @Test func kilojoulesAreDerivedFromKilocalories() {
        #expect(abs(Kilocalories(100).kilojoules - 418.4) < 1e-9)
        #expect(abs(Kilocalories(kilojoules: 418.4).value - 100) < 1e-9)
    }

    @Test func quantitiesOfOneUnitAddAndCompare() {
        #expect(Grams(1.5) + Grams(2) - Grams(0.5) == Grams(3))
        #expect(Grams(1) < Grams(2))
        #expect(Grams(3) * 2 == Grams(6))
    }

    @Test func anUnknownAmountIsNotZero() {
        let total = AtLeast<Grams>([.known(Grams(2)), .unknown, .known(Grams(0))])
        #expect(total.sum == Grams(2))
        #expect(total.known == 2 && total.count == 3)
        #expect(!total.isComplete)
        #expect(Amount<Grams>.unknown.scaled(by: 0) == .unknown)
        #expect(Amount<Grams>.unknown != .known(.zero))
    }

    @Test func aSumOfKnownAmountsIsComplete() {
        let total = AtLeast([Amount.known(Grams(2)), .known(Grams(3)).scaled(by: 2)])
        #expect(total.sum == Grams(8))
        #expect(total.isComplete)
        #expect(Amount.known(Grams(2)).value == Grams(2))
    }

    @Test func jsonIsTheBareNumberOrNull() throws {
        let amounts: [Amount<Kilocalories>] = [.known(Kilocalories(12.5)), .unknown]
        let json = try JSONEncoder().encode(amounts)
        #expect(String(decoding: json, as: UTF8.self) == "[12.5,null]")
        #expect(try JSONDecoder().decode([Amount<Kilocalories>].self, from: json) == amounts)
        #expect(Grams(12.5).description == "12.5")
    }

    @Test func aNumberThatIsNotFiniteIsRefused() {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        #expect(throws: DecodingError.self) { try decoder.decode([Grams].self, from: Data(#"["inf"]"#.utf8)) }
    }
}
