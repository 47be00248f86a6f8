import IngestionCore
import Sealing
import ServiceRuntime

/// A browser's authenticator response, as written by `PublicKeyCredential.toJSON`.
struct CredentialForm: Sendable {
    /// Maximum size of each part, in bytes.
    private static let maxPartSize = 8_192
    /// Maximum number of transports.
    private static let maxTransports = 8

    let credentialID: [UInt8]
    let clientData: [UInt8]
    private let response: JSONValue

    /// Reads the member `credential`.
    ///
    /// - Throws: `PasskeyFault.malformed`.
    init(_ value: JSONValue?) throws(PasskeyFault) {
        guard let value, value["type"] == .string("public-key"), let response = value["response"],
            let id = Self.bytes(value["rawId"]), !id.isEmpty, id.count <= AuthenticatorData.maxCredentialIDLength,
            value["id"] == value["rawId"], let clientData = Self.bytes(response["clientDataJSON"])
        else { throw .malformed }
        credentialID = id
        self.clientData = clientData
        self.response = response
    }

    /// Decodes a part of the response.
    ///
    /// - Throws: `PasskeyFault.malformed`.
    func part(_ name: String) throws(PasskeyFault) -> [UInt8] {
        guard let bytes = Self.bytes(response[name]) else { throw .malformed }
        return bytes
    }

    /// The user handle from the authenticator; nil if it sends none.
    func userHandle() throws(PasskeyFault) -> [UInt8]? {
        guard let value = response["userHandle"], value != .null else { return nil }
        guard let bytes = Self.bytes(value) else { throw .malformed }
        return bytes
    }

    /// Transports of the authenticator; overlong values are dropped.
    var transports: [String] {
        guard case .array(let values)? = response["transports"] else { return [] }
        let words = values.compactMap { value -> String? in
            guard case .string(let word) = value, (1...32).contains(word.utf8.count),
                word.utf8.allSatisfy({ (0x61...0x7a).contains($0) || $0 == 0x2d })
            else { return nil }
            return word
        }
        return Array(words.prefix(Self.maxTransports))
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard case .string(let text)? = value, text.utf8.count <= maxPartSize * 4 / 3 + 2 else { return nil }
        return Base64URL.decode(text)
    }
}
