import Foundation
import IngestionCore
import ServiceRuntime

/// Requirements for a new password (NIST SP 800-63B-4 section 3.1.1: length and known passwords, no composition rules).
package enum PasswordRules {
    /// Minimum and maximum number of Unicode scalars.
    package static let length = 8...128

    /// Why a password is refused.
    package enum Fault: Sendable, Equatable, CaseIterable {
        case tooShort, tooLong, common, likeAddress

        /// The displayed fault.
        package var field: FieldFault {
            switch self {
            case .tooShort: .tooShort(min: length.lowerBound)
            case .tooLong: .tooLong(max: length.upperBound)
            case .common: .init(.common, "is too easy to guess: many people use it, or one like it")
            case .likeAddress: .init(.likeAddress, "must not be the e-mail address")
            }
        }
    }

    /// The form that is hashed, so that a password typed on two keyboards is the same.
    package static func normalize(_ password: String) -> String { password.precomposedStringWithCanonicalMapping }

    /// The fault of a new password, or nil if it is accepted.
    package static func fault(in password: String, address: EmailAddress?) -> Fault? {
        let password = normalize(password)
        let count = password.unicodeScalars.count
        if count < length.lowerBound { return .tooShort }
        if count > length.upperBound { return .tooLong }
        let lowered = password.lowercased()
        if CommonPasswords.holds(password) { return .common }
        if let address, isLike(lowered, address) { return .likeAddress }
        return nil
    }

    private static func isLike(_ password: String, _ address: EmailAddress) -> Bool {
        let local = address.normalized.prefix { $0 != "@" }
        return password == address.normalized || password == address.text.lowercased() || password == local
    }
}
