/// The calculation of an amount: `2 @ 1.50`, `0.452 kg @ 3.99/kg`, `3/5.00`, `2 @ 3/5.00`, `7.90*3`.
struct Multiplication {
    var quantity: Receipt.Quantity
    /// Price of one unit, in minor units; not an integer for deals such as three for five dollars.
    var price: Double
    /// The printed price of one unit; nil for deals.
    var unitPrice: PrintedNumber?
    /// The range of the multiplication in the row's characters.
    var range: Range<Int>
    /// The range of the price.
    var priceRange: Range<Int>
    /// The range of a count before the name, separate from its price.
    var countRange: Range<Int>?

    var product: Double { quantity.value * price }

    /// Whether an amount is the product, with a tolerance of a cent for the rounding of scales.
    func makes(_ amount: PrintedMoney) -> Bool {
        abs(product - Double(amount.minorUnits.magnitude)) <= max(1.01, quantity.unit == .gram ? 2 : 0)
    }

    /// The price per piece for a deal that was read as a price per unit: `4 / $5.49` below an item of 21.96.
    func withUnitPrice(in row: ReceiptRow) -> Multiplication? {
        guard unitPrice == nil, let number = row.numbers.first(where: { $0.range == priceRange }) else { return nil }
        var each = self
        each.price = Double(number.value)
        each.unitPrice = number
        return each
    }

    private static let signs: Set<String> = [
        "@", "x", "*", "×", "a", "à", "at", "@$", "x$", "*$", "×$", "pcs@", "pc@", "pcsx", "unx", "x@",
        "net@", "netx", "stkx", "stk.x",
    ]
    private static let dealSigns: Set<String> = ["/", "/$", "for", "for$", "pour", "por", "por$"]

    /// The first multiplication in a row; nil without a multiplication sign.
    static func find(in row: ReceiptRow) -> Multiplication? {
        let numbers = row.numbers
        for index in numbers.indices.dropLast() {
            let between = text(row, numbers[index].range.upperBound..<numbers[index + 1].range.lowerBound)
            if dealSigns.contains(between), let deal = deal(row, at: index) { return deal }
            // In "2 AT 1 FOR 4.99", 4.99 is the price of one.
            if between == "at", index + 2 < numbers.count, numbers[index + 1].value == 1,
                numbers[index + 1].decimals == 0,
                text(row, numbers[index + 1].range.upperBound..<numbers[index + 2].range.lowerBound) == "for",
                let found = product(row, numbers[index], numbers[index + 2])
            {
                return found
            }
            // In "0.456 kg 3.99/kg" the sign is not printed.
            if between.isEmpty, numbers[index].unit != nil, numbers[index + 1].rateUnit != nil,
                let found = product(row, numbers[index], numbers[index + 1])
            {
                return found
            }
            if between.isEmpty, let found = misread(row, at: index) { return found }
            guard signs.contains(between) else { continue }
            if index + 2 < numbers.count, numbers[index + 1].decimals == 0,
                dealSigns.contains(
                    text(row, numbers[index + 1].range.upperBound..<numbers[index + 2].range.lowerBound)),
                var deal = deal(row, at: index + 1), let quantity = quantity(numbers[index])
            {
                deal.quantity = quantity
                deal.range = numbers[index].range.lowerBound..<deal.range.upperBound
                return deal
            }
            if let found = product(row, numbers[index], numbers[index + 1]) { return found }
        }
        return columns(row)
    }

    /// Reads `3 0 5.22`, where the sign between a count or a mass and its price was read as a zero.
    private static func misread(_ row: ReceiptRow, at index: Int) -> Multiplication? {
        guard index + 2 < row.numbers.count else { return nil }
        let (count, sign, price) = (row.numbers[index], row.numbers[index + 1], row.numbers[index + 2])
        guard sign.value == 0, sign.range.count == 1, sign.unit == nil,
            text(row, sign.range.upperBound..<price.range.lowerBound).isEmpty,
            count.unit != nil || price.rateUnit != nil || (count.decimals == 0 && row.letters == 0)
        else { return nil }
        return product(row, count, price)
    }

