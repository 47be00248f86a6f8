/// Finds the items of a receipt, with their discounts, fees and quantities.
struct ItemReader {
    struct Found {
        var items: [Receipt.Item] = []
        var discounts: [Receipt.Charge] = []
        var charges: [Receipt.Charge] = []
        var loyalty: [ReadField<String>] = []
        /// The row where the list of items begins.
        var start = 0
        /// Discounts printed without a sign, which may be only information.
        var unsigned: [Place] = []
        /// Rows with words for a payment or a discount that may name items.
        var doubtful: [Doubtful] = []
    }

    /// The place of a discount in the result.
    struct Place {
        /// The item; nil for the whole receipt.
        var item: Int?
        var index: Int
        var row: Int
    }

    /// An item that is only added if the receipt balances with it: "GIFT CARD 25.00".
    struct Doubtful {
        var item: Receipt.Item
        var row: Int
        /// Number of items before it.
        var index: Int
    }

    /// A row of words without its amount yet.
    struct Pending {
        var row: Int
        var parts: ItemName.Parts
        var left: Double
        /// The unit price, if it follows the name.
        var price: PrintedNumber?
    }

    let rows: [ReceiptRow]
    let sums: TotalReader.Sums
    private let start: Int
    let end: Int
    /// The right edge of the amounts; nil without any.
    private let column: Double?
    private let width: Double
    let left: Double
    let countsFirst: Bool
    /// Right edge of a separate quantity column; nil without one.
    private let countColumn: Double?
    /// Whether items are numbered, beginning with one.
    private let isNumbered: Bool
    /// The right edge of the names.
    let nameLimit: Double
    private let namesBelow: Bool
    /// The left edge of the leftmost amount.
    let amountsLeft: Double
    /// Whether items have negative amounts only.
    let givesBackOnly: Bool

    var found = Found()
    var pending: [Pending] = []
    private var detail: (Multiplication, Int)?
    var lastLeft: Double?
    var isAfterSubtotal = false
    var isVoiding = false
    /// Whether a heading above names returns.
    var isReturning = false
    /// Discounts that name an item further down.
    var waiting: [Taken] = []

    /// - Parameters:
    ///   - rows: The rows of the receipt.
    ///   - sums: The places of its sums.
    init(rows: [ReceiptRow], sums: TotalReader.Sums) {
        self.rows = rows
        self.sums = sums
        let right = rows.map(\.row.right).max() ?? 1
        left = rows.map(\.row.left).min() ?? 0
        width = max(1, right - left)
        let (start, end, hasHeading) = Self.section(of: rows, sums)
        (self.start, self.end) = (start, end)
        column = Self.column(rows[start..<end], width: width)
        let priced = rows[start..<end].filter { $0.kind == .other && !$0.amounts.isEmpty }
        let counted = priced.filter { row in
            guard let first = row.numbers.first, first.decimals == 0 || first.decimals == 3, first.number < 100,
                first.range.lowerBound <= 1
            else { return false }
            return first.unit == nil && !first.isPercent
        }
        isNumbered = Self.isNumbered(rows[start..<end])
        countsFirst =
            !isNumbered
            && (counted.count >= 2 && Self.areMost(counted.count, of: priced.count)
                || (hasHeading && counted.count == priced.count && !counted.isEmpty))
        countColumn = Self.countColumn(of: priced, width: width)
        // Rows above the items may be wider than any of them.
        let first = rows[start..<end].firstIndex { $0.kind == .other && !$0.amounts.isEmpty } ?? end
        nameLimit = rows[first..<end].filter { $0.kind == .other }.compactMap(Self.nameEnd).max() ?? right
        namesBelow = Self.namesBelow(rows[start..<end], hasHeading)
        amountsLeft =
            priced.compactMap { row in row.amounts.last.map { row.row.places[$0.range.lowerBound] } }.min() ?? right
        givesBackOnly = Self.givesBackOnly(rows[start..<end])
        found.start = start
    }

