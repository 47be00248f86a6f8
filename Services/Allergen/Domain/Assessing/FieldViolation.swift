/// A field that breaks a rule.
package struct FieldViolation: Sendable, Equatable {
    /// JSON Pointer of the field.
    package let pointer: String
    /// What the field must be, fit to be shown.
    package let rule: String
}
