/// Why a remote model gave no answer; the raw value is the metrics' label.
package enum RemoteFailure: String, Error, Sendable, CaseIterable {
    /// It failed repeatedly, or asked for a pause: no call is made for a while.
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
    /// It rejects the credentials, or does not know the model.
    case unauthorized
    /// It refuses the request in every supported form.
    case refused
    /// The answer is larger than an answer can be.
    case tooLarge
    /// The answer does not have the requested form.
    case unreadable
    /// The caller no longer waits for it.
    case cancelled
}