    // MARK: - Rows

    /// Maximum price of a deposit and of a bag, in minor units; a larger amount is that of an item with such a name.
    static let maxDeposit: Int64 = 1_000, maxBag: Int64 = 300

    /// Reads the section row by row.
    mutating func read() -> Found {
        for index in start..<end { read(rows[index], at: index) }
        closePending()
        bindWaiting()
        if isNumbered {
            for place in found.items.indices {
                found.items[place].name.value = ItemName.withoutNumber(found.items[place].name.value)
            }
        }
        return found
    }

    private mutating func read(_ row: ReceiptRow, at index: Int) {
        if !isAfterSubtotal, isName(row, at: index) { return words(row, at: index, isName: true) }
        switch row.kind {
        case .heading, .taxSummary, .saved, .count, .change, .rounding: return
        case .points: return note(row, at: index)
        case .subtotal:
            // Items continue after an intermediate sum.
            isAfterSubtotal = true
            pending = []
            return
        case .tax, .service, .tip: return
        case .discount: return discount(row, at: index)
        case .void: return void(row)
        case .refund where row.amounts.isEmpty:
            closePending()
            pending = []
            isReturning = true
            return
        case .deposit where isFee(row, upTo: Self.maxDeposit) || row.amounts.contains(where: \.isNegative):
            return fee(row, .deposit)
        case .bag where isFee(row, upTo: Self.maxBag): return fee(row, .bag)
        case let kind where kind.isTender && row.words.words.count(where: { $0.text.contains(where: \.isLetter) }) < 3:
            if !isAfterSubtotal, let amount = amountInColumn(row) { doubt(row, amount, at: index) }
            return
        case let kind where kind.isTotal && !Self.namesItem(rows, at: index, sums):
            // Only discounts follow a first total.
            if !found.items.isEmpty, !row.amounts.isEmpty { isAfterSubtotal = true }
            return
        case .notItem where row.amounts.isEmpty || found.items.isEmpty && !isFirstArticle(row):
            pending = []
            return
        default: break
        }
        if let amount = amountInColumn(row) {
            article(row, amount, at: index)
        } else {
            words(row, at: index)
        }
    }

    /// Whether a row is an item's name, whatever else its words may mean, because quantity and price follow below it.
    private func isName(_ row: ReceiptRow, at index: Int) -> Bool {
        guard row.kind.isTender || [.bag, .deposit, .points, .service].contains(row.kind), amountInColumn(row) == nil
        else {
            return false
        }
        var below = index + 1
        if below < end, rows[below].amounts.isEmpty, rows[below].kind == .other || rows[below].kind.isTender {
            below += 1
        }
        guard below < end, rows[below].isBare, let next = rows[below].amounts.last,
            let product = Multiplication.find(in: rows[below])
        else { return false }
        return product.makes(rows[below].money(next))
    }

    /// Whether a row above all items is one, although its first word mostly begins other rows: "TABLE SALT 1.00".
    private func isFirstArticle(_ row: ReceiptRow) -> Bool {
        row.words.has(ReceiptWords.alsoNames, atStart: true) && amountInColumn(row) != nil
            && ReceiptRow.content(of: row.words, beside: ReceiptWords.notItem) > 0
    }

    private mutating func note(_ row: ReceiptRow, at index: Int) {
        found.loyalty.append(ReadField(row.row.text, confidence: row.row.confidence, crop: row.row.crop))
    }

    private func isFee(_ row: ReceiptRow, upTo limit: Int64) -> Bool {
        row.amounts.last.map { $0.value <= limit } ?? false
    }

    func label(of row: ReceiptRow) -> String {
        ItemName.parts(
            of: row, upTo: row.amounts.last?.range.lowerBound ?? row.row.characters.count, taken: nil,
            countsFirst: false
        ).name
    }

