import EventContracts
import IngestionCore
import ServiceRuntime

/// The filter of a list of scans.
struct ScanQuery: Sendable {
    /// Maximum number of scans examined per request.
    static let maxExamined = 2_000
    /// Number of scans read at once in a search.
    static let batch = 250

    let page: PageQuery
    let words: SearchWords
    let verdict: Verdict?

    /// Whether the filter may exclude scans.
    var isNarrowed: Bool { !words.isEmpty || verdict != nil }

    /// Reads the query's parameters.
    ///
    /// - Throws: `malformedRequest`.
    init(_ query: [(name: String, value: String)]) throws(ProblemDetails) {
        page = try PageQuery(query)
        words = try SearchWords(query)
        guard let text = query.first(where: { $0.name == "verdict" })?.value else {
            verdict = nil
            return
        }
        guard let known = Verdict(rawValue: text) else {
            let verdicts = Verdict.allCases.map(\.rawValue)
            throw ProblemDetails(
                .malformedRequest, errors: [.init(parameter: "verdict", .notOneOf(verdicts))])
        }
        verdict = known
    }
}
