import Foundation
import HTTPTypes
import Messaging
import Sealing
import ServiceRuntime

/// What somebody has to show before what a thief of their session must not do.
extension AccountEndpoints {
    /// Says what may be shown for a deed; the challenge of a passkey is good for that deed alone, in this session.
    func startProof(_ call: Call) async throws -> Answer {
        var fields = try BodyFields(call.body)
        let deed = fields.optionalChoice("for", of: ProvenDeed.self)
        if deed == nil, !fields.hasProblem("for") { fields.report("for", "is required") }
        try fields.finish()
        let principal = try call.principal, stored = try await stored(principal.account)
        let known = try await PasskeyRepository.list(of: stored.account, in: database.pool)
        let factor = try await SecondFactorRepository.read(stored.account, in: database.pool)
        var options: PasskeyRequestView?
        if let deed, !known.isEmpty {
            let challenge = ShareToken.random()
            try await PasskeyRepository.insert(
                challenge: challenge.hash, for: .proof, of: stored.account, proving: (deed, principal.session),
                until: issuer.clock.now() + PasskeyChallenge.life, in: database.pool)
            options = PasskeyRequestView(
                challenge: challenge.text, rpId: proofs.ceremony.site.id,
                allowCredentials: known.map(PasskeyDescriptorView.init), userVerification: "required")
        }
        let view = ProofView(
            password: stored.hasPassword, code: stored.hasPassword && factor?.confirmedAt != nil,
            signInUntil: stored.hasPassword ? nil : try await proofs.freshUntil(principal.session),
            publicKey: options)
        return try .json(.ok, view)
    }
}
