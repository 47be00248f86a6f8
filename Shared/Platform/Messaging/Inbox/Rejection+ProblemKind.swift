import EventContracts
import ServiceRuntime

extension Rejection {
    /// A rejection with a problem of a known kind.
    ///
    /// - Parameters:
    ///   - kind: Decides type, title and status.
    ///   - detail: A description of this occurrence without personal data.
    package init(_ kind: ProblemKind, detail: String? = nil) {
        self.init(
            problem: OutcomeProblem(type: kind.type, title: kind.title, status: kind.statusCode, detail: detail))
    }
}