    private static func text(_ row: ReceiptRow, _ range: Range<Int>) -> String {
        guard range.lowerBound < range.upperBound else { return "" }
        var text = String(row.row.characters[range].filter { $0 != " " })
        for unit in ["RM", "CA", "US"] where text.hasSuffix(unit) { text.removeLast(unit.count) }
        return text.lowercased()
    }

    private static func deal(_ row: ReceiptRow, at index: Int) -> Multiplication? {
        let (count, price) = (row.numbers[index], row.numbers[index + 1])
        guard count.decimals == 0, (2...24).contains(count.value), price.decimals == row.decimals, row.decimals > 0
        else { return nil }
        return Multiplication(
            quantity: Receipt.Quantity(Double(count.value), isPrinted: true),
            price: Double(price.value) / Double(count.value),
            range: count.range.lowerBound..<price.range.upperBound, priceRange: price.range)
    }

    private static func product(_ row: ReceiptRow, _ first: PrintedNumber, _ second: PrintedNumber) -> Multiplication? {
        let range = first.range.lowerBound..<second.range.upperBound
        if isPrice(second, row), let quantity = quantity(first) {
            return Multiplication(
                quantity: quantity, price: cents(second, row), unitPrice: second, range: range, priceRange: second.range
            )
        }
        if isPrice(first, row), second.decimals == 0 || second.unit != nil, let quantity = quantity(second) {
            return Multiplication(
                quantity: quantity, price: cents(first, row), unitPrice: first, range: range, priceRange: first.range)
        }
        return nil
    }

    /// Reads quantity, price and amount in separate columns: two numbers whose product is the third.
    private static func columns(_ row: ReceiptRow) -> Multiplication? {
        guard let amount = row.amounts.last, row.amounts.count > 1 else { return nil }
        for price in row.amounts.dropLast() where price.range.upperBound <= amount.range.lowerBound && price.value > 0 {
            for count in row.numbers where count.range != price.range && count.range != amount.range {
                guard count.currency == nil, !count.isPercent, count.value > 0, count.number < 1_000,
                    count.range.upperBound <= amount.range.lowerBound, let quantity = quantity(count)
                else { continue }
                var found = Multiplication(
                    quantity: quantity, price: cents(price, row), unitPrice: price,
                    range: price.range, priceRange: price.range)
                guard abs(found.product - Double(amount.value)) < 0.6 else { continue }
                let isBefore = count.range.upperBound <= price.range.lowerBound
                found.range =
                    isBefore
                    ? count.range.lowerBound..<price.range.upperBound : price.range.lowerBound..<count.range.upperBound
                // A number far from the price is a part of the name.
                let between =
                    isBefore
                    ? count.range.upperBound..<price.range.lowerBound : price.range.upperBound..<count.range.lowerBound
                if row.row.characters[between].contains(where: \.isLetter) {
                    // The count may be in a separate column before the names.
                    guard isBefore, count.range.lowerBound < 2 else { continue }
                    found.range = price.range
                    found.countRange = count.range.lowerBound..<endOfSign(row, after: count.range.upperBound)
                }
                return found
            }
        }
        return nil
    }

    /// The end of the sign after a count, as in `3x`; the end of the count without one.
    private static func endOfSign(_ row: ReceiptRow, after end: Int) -> Int {
        let characters = row.row.characters
        guard characters.indices.contains(end), "xX×".contains(characters[end]),
            !characters.indices.contains(end + 1) || characters[end + 1] == " " || characters[end + 1].isIdeograph
        else { return end }
        return end + 1
    }

    private static func quantity(_ number: PrintedNumber) -> Receipt.Quantity? {
        guard number.currency == nil, !number.isPercent, number.value > 0, number.number < 10_000 else { return nil }
        return Receipt.Quantity(number.number, number.unit == .each ? nil : number.unit, isPrinted: true)
    }

    private static func isPrice(_ number: PrintedNumber, _ row: ReceiptRow) -> Bool {
        guard !number.isPercent, number.unit == nil || number.unit == .each else { return false }
        return number.decimals >= row.decimals && (row.decimals > 0 || number.value > 0)
    }

    private static func cents(_ number: PrintedNumber, _ row: ReceiptRow) -> Double {
        var value = Double(number.value)
        for _ in 0..<max(0, number.decimals - row.decimals) { value /= 10 }
        return value
    }
}
