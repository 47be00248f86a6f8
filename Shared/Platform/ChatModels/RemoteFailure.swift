/// Why a remote model gave no answer; the raw value is the label of metrics.
package enum RemoteFailure: String, Error, Sendable, CaseIterable {
    /// The server is paused after repeated failures, or at its own request.
    case leftAlone
    /// The maximum number of concurrent calls is reached.
    case busy
    case timedOut
    case unreachable
    /// The server's certificate is not trusted.
    case untrusted
    /// 429: too many requests.
    case limited
    /// 5xx.
    case server
    /// The server rejects the credentials, or does not know the model.
    case unauthorized
    /// The server rejects the request in every supported format.
    case refused
    /// The answer exceeds the maximum size.
    case tooLarge
    /// The answer does not have the requested format.
    case unreadable
    /// The caller no longer waits for it.
    case cancelled
}
