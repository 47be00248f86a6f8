import EventContracts
import Foundation
import IngestionCore
import Quantities
import Sealing
import ServiceRuntime

/// Which purchases a list is to show.
struct ReceiptQuery: Sendable {
    /// Most purchases that one request looks through.
    static let maxLookedAt = 2_000
    /// Purchases that are read at once.
    static let batch = 250

    let limit: Int
    /// Where the page begins; nil for the first one.
    let cursor: PageCursor?
    let from: CalendarDay?
    let through: CalendarDay?
    /// What must all stand on the receipt.
    let words: SearchWords

    /// Whether not simply all are wished for, page by page.
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

    /// A day of the query; nil when the parameter is not there.
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

    /// Those of some purchases that the words stand on; searched in memory, since what was bought lies sealed.
    @concurrent func matching(
        _ documents: [Document], most: Int, of account: AccountID, sealer: Sealer
    ) async throws -> [Document] {
        guard !words.isEmpty else { return Array(documents.prefix(most)) }
        var found: [Document] = []
        for document in documents where found.count < most {
            let told = try EventCoding.decode(ReceiptChanged.self, from: document.body)
            let record = try await sealer.open(told.record, .receiptRecord(told.receiptID, of: account))
            if words.fit(Self.text(of: record)) { found.append(document) }
        }
        return found
    }

    /// Everything that is printed on a receipt or said of it.
    private static func text(of record: ReceiptRecord) -> String {
        var parts = [record.merchant?.value, record.store.number, record.store.address].compactMap(\.self)
        for item in record.items {
            parts += [item.name.value, item.rawText, item.code ?? "", item.product?.name ?? ""]
        }
        return (parts + record.rows).joined(separator: "\n")
    }
}
