import Foundation
import TestPeers

/// A client of the public API, independent of the services' code.
package struct PublicGateway: Sendable {
    package let http: TestHTTPClient

    package init(_ http: TestHTTPClient) {
        self.http = http
    }

    /// Registers a person and signs in.
    ///
    /// - Throws: `UnexpectedAnswer` if the gateway refuses.
    package func register(
        locale: String = "en", email: String? = nil, password: String = "correct horse battery"
    ) async throws -> TestPerson {
        struct Terms: Decodable { let version: String }
        struct Form: Encodable {
            let email: String
            let password: String
            let locale: String
            let timeZone = "America/Toronto"
            let acceptedTerms: String
            let consents = ["sharing": true, "communityPrices": true, "location": true]
        }
        struct SignedIn: Decodable {
            struct Account: Decodable { let id: UUID }
            struct Session: Decodable { let accessToken: String }
            let account: Account
            let session: Session
        }
        let terms: Terms = try await http.get("/v1/terms").expect(200)
        let address = email ?? "person-\(UUID().uuidString.lowercased())@example.org"
        let form = Form(email: address, password: password, locale: locale, acceptedTerms: terms.version)
        let signedIn: SignedIn = try await http.send("POST", "/v1/accounts", json: form).expect(201)
        var own = http
        own.session = TestSession(token: signedIn.session.accessToken, email: address, password: password)
        return TestPerson(id: signedIn.account.id, email: address, http: own)
    }
}
