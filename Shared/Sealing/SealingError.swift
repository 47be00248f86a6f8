import Foundation

/// Why a value could not be sealed or opened.
package enum SealingError: Error, Sendable, Equatable {
    /// The account was erased: its key is gone for ever, and with it everything that was sealed.
    case erased(account: UUID)
    /// No key was ever made for the account.
    case unknownAccount(UUID)
    /// The bytes were changed, belong to another account, field or resource, or were sealed with a key that is not known.
    case tampered
    /// The bytes are too short to be sealed, or what was sealed is no value of the asked type.
    case malformed
    /// The keys cannot be reached or read right now; not retryable when the stored key itself is damaged.
    case keyRingUnavailable(isRetryable: Bool)

    /// Whether the same call may succeed later without anybody's help.
    package var isRetryable: Bool { self == .keyRingUnavailable(isRetryable: true) }
}

extension SealingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .erased(let account): "account \(account.uuidString.lowercased()) was erased"
        case .unknownAccount(let account): "account \(account.uuidString.lowercased()) has no data key"
        case .tampered: "the sealed value was changed or belongs elsewhere"
        case .malformed: "the sealed value has no valid form"
        case .keyRingUnavailable(let isRetryable):
            "the key ring is not available\(isRetryable ? "" : " and a retry will not help")"
        }
    }
}
