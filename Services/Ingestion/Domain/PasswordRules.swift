import Foundation

/// What a new password must fulfil (NIST SP 800-63B-4 section 3.1.1: length and a list of known ones, no composition
/// rules).
package enum PasswordRules {
    /// Fewest and most Unicode scalars.
    package static let length = 8...128

    /// Why a password is refused.
    package enum Fault: Sendable, Equatable, CaseIterable {
        case tooShort, tooLong, common, likeAddress

        /// What the person is told.
        package var detail: String {
            switch self {
            case .tooShort: "must have at least \(length.lowerBound) characters"
            case .tooLong: "must have at most \(length.upperBound) characters"
            case .common: "is one of the most used passwords"
            case .likeAddress: "must not be the e-mail address"
            }
        }
    }

    /// The form that is hashed, so that one password typed on two keyboards is the same.
    package static func normalize(_ password: String) -> String { password.precomposedStringWithCanonicalMapping }

    /// The fault of a new password, or nil when it is accepted.
    package static func fault(in password: String, address: EmailAddress?) -> Fault? {
        let password = normalize(password)
        let count = password.unicodeScalars.count
        if count < length.lowerBound { return .tooShort }
        if count > length.upperBound { return .tooLong }
        let lowered = password.lowercased()
        if common.contains(lowered) || Set(lowered.unicodeScalars).count == 1 { return .common }
        if let address, isLike(lowered, address) { return .likeAddress }
        return nil
    }

    private static func isLike(_ password: String, _ address: EmailAddress) -> Bool {
        let local = address.normalized.prefix { $0 != "@" }
        return password == address.normalized || password == address.text.lowercased() || password == local
    }

    /// The head of the usual lists of leaked passwords, those of eight characters and more.
    private static let common: Set<String> = [
        "password", "password1", "password12", "password123", "passw0rd", "p@ssw0rd", "p@ssword", "12345678",
        "123456789", "1234567890", "12345678910", "0123456789", "0987654321", "9876543210", "87654321", "987654321",
        "123123123", "12341234", "123454321", "1234qwer", "123qweasd", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx",
        "1qazxsw2", "zaq12wsx", "q1w2e3r4", "q1w2e3r4t5", "qwertyui", "qwertyuiop", "qwerty12", "qwerty123",
        "qwerty1234", "asdfghjk", "asdfghjkl", "zxcvbnm1", "azertyuiop", "iloveyou", "iloveyou1", "ilovegod",
        "sunshine", "princess", "football", "football1", "baseball", "baseball1", "basketball", "superman", "batman123",
        "starwars", "pokemon1", "trustno1", "welcome1", "welcome123", "letmein1", "letmein123", "changeme",
        "changeme1", "changeme123", "computer", "internet", "whatever", "michael1", "jennifer", "jordan23", "charlie1",
        "abcd1234", "abc12345", "abcdefgh", "abcdefghi", "a1b2c3d4", "aa123456", "a123456789", "admin123", "admin1234",
        "administrator", "liverpool", "chocolate", "butterfly", "diamonds", "mustang1", "corvette", "maverick",
        "midnight", "victoria", "samantha", "alexander", "elizabeth", "christian", "blink182", "87651234", "11223344",
        "112233445566", "147258369", "741852963", "159753456", "foodmagic", "foodmagic1", "secret123", "motdepasse",
        "contraseña", "woaini1314", "5201314520", "password!", "password1!", "hello123", "monkey123", "dragon123",
    ]
}
