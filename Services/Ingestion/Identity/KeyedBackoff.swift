import EventContracts
import ServiceRuntime

/// Slows tries of one kind at an account down, apart from those of every other kind.
struct KeyedBackoff: Sendable {
    /// What is tried, such as `passkey`.
    let kind: String
    let backoff: SignInBackoff

    /// - Throws: `tooManyRequests` when the account must wait before the next try.
    func admit(_ account: AccountID) throws(ProblemDetails) {
        if let pause = backoff.pause(for: key(account), at: .now) {
            throw ProblemDetails.tooManyRequests(retryAfter: pause)
        }
    }

    func failed(_ account: AccountID) { backoff.failed(key(account), at: .now) }
    func succeeded(_ account: AccountID) { backoff.succeeded(key(account)) }

    private func key(_ account: AccountID) -> [UInt8] { Array("\(kind) \(account)".utf8) }
}