    /// The number in the column of counts.
    private func countBehind(_ row: ReceiptRow, _ amount: PrintedNumber) -> PrintedNumber? {
        guard let countColumn, let number = Self.count(before: row), number.range.upperBound <= amount.range.lowerBound,
            abs(row.row.end(of: number.digits.upperBound - 1) - countColumn) < Share.count * width
        else { return nil }
        return number
    }

    /// The amount of a row in the column of amounts.
    func amountInColumn(_ row: ReceiptRow) -> PrintedNumber? {
        guard let column else { return nil }
        func isNear(_ number: PrintedNumber, _ share: Double) -> Bool {
            abs(row.row.end(of: number.digits.upperBound - 1) - column) < share * width
        }
        if let last = row.amounts.last, isNear(last, Share.amount), !isUnitPrice(last, row) { return last }
        let isInsideList = start > 0 || !found.items.isEmpty
        guard row.decimals == 2, var number = row.numbers.last, !number.isPercent, number.unit == nil,
            number.rateUnit == nil, isInsideList,
            number.range.lowerBound > 0, isNear(number, number.decimals == 3 ? Share.taxedAmount : Share.repairedAmount)
        else { return nil }
        let before = row.row.characters[number.range.lowerBound - 1]
        if number.decimals == 0, (100...99_999).contains(number.value), number.digits.count <= 5,
            row.letters > 2 || !row.amounts.isEmpty, before == " " || number.currency != nil
        {
            // Printed without a decimal point, although other amounts have one.
        } else if number.decimals == 3, number.range.upperBound == row.row.characters.count, row.letters > 2 {
            // A tax code was read as a digit.
            number.value /= 10
        } else {
            return nil
        }
        number.decimals = 2
        number.isRepaired = true
        return number
    }

    /// Whether a number with `@` but without a count before it, such as `@63.00`, is a unit price.
    private func isUnitPrice(_ number: PrintedNumber, _ row: ReceiptRow) -> Bool {
        row.row.characters[..<number.range.lowerBound].last { $0 != " " } == "@"
    }

    // MARK: - Articles

    mutating func article(_ row: ReceiptRow, _ amount: PrintedNumber, at index: Int) {
        let product = Multiplication.find(in: row)
        // The only amount is a unit price; it belongs to the item but is not its amount.
        if let product, product.priceRange == amount.range {
            return explain(product, row, at: index)
        }
        let behind = product == nil ? countBehind(row, amount) : nil
        var parts = ItemName.parts(
            of: row, upTo: amount.range.lowerBound, taken: product?.range,
            counted: product?.countRange ?? behind?.range, countsFirst: countsFirst)
        if let behind { parts.count = behind.number }
        let isNamed =
            row.letters > 2 && parts.name.contains(where: \.isLetter) || isShortName(parts.name, of: row, at: index)
        if !isNamed, takeDeposit(row, amount, at: index) { return }
        let isGivenBack = isGivenBack(row, amount, parts)
        if amount.isNegative, !isVoiding, !isGivenBack, !isReturn(row) { return discount(row, at: index) }
        if isVoiding || amount.isNegative, !isGivenBack, isVoid(row.money(amount)) { return }
        if !amount.isNegative { isReturning = false }
        if !isNamed, isAfterSubtotal || belongsToSum(at: index) { return }
        if isGivenBack { parts.name = Self.withoutReturn(parts.name) }
        var item = Receipt.Item(
            name: ReadField(parts.name, confidence: row.row.confidence, crop: row.row.crop(parts.range)),
            rawText: row.row.text, amount: row.field(amount))
        item.code = parts.code
        item.taxCode = amount.taxCode
        if !isNamed {
            // An amount without words or another explanation is not an item.
            guard namesBelow || takePending(for: &item) || product != nil else { return }
            if namesBelow {
                item.code = item.code ?? (item.name.value.isEmpty ? nil : item.name.value)
                item.name.value = ""
            }
        } else if let words = pending.last, goesOn(words, in: row, at: index) {
            closePending(keeping: 1)
            pending = []
            item.name.value = "\(words.parts.name) \(item.name.value)"
            item.rawText = "\(rows[words.row].row.text)\n\(item.rawText)"
        } else {
            closePending()
        }
        add(item, row, product, parts)
    }

