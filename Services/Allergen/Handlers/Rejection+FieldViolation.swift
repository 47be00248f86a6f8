import Messaging
import ServiceRuntime

extension Rejection {
    /// Rejects invalid values; the gateway has already reported the complete list, so the first violation is enough
    /// here.
    ///
    /// - Throws: A `Rejection` if there is a violation.
    static func unlessEmpty(_ violations: [FieldViolation]) throws(Rejection) {
        guard let first = violations.first else { return }
        throw Rejection(.invalidFields, detail: "\(first.pointer) \(first.rule)")
    }
}
