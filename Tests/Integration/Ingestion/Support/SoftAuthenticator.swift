import Crypto
import EventContracts
import Foundation
import IngestionAccounts
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport

/// A software authenticator: creates real keys and signs as a browser and an authenticator do, with faults on request.
struct SoftAuthenticator {
    var origin = "http://localhost:8080"
    var rpID = "localhost"
    /// User present, user verified.
    var flags: UInt8 = 0x05
    var signCount: UInt32 = 1
    var algorithm = -7
    var format = "none"
    /// Replaces the correct value of `type` in the client data.
    var type: String?
    /// Further members of the client data.
    var more = ""
    /// Changes the CBOR before it is sent.
    var spoil: (inout [UInt8]) -> Void = { _ in }
    /// Changes the signature before it is sent.
    var spoilSignature: (inout [UInt8]) -> Void = { _ in }
    var userHandle: [UInt8]?
    private let key = P256.Signing.PrivateKey()
    var credentialID = (0..<16).map { _ in UInt8.random(in: .min ... .max) }

    private func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        Array(
            #"{"type":"\#(self.type ?? type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(more)}"#.utf8)
    }

    private func head(_ flags: UInt8) -> [UInt8] {
        Array(SHA256.hash(data: Array(rpID.utf8))) + [flags] + withUnsafeBytes(of: signCount.bigEndian) { Array($0) }
    }

    /// The public key in COSE format.
    private var coseKey: CBORValue {
        let point = [UInt8](key.publicKey.x963Representation)
        return .map([
            .init(key: .integer(1), value: .integer(2)), .init(key: .integer(3), value: .integer(algorithm)),
            .init(key: .integer(-1), value: .integer(1)), .init(key: .integer(-2), value: .bytes(Array(point[1...32]))),
            .init(key: .integer(-3), value: .bytes(Array(point[33...]))),
        ])
    }

    /// The attestation object of a registration.
    var attestationObject: [UInt8] {
        let length = UInt16(credentialID.count)
        let data =
            head(flags | 0x40) + [UInt8](repeating: 0, count: 16) + [UInt8(length >> 8), UInt8(length & 0xff)]
            + credentialID + CBORWriter.bytes(of: coseKey)
        var object = CBORWriter.bytes(
            of: .map([
                .init(key: .text("fmt"), value: .text(format)), .init(key: .text("attStmt"), value: .map([])),
                .init(key: .text("authData"), value: .bytes(data)),
            ]))
        spoil(&object)
        return object
    }

    /// A browser's response to `options` for creating a passkey.
    func registration(_ options: JSONValue) -> String {
        let challenge = options["publicKey"]?["challenge"]?.string ?? ""
        let id = Base64URL.encode(credentialID)
        return #"{"id":"\#(id)","rawId":"\#(id)","type":"public-key","clientExtensionResults":{},"response":{"#
            + #""clientDataJSON":"\#(Base64URL.encode(clientData("webauthn.create", challenge)))","#
            + #""attestationObject":"\#(Base64URL.encode(attestationObject))","transports":["internal","hybrid"]}}"#
    }

    /// A browser's response to `options` for using a passkey.
    func assertion(_ options: JSONValue) -> String {
        let challenge = options["publicKey"]?["challenge"]?.string ?? ""
        let client = clientData("webauthn.get", challenge)
        var data = head(flags)
        let signed = data + Array(SHA256.hash(data: client))
        var signature = (try? key.signature(for: signed)).map { [UInt8]($0.derRepresentation) } ?? []
        spoil(&data)
        spoilSignature(&signature)
        let id = Base64URL.encode(credentialID)
        let handle = userHandle.map { #","userHandle":"\#(Base64URL.encode($0))""# } ?? ""
        return #"{"id":"\#(id)","rawId":"\#(id)","type":"public-key","clientExtensionResults":{},"response":{"#
            + #""clientDataJSON":"\#(Base64URL.encode(client))","#
            + #""authenticatorData":"\#(Base64URL.encode(data))","#
            + #""signature":"\#(Base64URL.encode(signature))"\#(handle)}}"#
    }
}

/// Writes canonical CBOR; entries keep their order.
enum CBORWriter {
    static func bytes(of value: CBORValue) -> [UInt8] {
        switch value {
        case .unsigned(let number): head(0, number)
        case .negative(let number): head(1, number)
        case .bytes(let bytes): head(2, UInt64(bytes.count)) + bytes
        case .text(let text): head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let values): head(4, UInt64(values.count)) + values.flatMap(bytes)
        case .map(let entries):
            head(5, UInt64(entries.count)) + entries.flatMap { bytes(of: $0.key) + bytes(of: $0.value) }
        case .bool(let isTrue): [isTrue ? 0xf5 : 0xf4]
        case .null: [0xf6]
        }
    }

    private static func head(_ type: UInt8, _ number: UInt64) -> [UInt8] {
        let count: Int
        switch number {
        case ..<24: return [type << 5 | UInt8(number)]
        case ..<0x100: count = 1
        case ..<0x1_0000: count = 2
        case ..<0x1_0000_0000: count = 4
        default: count = 8
        }
        let short: UInt8 = [1: 24, 2: 25, 4: 26][count] ?? 27
        return [type << 5 | short] + withUnsafeBytes(of: number.bigEndian) { Array($0.suffix(count)) }
    }
}

extension Person {
    /// Registers a passkey.
    func add(
        _ authenticator: SoftAuthenticator, name: String = "phone", code: String? = nil
    ) async throws -> TestHTTPClient.Answer {
        // An account without a password is sent no code.
        let more = code.map { #","code":"\#($0)""# } ?? ""
        let proof = password.isEmpty ? "{}" : #"{"currentPassword":"\#(password)"\#(more)}"#
        let options = try await send("POST", "/v1/account/passkeys/options", proof)
        guard options.status == 200 else { throw Unexpected(options) }
        return try await send(
            "POST", "/v1/account/passkeys",
            #"{"name":"\#(name)","credential":\#(authenticator.registration(try options.json))}"#)
    }
}

extension TestGateway {
    /// Sends JSON text without a session.
    func send(_ path: String, _ body: String) async throws -> TestHTTPClient.Answer {
        try await client.send("POST", path, headers: ["content-type": "application/json"], body: Array(body.utf8))
    }

    /// Signs in by a passkey.
    func signIn(_ authenticator: SoftAuthenticator) async throws -> TestHTTPClient.Answer {
        let options = try await send("/v1/sessions/passkey/options", "{}")
        guard options.status == 200 else { throw Unexpected(options) }
        return try await send(
            "/v1/sessions/passkey", #"{"credential":\#(authenticator.assertion(try options.json))}"#)
    }

    /// Links an account to an issuer, as if the person had signed in there.
    func link(_ person: Person, at issuer: String) async throws {
        let subject = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        try await database.pool.execute(
            """
            INSERT INTO identities (identity_id, account_id, issuer, subject_index, linked_at)
            VALUES (\(UUID()), \(person.account.uuid), \(issuer), \(subject), \(clock.now()))
            """)
    }

    /// Number of entries of an action in the audit log.
    func audited(_ action: String) async throws -> Int64 {
        let rows = try await database.pool.query("SELECT count(*) FROM audit_entries WHERE action = \(action)")
        return try rows[0].decode(Int64.self)
    }
}
