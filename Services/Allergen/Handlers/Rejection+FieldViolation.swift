import Messaging
import ServiceRuntime

extension Rejection {
    /// Refuses what breaks a rule; the gateway refuses the same with a list, so that the first one is enough here.
    ///
    /// - Throws: a `Rejection` when there is a violation.
    static func unlessEmpty(_ violations: [FieldViolation]) throws(Rejection) {
        guard let first = violations.first else { return }
        throw Rejection(.invalidFields, detail: "\(first.pointer) \(first.rule)")
    }
}
