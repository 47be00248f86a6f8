import Foundation
import Hexadecimal

/// Why a value could not be sealed or opened.
package enum SealingError: Error, Sendable, Equatable {
    /// The account was erased: its key is gone, and with it all data sealed with it.
    case erased(account: UUID)
    /// The account never had a key.
    case unknownAccount(UUID)
    /// The bytes were changed, belong to another account, field or resource, or were sealed with an unknown key.
    case tampered
    /// The bytes are too short, or the opened value has another type.
    case malformed
    /// The keys are not accessible now; not retryable if the stored key itself is damaged.
    case keyRingUnavailable(isRetryable: Bool)

    /// Whether the same call may succeed later without intervention.
    package var isRetryable: Bool { self == .keyRingUnavailable(isRetryable: true) }
}

extension SealingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .erased(let account): "account \(account.text) was erased"
        case .unknownAccount(let account): "account \(account.text) has no data key"
        case .tampered: "the sealed value was changed or belongs elsewhere"
        case .malformed: "the sealed value has no valid form"
        case .keyRingUnavailable(let isRetryable):
            "the key ring is not available\(isRetryable ? "" : " and a retry will not help")"
        }
    }
}
