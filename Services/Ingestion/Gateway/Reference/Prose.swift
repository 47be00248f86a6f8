import IngestionCore
import ServiceRuntime

/// Texts of the description as HTML.
enum Prose {
    /// Code between backticks; names of problem types become links to their pages.
    static func html(_ text: String) -> String {
        HTMLPage.escaped(text).split(separator: "`", omittingEmptySubsequences: false).enumerated().map { place, part in
            guard !place.isMultiple(of: 2) else { return String(part) }
            let code = "<code>\(part)</code>"
            return ProblemKind(rawValue: String(part)).map { "<a href=\"\($0.path)\">\(code)</a>" } ?? code
        }.joined()
    }
}
