import Crypto
import Foundation
import Hexadecimal

/// Verifies that Stripe sent a notification, by the header `Stripe-Signature` over the raw bytes of the request.
///
/// `t=<seconds>,v1=<hex of HMAC-SHA256 over "<t>.<body>">`, with several `v1` while a secret is being rotated; other
/// schemes are ignored (Stripe, "Resolve webhook signature verification errors", "Verify manually").
package struct StripeSignature: Sendable {
    /// The name of the header.
    package static let header = "Stripe-Signature"

    /// Maximum difference between the notification's time and now: the default of Stripe's own libraries.
    package static let defaultTolerance = Duration.seconds(300)

    private let keys: [SymmetricKey]
    private let tolerance: Duration

    /// - Parameters:
    ///   - secrets: Secrets of the endpoint, such as `whsec_…`; several during a rotation.
    ///   - tolerance: Maximum difference between the notification's time and now.
    package init(secrets: [String], tolerance: Duration = Self.defaultTolerance) {
        keys = secrets.filter { !$0.isEmpty }.map { SymmetricKey(data: Array($0.utf8)) }
        self.tolerance = tolerance
    }

    /// Why a notification is rejected.
    package enum Refusal: Error, Sendable, Equatable {
        case malformed
        /// No signature matches any of the secrets.
        case forged
        /// The signature is valid, but its time is not current: a replay, or a wrong clock.
        case untimely
    }

    /// Verifies a notification.
    ///
    /// - Parameters:
    ///   - body: The received bytes.
    ///   - header: The value of the header.
    ///   - now: The time.
    /// - Throws: The reason if it is not accepted.
    package func check(_ body: [UInt8], header: String, at now: Date) throws(Refusal) {
        guard header.utf8.count <= Self.maxHeaderLength else { throw .malformed }
        var time: Int64?, signatures: [[UInt8]] = []
        for part in header.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { throw .malformed }
            switch pair[0].trimmingCharacters(in: .whitespaces) {
            case "t":
                guard time == nil, pair[1].allSatisfy(\.isASCIIDigit), let seconds = Int64(pair[1]) else {
                    throw .malformed
                }
                time = seconds
            case "v1":
                if let signature = [UInt8](hexadecimal: pair[1]), signature.count == SHA256Digest.byteCount {
                    signatures.append(signature)
                }
            default: continue
            }
        }
        guard let time, !signatures.isEmpty else { throw .malformed }
        let signed = Self.signed(body, at: time)
        // swift-crypto compares in constant time.
        let isGenuine = keys.contains { key in
            signatures.contains { HMAC<SHA256>.isValidAuthenticationCode($0, authenticating: signed, using: key) }
        }
        guard isGenuine else { throw .forged }
        let age = abs(now.timeIntervalSince1970 - Double(time))
        guard age <= Double(tolerance.components.seconds) else { throw .untimely }
    }

    /// The signature header of a notification, for `payment-sandbox` and tests.
    ///
    /// - Parameters:
    ///   - body: The bytes to send.
    ///   - secret: Secret of the endpoint.
    ///   - now: The time.
    /// - Returns: The header's value.
    package static func sign(_ body: [UInt8], secret: String, at now: Date) -> String {
        let time = Int64(now.timeIntervalSince1970)
        let code = HMAC<SHA256>.authenticationCode(
            for: signed(body, at: time), using: SymmetricKey(data: Array(secret.utf8)))
        return "t=\(time),v1=" + code.hexadecimal
    }

    private static let maxHeaderLength = 2_048

    private static func signed(_ body: [UInt8], at time: Int64) -> [UInt8] { Array("\(time).".utf8) + body }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
