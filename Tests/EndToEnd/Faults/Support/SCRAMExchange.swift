import Crypto
import Foundation

/// The server's half of one sign-in by SCRAM-SHA-512 (RFC 5802).
struct SCRAMExchange {
    private static let rounds = 4_096
    private static let salt = Data("a salt of the test's own".utf8)

    /// The server's first message: nonce, salt and number of iterations.
    let challenge: String
    private let opening: String
    private let nonce: String
    private let password: String

    /// Nil if the message is not a client's first one.
    ///
    /// - Parameters:
    ///   - message: The client's first message.
    ///   - users: Passwords by name; an unknown user gets the same challenge, but no proof is accepted.
    init?(_ message: String, users: [String: String]) {
        guard message.hasPrefix("n,,") else { return nil }
        opening = String(message.dropFirst(3))
        let fields = Self.fields(opening)
        guard let name = fields["n"], let given = fields["r"] else { return nil }
        password = users[name] ?? UUID().uuidString
        nonce = given + UUID().uuidString
        challenge = "r=\(nonce),s=\(Self.salt.base64EncodedString()),i=\(Self.rounds)"
    }

    /// The server's proof in answer to a valid client proof; nil for any other message.
    ///
    /// Before release 2.6.1 librdkafka sends its own part of the nonce twice. Kafka accepted that before 4.0, and so
    /// does this server; the server's part is at the end in both cases.
    func answer(_ message: String) -> String? {
        let fields = Self.fields(message)
        guard let said = fields["r"], said.hasSuffix(nonce), let channel = fields["c"],
            let proof = fields["p"].flatMap({ Data(base64Encoded: $0) })
        else { return nil }
        let all = Data("\(opening),\(challenge),c=\(channel),r=\(said)".utf8)
        let salted = salted()
        let client = Self.sign(Data("Client Key".utf8), salted)
        let signature = Self.sign(all, Data(SHA512.hash(data: client)))
        guard proof == Data(zip(client, signature).map { $0 ^ $1 }) else { return nil }
        return "v=" + Self.sign(all, Self.sign(Data("Server Key".utf8), salted)).base64EncodedString()
    }

    /// The function `Hi` of RFC 5802.
    private func salted() -> Data {
        let key = Data(password.utf8)
        var round = Self.sign(Self.salt + [0, 0, 0, 1], key)
        var result = round
        for _ in 1..<Self.rounds {
            round = Self.sign(round, key)
            result = Data(zip(result, round).map { $0 ^ $1 })
        }
        return result
    }

    private static func sign(_ data: Data, _ key: Data) -> Data {
        Data(HMAC<SHA512>.authenticationCode(for: data, using: SymmetricKey(data: key)))
    }

    private static func fields(_ text: String) -> [String: String] {
        Dictionary(
            text.split(separator: ",").map { (String($0.prefix(1)), String($0.dropFirst(2))) },
            uniquingKeysWith: { first, _ in first })
    }
}
