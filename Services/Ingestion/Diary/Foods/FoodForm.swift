import EventContracts
import IngestionCore
import ServiceRuntime

/// A food of a person as sent in a request.
protocol FoodForm: Sendable {
    var name: String { get set }

    /// A food without figures.
    init(name: String)

    /// Applies the given fields except the name, and validates the result.
    ///
    /// - Throws: `invalidFields`.
    mutating func apply(_ fields: inout BodyFields) throws(ProblemDetails)
}

extension FoodForm {
    /// A new food.
    ///
    /// - Throws: `invalidFields`.
    static func new(_ body: JSONValue) throws(ProblemDetails) -> Self {
        var fields = try BodyFields(body)
        var form = Self(name: fields.requiredWords("name", longest: MealWords.maxNameLength))
        try form.apply(&fields)
        return form
    }

    /// Applies the given fields: omitted fields are kept; null clears a field or a single figure.
    ///
    /// - Throws: `invalidFields`.
    func changed(by body: JSONValue) throws(ProblemDetails) -> Self {
        var fields = try BodyFields(body)
        var form = self
        if fields.names("name") { form.name = fields.requiredWords("name", longest: MealWords.maxNameLength) }
        try form.apply(&fields)
        return form
    }
}
