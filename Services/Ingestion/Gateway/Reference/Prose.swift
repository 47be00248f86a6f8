import IngestionCore
import ServiceRuntime

/// Texts of the API description as HTML.
enum Prose {
    /// A text as HTML: code in backticks becomes code, and names of problem types become links to their pages.
    static func html(_ text: String) -> String {
        HTMLPage.escaped(text).split(separator: "`", omittingEmptySubsequences: false).enumerated().map { place, part in
            guard !place.isMultiple(of: 2) else { return String(part) }
            let code = "<code>\(part)</code>"
            return ProblemKind(rawValue: String(part)).map { "<a href=\"\($0.path)\">\(code)</a>" } ?? code
        }.joined()
    }
}
