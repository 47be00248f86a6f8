import Quantities
import ReceiptReading
import Testing

/// Photos of one long receipt become one purchase (VIS-20).
@Suite("Receipts in several photos")
struct ReceiptPartTests {
    private static let names = [
        "OAT BREAD", "PLAIN YOGURT", "GREEN LENTILS", "RED PEPPERS", "SALTED BUTTER", "APPLE JUICE", "FROZEN PEAS",
        "RICE CRACKERS", "CHEDDAR OLD", "GINGER ALE",
    ]
    /// In cents; they add up to 55.55.
    private static let amounts = (1...10).map { Int64($0) * 101 }
    private static let items = zip(names, amounts).map { Till.pair($0, Till.money($1)) }
    private static let head = ["PINE HOLLOW MARKET", "2026-03-14 09:26"]

    private static func total(_ amount: String) -> [String] { [Till.pair("TOTAL", amount)] }

    private static func read(_ parts: [String]...) -> Receipt {
        ReceiptParser().parse(parts.map { Till.print($0) })
    }

    private static func cents(_ receipt: Receipt) -> [Int64] { receipt.items.map(\.amount.value.minorUnits) }

    @Test("VIS-20: rows that two photos share are read once", arguments: [2, 3, 6])
    func joins(shared: Int) {
        let receipt = Self.read(Self.head + Self.items[..<6], Self.items[(6 - shared)...] + Self.total("55.55"))
        #expect(Self.cents(receipt) == Self.amounts && receipt.advice.isEmpty)
        #expect(receipt.items.map(\.amount.crop?.page) == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
        #expect(receipt.merchant?.value == "PINE HOLLOW MARKET")
        #expect(receipt.purchasedOn?.value.description == "2026-03-14" && receipt.total != nil)
    }

    @Test("receipt parts: three shared rows are certain, two only with the total", arguments: [2, 3, 6])
    func joinsWithoutTotal(shared: Int) {
        let receipt = Self.read(Self.head + Self.items[..<6], Self.items[(6 - shared)...] + Self.total("99.99"))
        #expect(Self.cents(receipt) == Self.amounts)
        #expect(receipt.advice == (shared == 2 ? [.checkParts] : []))
    }

    @Test("VIS-20: three photos of one receipt are joined in order")
    func joinsThree() {
        let receipt = Self.read(
            Self.head + Self.items[..<4], Array(Self.items[2..<7]), Self.items[5...] + Self.total("55.55"))
        #expect(Self.cents(receipt) == Self.amounts && receipt.advice.isEmpty)
        #expect(receipt.items.map(\.amount.crop?.page) == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2])
    }

    @Test("receipt parts: without overlap, items that match the total are certain")
    func fits() {
        let receipt = Self.read(Self.head + Self.items[..<5], Self.items[5...] + Self.total("55.55"))
        #expect(Self.cents(receipt) == Self.amounts && receipt.advice.isEmpty)
        #expect(receipt.items.allSatisfy { $0.amount.confidence > 0.9 })
    }

    @Test("receipt parts: an item on one photo only is kept, or advice is given", arguments: [true, false])
    func keepsItemsOfOnePhoto(isMissedByFirst: Bool) {
        let items = Self.items
        let first = isMissedByFirst ? items[..<4] + items[5..<8] : items[..<8]
        let second = isMissedByFirst ? items[4...] : items[3..<6] + items[7...]
        let receipt = Self.read(Self.head + first, second + Self.total("55.55"))
        let sum = Self.cents(receipt).reduce(0, +)
        #expect(sum == 5_555 || receipt.advice == [.checkParts], "\(Self.cents(receipt))")
    }

    @Test("receipt parts: a gap between photos is marked at the items beside it")
    func marksGaps() {
        let receipt = Self.read(Self.head + Self.items[..<4], Self.items[6...] + Self.total("55.55"))
        #expect(Self.cents(receipt) == Array(Self.amounts[..<4] + Self.amounts[6...]))
        #expect(receipt.advice == [.checkParts])
        #expect(receipt.items.indices.filter { receipt.items[$0].amount.confidence <= 0.3 } == [3, 4])
    }

    @Test(
        "receipt parts: the total decides if one shared row is two items",
        arguments: [("55.55", 10, true), ("61.61", 11, true), ("99.99", 11, false)])
    func sharesOneRow(total: String, count: Int, isSure: Bool) {
        let receipt = Self.read(Self.head + Self.items[..<6], Self.items[5...] + Self.total(total))
        #expect(receipt.items.count == count)
        #expect(receipt.advice == (isSure ? [] : [.checkParts]))
    }

