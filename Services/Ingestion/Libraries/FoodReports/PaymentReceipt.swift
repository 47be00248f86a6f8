import FoodCatalogue
import Foundation
import Quantities

/// The receipt for a payment, for its payer (BIL-09).
package struct PaymentReceipt: Sendable, Equatable {
    /// The seller.
    package struct Seller: Sendable, Equatable {
        package var name: String
        /// The lines of the address.
        package var address: [String]
        /// Numbers under which taxes are collected, each with its name.
        package var taxNumbers: [String]

        package init(name: String, address: [String] = [], taxNumbers: [String] = []) {
            self.name = name
            self.address = address
            self.taxNumbers = taxNumbers
        }
    }

    /// One tax within the payment.
    package struct Tax: Sendable, Equatable {
        /// The name in the tax table, such as `HST`.
        package var name: String
        /// The rate in thousandths of a percent.
        package var rate: Int64
        package var amount: Money

        package init(name: String, rate: Int64, amount: Money) {
            self.name = name
            self.rate = rate
            self.amount = amount
        }
    }

    /// The part of a card number that may be stored.
    package struct Card: Sendable, Equatable {
        package var brand: String
        package var lastFour: String

        package init(brand: String, lastFour: String) {
            self.brand = brand
            self.lastFour = lastFour
        }
    }

    /// The table row for the length of the paid period: `month` or `year`.
    package enum Term: String, Sendable {
        case month, year
    }

    /// The table row for the reason of the payment.
    package enum Purpose: String, Sendable {
        case purchase, renewal, upgrade
    }

    package var seller: Seller
    /// The receipt number; numbers have no gaps.
    package var number: String
    package var paidOn: CalendarDay
    /// The id of the payment.
    package var payment: String
    /// The name of the tier, such as `Pro`.
    package var tier: String
    package var term: Term
    package var purpose: Purpose
    package var seats: Int
    package var net: Money
    package var taxes: [Tax]
    package var total: Money
    /// Brand and last digits; nil if erased or unknown.
    package var card: Card?
    /// The day of the full refund; nil without a refund.
    package var refundedOn: CalendarDay?

    /// A receipt for a paid payment.
    package init(
        seller: Seller, number: String, paidOn: CalendarDay, payment: String, tier: String, term: Term,
        purpose: Purpose, seats: Int, net: Money, taxes: [Tax], total: Money
    ) {
        self.seller = seller
        self.number = number
        self.paidOn = paidOn
        self.payment = payment
        self.tier = tier
        self.term = term
        self.purpose = purpose
        self.seats = seats
        self.net = net
        self.taxes = taxes
        self.total = total
    }

    /// The receipt as a PDF in A4; equal receipts give equal bytes on one machine.
    ///
    /// - Parameters:
    ///   - words: The texts of receipts.
    ///   - language: The language.
    /// - Returns: The file.
    /// - Throws: `DrawingFailed`.
    package func pdf(words: ReceiptWords, in language: FoodLanguage) throws(DrawingFailed) -> Data {
        var page = try ReceiptPage(of: self, words: words, language: language)
        return try page.draw()
    }

    /// An amount with its currency, formatted for a language.
    static func shown(_ amount: Money, in language: FoodLanguage) -> String {
        let text = amount.description
        switch language {
        case .french, .spanish: return text.replacing(".", with: ",")
        case .english, .chinese: return text
        }
    }

    /// A rate in thousandths of a percent as text: 9975 is 9.975 %.
    static func shown(rate: Int64, in language: FoodLanguage) -> String {
        let number = PlainNumber.text(Double(rate) / 1_000, decimals: 3)
        switch language {
        case .french, .spanish: return number.replacing(".", with: ",") + " %"
        case .english, .chinese: return number + "%"
        }
    }
}

/// The texts of receipts in every language, read from `Texts/receipt.tsv`; the initializer checks that all exist.
package struct ReceiptWords: Sendable {
    /// Rows that the code requires by name.
    enum Phrase: String, CaseIterable {
        case title, number, date, payment, article, net, total, card, refund, month, year, seats
        case purchase, renewal, upgrade
    }

    private let rows: [String: [FoodLanguage: String]]

    /// Reads the table: tab-separated, a row per key, a column per language in the order of `FoodLanguage`.
    ///
    /// - Throws: `ReportWords.Malformed` naming a row that is missing, repeated or lacks a language.
    package init(table: String) throws(ReportWords.Malformed) {
        var rows: [String: [FoodLanguage: String]] = [:]
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == FoodLanguage.allCases.count + 1, cells.allSatisfy({ !$0.isEmpty }),
                rows[cells[0]] == nil
            else { throw ReportWords.Malformed(key: cells[0]) }
            rows[cells[0]] = Dictionary(uniqueKeysWithValues: zip(FoodLanguage.allCases, cells.dropFirst()))
        }
        for phrase in Phrase.allCases where rows[phrase.rawValue] == nil {
            throw ReportWords.Malformed(key: phrase.rawValue)
        }
        self.rows = rows
    }

    /// The table that is built into the program.
    ///
    /// - Throws: `ReportWords.Malformed`.
    package static func builtIn() throws(ReportWords.Malformed) -> ReceiptWords {
        try ReceiptWords(table: String(decoding: PackageResources.receipt_tsv, as: UTF8.self))
    }

    func text(_ phrase: Phrase, in language: FoodLanguage, _ values: [String: String] = [:]) -> String {
        values.reduce(rows[phrase.rawValue]?[language] ?? phrase.rawValue) { text, value in
            text.replacing("{\(value.key)}", with: value.value)
        }
    }

    /// The name of a tax; a tax that is missing in the table keeps the authority's name.
    func tax(_ name: String, in language: FoodLanguage) -> String { rows["tax.\(name)"]?[language] ?? name }
}

