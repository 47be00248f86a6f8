import EventContracts
import Foundation
import IngestionCore
import Quantities
import Sealing
import ServiceRuntime

/// The filter of a list of purchases.
struct ReceiptQuery: Sendable {
    /// Maximum number of purchases examined per request.
    static let maxSearched = 2_000
    /// Number of purchases read at once.
    static let batch = 250

    let limit: Int
    /// The start of the page; nil for the first one.
    let cursor: PageCursor?
    let from: CalendarDay?
    let through: CalendarDay?
    /// Words that must all occur on the receipt.
    let words: SearchWords

    /// Whether the filter may exclude purchases.
    var isNarrowed: Bool { from != nil || through != nil || !words.isEmpty }

    /// Reads the query's parameters.
    ///
    /// - Throws: `malformedRequest`.
    init(_ query: [(name: String, value: String)]) throws(ProblemDetails) {
        let page = try PageQuery(query)
        (limit, cursor) = (page.limit, page.cursor)
        from = try Self.day("from", query)
        through = try Self.day("to", query)
        words = try SearchWords(query)
    }

    /// An optional day in the query.
    ///
    /// - Throws: `malformedRequest`.
    static func day(_ name: String, _ query: [(name: String, value: String)]) throws(ProblemDetails) -> CalendarDay? {
        guard let text = query.first(where: { $0.name == name })?.value else { return nil }
        guard let day = CalendarDay(text) else {
            throw ProblemDetails(
                .malformedRequest, errors: [.init(parameter: name, .init(.notADay, "Must be a day as YYYY-MM-DD."))])
        }
        return day
    }

    /// Filters purchases by words; decrypts and searches them in memory, because they are sealed.
    @concurrent func matching(
        _ documents: [Document], maxCount: Int, of account: AccountID, sealer: Sealer
    ) async throws -> [Document] {
        guard !words.isEmpty else { return Array(documents.prefix(maxCount)) }
        var found: [Document] = []
        for document in documents where found.count < maxCount {
            let published = try EventCoding.decode(ReceiptChanged.self, from: document.body)
            let record = try await sealer.open(published.record, .receiptRecord(published.receiptID, of: account))
            if words.fit(Self.text(of: record)) { found.append(document) }
        }
        return found
    }

    /// The searchable text of a receipt.
    private static func text(of record: ReceiptRecord) -> String {
        var parts = [record.merchant?.value, record.store.number, record.store.address].compactMap(\.self)
        for item in record.items {
            parts += [item.name.value, item.rawText, item.code ?? "", item.product?.name ?? ""]
        }
        return (parts + record.rows).joined(separator: "\n")
    }
}