    @Test(
        "receipt parts: an item bought several times is not merged away",
        arguments: [("16.98", 2, true), ("20.97", 3, true), ("24.96", 4, true), ("99.99", 2, false)])
    func keepsRepeatedItems(total: String, count: Int, isSure: Bool) {
        let milk = Till.pair("MILK", "3.99")
        let receipt = Self.read(
            Self.head + [Till.pair("OAT BREAD", "4.00"), milk, milk],
            [milk, milk, Till.pair("BROWN EGGS", "5.00")] + Self.total(total))
        #expect(Self.cents(receipt) == [400] + Array(repeating: 399, count: count) + [500])
        #expect(receipt.advice == (isSure ? [] : [.checkParts]))
    }

    @Test("receipt parts: a repeated item needs no check next to shared rows")
    func countsRepeatedItems() {
        let shared = [Till.pair("OAT BREAD", "4.00"), Till.pair("MILK", "3.99"), Till.pair("MILK", "3.99")]
        let receipt = Self.read(
            Self.head + shared, shared + [Till.pair("BROWN EGGS", "5.00")] + Self.total("99.99"))
        #expect(Self.cents(receipt) == [400, 399, 399, 500] && receipt.advice.isEmpty)
    }

    @Test("receipt parts: rows cut off at the edge of a photo are dropped")
    func dropsCutRows() {
        let receipt = Self.read(
            Self.head + Self.items[..<6] + ["FROZ"], ["PEPP"] + Self.items[4...] + Self.total("55.55"))
        #expect(Self.cents(receipt) == Self.amounts && receipt.advice.isEmpty)
        #expect(receipt.items.map(\.name.value) == Self.names)
    }

    @Test("receipt parts: misread letters and digits do not hide an overlap")
    func toleratesMisreadings() {
        let misread = [Self.items[3], Till.pair("SALTFD BUTTEP", "5.06"), Till.pair("APPLF JU1CE", "6.06")]
        let receipt = Self.read(Self.head + Self.items[..<6], misread + Self.items[6...] + Self.total("55.55"))
        #expect(Self.cents(receipt) == Self.amounts && receipt.advice.isEmpty)
    }

    @Test("receipt parts: similar names with other prices are not shared rows")
    func comparesPrices() {
        let first = [Till.pair("RED APPLES", "1.99"), Till.pair("GREEN PEARS", "2.49")]
        let second = [Till.pair("RED APPLES", "2.99"), Till.pair("GREEN PEARS", "3.49")]
        let receipt = Self.read(Self.head + first, second + Self.total("10.96"))
        #expect(Self.cents(receipt) == [199, 249, 299, 349] && receipt.advice.isEmpty)
    }

    @Test("receipt parts: a price that one photo lost is taken from the other", arguments: [true, false])
    func takesPrices(isLostAbove: Bool) {
        let whole = [Self.items[4], Self.items[5]]
        let above = isLostAbove ? [Self.items[4], Self.names[5]] : whole
        let below = isLostAbove ? whole : [Self.names[4], Self.items[5]]
        let receipt = Self.read(
            Self.head + Self.items[..<4] + above, below + Self.items[6...] + Self.total("55.55"))
        #expect(Self.cents(receipt) == Self.amounts && receipt.advice.isEmpty)
    }

    @Test("receipt parts: photos from other distances and sides agree", arguments: [0, 2], [0.5, 2.0])
    func alignsColumns(shared: Int, scale: Double) {
        let second = Till.print(Self.items[(5 - shared)...] + Self.total("55.55")).map { line in
            var moved = line
            moved.corners = line.corners.map { PicturePoint(x: $0.x * scale + 90, y: $0.y * scale) }
            return moved
        }
        let receipt = ReceiptParser().parse([Till.print(Self.head + Self.items[..<5]), second])
        #expect(Self.cents(receipt) == Self.amounts && receipt.advice.isEmpty)
        let crop = receipt.items.last?.amount.crop
        #expect(crop?.page == 1 && abs((crop?.width ?? 0) - 50 * scale) < 1, "in pixels of its own photo")
    }

    @Test("receipt parts: an unreadable part is reported unless the items add up")
    func reportsUnreadableParts() {
        let whole = Self.head + Self.items + Self.total("55.55")
        #expect(Self.read(whole, []).advice.isEmpty)
        #expect(Self.read(Self.head + Self.items[..<5], []).advice.first == .checkParts)
        #expect(Self.read([], Self.items[5...] + Self.total("55.55")).advice == [.checkParts])
        #expect(Self.read([], []) == Receipt())
    }

    @Test("receipt parts: the same photo sent twice changes nothing")
    func ignoresTheSamePhoto() {
        let whole = Self.head + Self.items + Self.total("99.99")
        let receipt = Self.read(whole, whole)
        #expect(Self.cents(receipt) == Self.amounts && receipt.advice.isEmpty)
    }
}
