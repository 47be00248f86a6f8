/// A field that breaks a rule.
package struct FieldViolation: Sendable, Equatable {
    /// JSON Pointer of the field.
    package let pointer: String
    /// The violated rule, fit for display.
    package let rule: String
}
