import EventContracts
import ServiceRuntime

extension Rejection {
    /// A "no" of a known kind.
    ///
    /// - Parameters:
    ///   - kind: decides type, title and status.
    ///   - detail: this occurrence, in words that hold nothing personal.
    package init(_ kind: ProblemKind, detail: String? = nil) {
        self.init(
            problem: OutcomeProblem(type: kind.type, title: kind.title, status: kind.statusCode, detail: detail))
    }
}
