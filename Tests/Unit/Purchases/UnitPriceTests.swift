import EventContracts
import Purchases
import Testing
import UnitSupport

@Suite("Unit prices and package sizes (SPD-16)")
struct UnitPriceTests {
    @Test("unit price: per pound equals per kilogram exactly")
    func poundAndKilogram() throws {
        // 3.99 per pound is 8.79635... per kilogram: 399 / 0.45359237.
        let price = try #require(UnitPrice(minorUnits: 399, thousandths: 1_000, of: .pound))
        #expect(price.millionths == 879_644_426)
        #expect(price.thousandths(for: .pound) == 399_000)
        #expect(price.thousandths(for: .kilogram) == 879_644)
        #expect(price.thousandths(for: .liter) == nil)
    }

    @Test(
        "unit price: the amount paid is recovered from it in any unit",
        arguments: PurchaseUnit.allCases)
    func backAndForth(unit: PurchaseUnit) throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let paid = Int64.random(in: 1...100_000, using: &random)
            let thousandths = Int64.random(in: 50...20_000, using: &random)
            let price = try #require(UnitPrice(minorUnits: paid, thousandths: thousandths, of: unit))
            #expect(price.minorUnits(forThousandths: thousandths, of: unit) == paid)
        }
    }

    @Test("SPD-13: a saving is exact to the cent for any package size")
    func savings() throws {
        // Butter of 454 g: 7.99 here, 4.99 there.
        let here = try #require(UnitPrice(minorUnits: 799, thousandths: 454_000, of: .gram))
        let there = try #require(UnitPrice(minorUnits: 499, thousandths: 454_000, of: .gram))
        #expect(here.saving(on: 799, at: there) == 300)
        #expect(there.saving(on: 499, at: here) == 0)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let paid = Int64.random(in: 2...100_000, using: &random), less = Int64.random(in: 1..<paid, using: &random)
            let grams = Int64.random(in: 50...5_000, using: &random) * 1_000
            let dear = try #require(UnitPrice(minorUnits: paid, thousandths: grams, of: .gram))
            let cheap = try #require(UnitPrice(minorUnits: less, thousandths: grams, of: .gram))
            #expect(dear.saving(on: paid, at: cheap) == paid - less)
        }
    }

    @Test("unit price: not computed for zero, gifts and invalid numbers")
    func noPrice() {
        #expect(UnitPrice(minorUnits: 0, thousandths: 1_000, of: .each) == nil)
        #expect(UnitPrice(minorUnits: -100, thousandths: 1_000, of: .each) == nil)
        #expect(UnitPrice(minorUnits: 100, thousandths: 0, of: .each) == nil)
        #expect(UnitPrice(minorUnits: .max, thousandths: 1, of: .gram) == nil)
    }

    @Test(
        "package size: is read from names",
        arguments: [
            ("NEILSON 2% MILK 4L", 4_000, PurchaseUnit.liter), ("COCA COLA 12X355ML", 4_260_000, .milliliter),
            ("YOGURT 1.5 KG", 1_500, .kilogram), ("BUTTER 454 G", 454_000, .gram), ("OJ 59 FL OZ", 59_000, .fluidOunce),
        ])
    func packSizes(name: String, thousandths: Int64, unit: PurchaseUnit) throws {
        let size = try #require(PackSize(in: name))
        #expect(size.thousandths == thousandths)
        #expect(size.unit == unit)
    }

    @Test("package size: a name without a size yields none", arguments: ["BANANAS", "7UP", "LARGE EGGS 12", "GRADE A"])
    func noPackSize(name: String) {
        #expect(PackSize(in: name) == nil)
    }

    @Test("packages: are compared by content after discounts")
    func packagesCompare() throws {
        var large = SamplePurchases.read("MILK 4L", 629)
        large.discounts = [ReceiptCharge(.discount, label: "", amount: ReceiptField(-29, .read))]
        let small = SamplePurchases.read("MILK 1L", 2 * 199, thousandths: 2_000)
        #expect(large.normalisedPrice == UnitPrice(minorUnits: 150, thousandths: 1_000, of: .liter))
        #expect(small.normalisedPrice == UnitPrice(minorUnits: 199, thousandths: 1_000, of: .liter))
    }

    @Test("unit price: each preference shows prices in its units")
    func preferences() {
        #expect(UnitPreference.metric.unit(of: .mass) == .kilogram)
        #expect(UnitPreference.imperial.unit(of: .volume) == .fluidOunce)
        #expect(UnitPreference.mixed.unit(of: .mass) == .pound)
        #expect(UnitPreference.mixed.unit(of: .volume) == .liter)
    }
}
