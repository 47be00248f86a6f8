import EventContracts
import Foundation
import IngestionCore
import Sealing
import ServiceRuntime

/// A verified new passkey, not yet assigned to an account.
struct AttestedPasskey: Sendable {
    /// The challenge that the passkey answers.
    let challenge: PasskeyChallenge
    fileprivate let credentialID: [UInt8]
    fileprivate let publicKey: [UInt8]
    fileprivate let data: AuthenticatorData
    fileprivate let transports: [String]

    /// The passkey for an account.
    ///
    /// - Throws: A `SealingError`.
    func passkey(of person: AccountID, named name: String, at now: Date, sealer: Sealer) async throws -> Passkey {
        let id = PasskeyID.random()
        return Passkey(
            id: id, account: person, credentialID: credentialID, publicKey: publicKey, signCount: Int64(data.signCount),
            isBackedUp: data.isBackedUp,
            nameSealed: try await sealer.seal(bytes: Array(name.utf8), .passkeyName(id, of: person)),
            transports: transports, createdAt: now)
    }
}

extension PasskeyCeremony {
    /// Verifies a browser's registration response.
    ///
    /// - Parameters:
    ///   - credential: The credential in the request body.
    ///   - purpose: The required purpose of the challenge.
    ///   - take: Consumes the challenge with a hash, whatever the result.
    /// - Returns: The passkey.
    /// - Throws: A `PasskeyFault`, or an error of `take`.
    func attested(
        _ credential: JSONValue?, for purpose: PasskeyChallenge.Purpose,
        take: ([UInt8]) async throws -> PasskeyChallenge?
    ) async throws -> AttestedPasskey {
        let form = try CredentialForm(credential)
        let clientData = try self.clientData(form.clientData, of: .create)
        guard let challenge = try await take(clientData.challengeHash) else { throw PasskeyFault.challenge }
        let (data, attested) = try registration(attestationObject: form.part("attestationObject"))
        guard attested.credentialID == form.credentialID else { throw PasskeyFault.malformed }
        return AttestedPasskey(
            challenge: challenge, credentialID: attested.credentialID, publicKey: attested.publicKey, data: data,
            transports: form.transports)
    }
}