/// Draws one receipt on one page.
private struct ReceiptPage {
    private static let margin = 50.0
    private static let width = PageCanvas.a4.width - 2 * margin
    private static let lineHeight = 18.0

    private let receipt: PaymentReceipt
    private let words: ReceiptWords
    private let language: FoodLanguage
    private let canvas: PageCanvas
    private var y = margin

    init(of receipt: PaymentReceipt, words: ReceiptWords, language: FoodLanguage) throws(DrawingFailed) {
        self.receipt = receipt
        self.words = words
        self.language = language
        canvas = try PageCanvas(
            pdf: "\(words.text(.title, in: language)) \(receipt.number)", date: "\(receipt.paidOn)T00:00:00",
            language: language)
    }

    mutating func draw() throws(DrawingFailed) -> Data {
        line(receipt.seller.name, .init(size: 12, isBold: true))
        for text in receipt.seller.address { line(text, .init(size: 10, color: .gray)) }
        for text in receipt.seller.taxNumbers { line(text, .init(size: 10, color: .gray)) }
        y += 24
        line(words.text(.title, in: language), .init(size: 22, isBold: true, color: .green))
        y += 6
        fact(.number, receipt.number)
        fact(.date, receipt.paidOn.description)
        fact(.payment, receipt.payment)
        y += 18
        row(words.text(.article, in: language), words.text(.net, in: language), isHead: true)
        row(article, PaymentReceipt.shown(receipt.net, in: language))
        for tax in receipt.taxes {
            let name = "\(words.tax(tax.name, in: language)) \(PaymentReceipt.shown(rate: tax.rate, in: language))"
            row(name, PaymentReceipt.shown(tax.amount, in: language))
        }
        row(words.text(.total, in: language), PaymentReceipt.shown(receipt.total, in: language), isHead: true)
        y += 18
        if let card = receipt.card {
            let values = ["brand": card.brand.capitalized, "digits": card.lastFour]
            line(words.text(.card, in: language, values), .init(size: 10))
        }
        if let day = receipt.refundedOn {
            line(
                words.text(.refund, in: language, ["date": day.description]),
                .init(size: 12, isBold: true, color: .orange))
        }
        return try canvas.finish()
    }

    private var article: String {
        let term = words.text(receipt.term == .month ? .month : .year, in: language, ["tier": receipt.tier])
        let purpose: ReceiptWords.Phrase =
            switch receipt.purpose {
            case .purchase: .purchase
            case .renewal: .renewal
            case .upgrade: .upgrade
            }
        let parts =
            [term, words.text(purpose, in: language)]
            + (receipt.seats > 1 ? [words.text(.seats, in: language, ["seats": "\(receipt.seats)"])] : [])
        return parts.joined(separator: " · ")
    }

    private mutating func fact(_ phrase: ReceiptWords.Phrase, _ value: String) {
        canvas.draw(
            words.text(phrase, in: language), x: Self.margin, y: y, width: 130, .init(size: 10, color: .gray))
        canvas.draw(value, x: Self.margin + 135, y: y, width: Self.width - 135, .init(size: 10))
        y += Self.lineHeight
    }

    private mutating func line(_ text: String, _ style: PageCanvas.Style) {
        canvas.draw(text, x: Self.margin, y: y, width: Self.width, style)
        y += canvas.height(of: text, width: Self.width, style) + 3
    }

    private mutating func row(_ name: String, _ amount: String, isHead: Bool = false) {
        let style = PageCanvas.Style(size: 11, isBold: isHead)
        canvas.draw(name, x: Self.margin, y: y, width: Self.width - 130, style)
        canvas.draw(
            amount, x: Self.margin + Self.width - 130, y: y, width: 130,
            PageCanvas.Style(size: 11, isBold: isHead, alignment: .right))
        y += Self.lineHeight
        canvas.fill(.light, x: Self.margin, y: y - 2, width: Self.width, height: 0.6)
    }
}
