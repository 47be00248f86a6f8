import EventContracts
import ServiceRuntime

extension Call {
    /// The account in the path of a staff route.
    ///
    /// - Throws: `forbidden` for the caller's own account; `notFound` if the path contains no valid id.
    package func otherAccount() throws(ProblemDetails) -> AccountID {
        let subject = AccountID(try ResourceReader.id(of: self))
        guard try subject != principal.account else {
            throw ProblemDetails(.forbidden, detail: "You cannot do this to your own account.")
        }
        return subject
    }
}