    /// Whether a separate amount belongs to a sum in the row below or above, whose words have none.
    private func belongsToSum(at index: Int) -> Bool {
        guard rows[index].isBare, pending.isEmpty else { return false }
        return [index + 1, index - 1].contains { place in
            guard rows.indices.contains(place), rows[place].amounts.isEmpty else { return false }
            let kind = rows[place].kind
            return kind.isSum || kind.isTender || kind == .change || kind == .rounding || kind == .tax
        }
    }

    private mutating func add(
        _ item: Receipt.Item, _ row: ReceiptRow, _ product: Multiplication?, _ parts: ItemName.Parts
    ) {
        var item = item
        if let product {
            apply(product, row, to: &item)
        } else if let (waiting, place) = detail, waiting.makes(item.amount.value) {
            apply(waiting, rows[place], to: &item)
        } else if let count = parts.count, count > 0 {
            item.quantity = Receipt.Quantity(count, isPrinted: true)
        }
        detail = nil
        item.isNearExpiry = row.isNearExpiry
        if let cents = item.unitPrice?.value.minorUnits, item.quantity.value == 1, cents != item.amount.value.minorUnits
        {
            item.unitPrice = nil
        }
        found.items.append(item)
        lastLeft = row.row.left
        isVoiding = false
    }

    private func apply(_ product: Multiplication, _ row: ReceiptRow, to item: inout Receipt.Item) {
        item.quantity = product.quantity
        if let price = product.unitPrice, price.decimals == row.decimals {
            item.unitPrice = ReadField(
                PrintedMoney(price.value), confidence: row.row.confidence, crop: row.row.crop(price.range))
        }
    }

    /// Handles a row that only explains an amount, either that of the item above or that of the next one.
    private mutating func explain(_ product: Multiplication, _ row: ReceiptRow, at index: Int) {
        let parts = ItemName.parts(
            of: row, upTo: product.range.lowerBound, taken: nil, countsFirst: false)
        if let last = found.items.indices.last, pending.isEmpty,
            !found.items[last].quantity.isPrinted || found.items[last].quantity.value == 1,
            let making = [product, product.withUnitPrice(in: row)].compactMap(\.self).first(where: {
                $0.makes(found.items[last].amount.value)
            })
        {
            apply(making, row, to: &found.items[last])
            found.items[last].rawText += "\n" + row.row.text
            return
        }
        if row.letters > 3, parts.name.count(where: \.isLetter) > 2 {
            pending.append(Pending(row: index, parts: parts, left: row.row.left))
        }
        detail = (product, index)
    }

    private mutating func words(_ row: ReceiptRow, at index: Int, isName: Bool = false) {
        if let product = Multiplication.find(in: row) { return explain(product, row, at: index) }
        if !isName, row.kind != .other, row.kind != .notItem { return }
        guard row.letters > 1 else { return }
        if namesBelow, let last = found.items.indices.last, !found.items[last].name.value.contains(where: \.isLetter) {
            let parts = ItemName.parts(of: row, upTo: row.row.characters.count, taken: nil, countsFirst: false)
            found.items[last].name = ReadField(
                parts.name, confidence: row.row.confidence, crop: row.row.crop(parts.range))
            found.items[last].rawText += "\n" + row.row.text
            return
        }
        if let last = found.items.indices.last, row.isNearExpiry {
            found.items[last].isNearExpiry = true
            found.items[last].rawText += "\n" + row.row.text
            return
        }
        let parts = ItemName.parts(of: row, upTo: row.row.characters.count, taken: nil, countsFirst: countsFirst)
        guard !parts.name.isEmpty else { return }
        let price = row.amounts.last.flatMap { isUnitPrice($0, row) ? $0 : nil }
        pending.append(Pending(row: index, parts: parts, left: row.row.left, price: price))
    }
}
