import ServiceRuntime

/// The parameters of a search for foods.
package enum FoodQuery {
    /// Maximum length of the search text, in characters.
    package static let maxLength = 100

    /// The search text, and the maximum number of results.
    ///
    /// - Throws: `malformedRequest`.
    package static func read(_ call: Call) throws(ProblemDetails) -> (text: String, limit: Int) {
        let limit = try PageQuery(call.query).limit
        let query = HeaderText.trim(call.query.first { $0.name == "query" }?.value ?? "")
        guard (1...maxLength).contains(query.count) else {
            throw ProblemDetails(.malformedRequest, errors: [.init(parameter: "query", fault(of: query.count))])
        }
        return (query, limit)
    }

    /// The fault of a search text with a number of characters.
    package static func fault(of count: Int) -> FieldFault {
        FieldFault(
            count == 0 ? .required : .tooLong, "Must be 1 to \(maxLength) characters long.",
            ["min": 1, "max": .integer(maxLength)])
    }
}
