import EventContracts
import Foundation
import IngestionAccounts
import IngestionCore
import IngestionService
import Messaging
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Tokens that are not accepted, and the keys that sign them.
extension IssuerTests {
    /// An invalid claim of a token.
    struct Lie: Sendable {
        let name: String
        let change: @Sendable (inout IssuerPeer.Claims) -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout IssuerPeer.Claims) -> Void) {
            self.name = name
            self.change = change
        }
    }

    private static let lies = [
        Lie("another issuer") { $0.iss += "/" }, Lie("another client") { $0.aud = ["other"] },
        Lie("other clients too, for nobody") { $0.aud.append("other") },
        Lie("made for another party") { $0.azp = "other" }, Lie("expired") { $0.exp -= 700 },
        Lie("of the future") { $0.iat += 700 }, Lie("another nonce") { $0.nonce = "x" },
        Lie("no nonce") { $0.nonce = nil }, Lie("nobody") { $0.sub = "" },
    ]

    @Test("OpenID Connect Core 3.1.3.7: tokens with wrong claims are rejected")
    func wrongClaims() async throws {
        try await Self.with { gateway, peer in
            for lie in Self.lies {
                peer.lie(lie.change)
                let answer = try await Self.signIn(gateway, peer)
                #expect(answer.status == 401, "\(lie.name)")
            }
            #expect(try await gateway.audited("registered") == 0)
        }
    }

    @Test("OpenID Connect 3.1.3.7: several audiences need our id as azp")
    func authorizedParty() async throws {
        try await Self.with { gateway, peer in
            peer.lie {
                $0.aud.append("other")
                $0.azp = IssuerPeer.clientID
            }
            let answer = try await Self.signIn(gateway, peer)
            #expect(answer.status == 201)
        }
    }

    @Test("RFC 8725: tokens with unpublished keys or algorithms are rejected")
    func signatures() async throws {
        try await Self.with { gateway, peer in
            peer.forge()
            let answer = try await Self.signIn(gateway, peer)
            #expect(answer.status == 401)
        }
        try await Self.with(signing: .rs256) { gateway, peer in
            let answer = try await Self.signIn(gateway, peer)
            #expect(answer.status == 401)
        }
    }

    @Test("GW-20: forged key ids do not cause repeated fetches of keys")
    func rotates() async throws {
        try await Self.with { gateway, peer in
            let answer = try await Self.signIn(gateway, peer)
            #expect(answer.status == 201)
            peer.rotate()
            // Keys are fetched at most once a minute.
            let early = try await Self.signIn(gateway, peer)
            #expect(early.status == 401)
            #expect(peer.fetches("/tenant/jwks") == 1)
            gateway.clock.advance(by: .seconds(61))
            #expect(try await Self.signIn(gateway, peer).status == 201)
            #expect(peer.fetches("/tenant/jwks") == 2)
        }
    }

    @Test(
        "issuers: an invalid list stops the start",
        arguments: [
            (#"[{"name":"auth0","issuer":"https://i.example/","clientId":"c","redirectUri":"app://x"}]"#, 1),
            (#"[]"#, 0), ("", 0), (#"{}"#, nil), (#"[{}]"#, nil),
            (#"[{"name":"A","issuer":"https://i.example","clientId":"c","redirectUri":"app://x"}]"#, nil),
            (#"[{"name":"a","issuer":"http://i.example","clientId":"c","redirectUri":"app://x"}]"#, nil),
            (
                #"""
                [{"name":"a","issuer":"https://i.example","clientId":"c","redirectUri":"app://x","algorithm":"none"}]
                """#,
                nil
            ),
            (
                #"""
                [{"name":"a","issuer":"https://i.example","clientId":"c","redirectUri":"app://x","algorithm":"HS256"}]
                """#,
                nil
            ),
            (
                #"[{"name":"a","issuer":"https://i.example","clientId":"c","redirectUri":"app://x","scopes":"email"}]"#,
                nil
            ),
        ])
    func configured(text: String, count: Int?) throws {
        var reader = EnvironmentReader(["OIDC_ISSUERS": text, "OIDC_SECRET_AUTH0": "s"])
        let issuers = IssuerSettings.read(from: &reader)
        if let count {
            try reader.finish()
            #expect(issuers.count == count && issuers.allSatisfy { $0.clientSecret == "s" && $0.algorithm == .rs256 })
        } else {
            #expect(throws: ConfigurationError.self) { try reader.finish() }
        }
    }
}
