import ServiceRuntime

/// The `limit` and `cursor` of a list request.
package struct PageQuery: Sendable, Equatable {
    /// Maximum number of items per page.
    package static let maxLimit = 100
    /// Default number of items per page.
    package static let defaultLimit = 20

    package let limit: Int
    package let cursor: PageCursor?

    /// Reads the query's parameters.
    ///
    /// - Throws: `malformedRequest` if the limit is not a number from 1 to `largest`, or the cursor is invalid.
    package init(_ parameters: some Sequence<(name: String, value: String)>) throws(ProblemDetails) {
        var limit = Self.defaultLimit
        var cursor: PageCursor?
        for (name, value) in parameters {
            switch name {
            case "limit":
                guard let number = Int(value), (1...Self.maxLimit).contains(number) else {
                    throw ProblemDetails(
                        .malformedRequest, detail: "limit must be a number from 1 to \(Self.maxLimit).")
                }
                limit = number
            case "cursor":
                guard let place = PageCursor(value) else {
                    throw ProblemDetails(.malformedRequest, detail: "cursor was not issued by this server.")
                }
                cursor = place
            default: break
            }
        }
        self.limit = limit
        self.cursor = cursor
    }
}
