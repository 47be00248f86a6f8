/// Why a remote model gave no answer; the raw value is the metrics' label.
package enum RemoteFailure: String, Error, Sendable, CaseIterable {
    /// It failed again and again, or asked for it: nobody asks for a while.
    case leftAlone
    /// As many calls are under way as may be.
    case busy
    case timedOut
    case unreachable
    /// Its certificate does not prove who it is.
    case untrusted
    /// 429: it has been asked too often.
    case limited
    /// 5xx.
    case server
    /// It does not let us in, or does not know the model.
    case unauthorized
    /// It refuses the request in every form we know.
    case refused
    /// The answer is larger than an answer can be.
    case tooLarge
    /// The answer is not what was asked for.
    case unreadable
    /// The caller no longer waits for it.
    case cancelled
}
