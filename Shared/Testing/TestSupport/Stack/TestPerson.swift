import Foundation
import TestPeers
import UnitSupport

/// A signed-in person with an account.
package struct TestPerson: Sendable {
    package let id: UUID
    package let email: String
    /// Sends the person's access token.
    package let http: TestHTTPClient

    /// A person's allergen profile.
    package struct Profile: Codable, Sendable, Equatable {
        package var allergens: [String]
        package var otherIngredients: [String]
        package var traces: String
        package var history: String?
        /// The version that the gateway assigned.
        package var version: Int64?

        package init(_ allergens: [String], otherIngredients: [String] = [], traces: String = "warn") {
            self.allergens = allergens
            self.otherIngredients = otherIngredients
            self.traces = traces
        }
    }

    /// A finding in an ingredient list.
    package struct Finding: Decodable, Sendable, Equatable {
        package struct Evidence: Decodable, Sendable, Equatable { package let text: String }
        package let allergen: String?
        package let otherIngredient: String?
        package let evidence: [Evidence]
    }

    /// A label scan with its verdict.
    package struct Scan: Decodable, Sendable, Equatable {
        package let id: UUID
        package let verdict: String
        package let complete: Bool
        package let language: String?
        /// Whether the scan is kept in full; a compact fact has no text.
        package let inFull: Bool
        package let text: String?
        package let contains: [Finding]
        package let mayContain: [Finding]
        package let profileVersion: Int64
        package let profileEmpty: Bool
        package let profilePending: Bool
    }

    /// The state of an accepted request.
    package struct Operation: Decodable, Sendable, Equatable {
        package let id: UUID
        package let status: String
        package let resource: String?
    }

    private struct Finished<Value: Decodable>: Decodable { let result: Value? }

    /// A notice in the inbox.
    package struct Notice: Decodable, Sendable, Equatable {
        package let id: UUID
        package let kind: String
        /// The scan of an alert.
        package let scan: UUID?
        package let urgency: String
        package let title: String
        package let body: String
        package let language: String
        package let read: Bool
        package let cause: String
    }

    private struct Page<Item: Decodable & Sendable>: Decodable, Sendable {
        let items: [Item]
        let next: String?
    }

    private struct Label: Encodable {
        let text: String
        let language: String?
        let gtin: String?
    }

    /// How long a request may wait for its result, in seconds.
    private static let wait = 12

    /// The same person, sending requests to another gateway.
    package func through(_ gateway: PublicGateway) -> TestPerson {
        var other = gateway.http
        other.headers = http.headers
        other.session = http.session
        return TestPerson(id: id, email: email, http: other)
    }

    /// Replaces the profile; waits for the result if `isHeld`.
    package func putProfile(_ profile: Profile, isHeld: Bool = true) async throws -> TestHTTPClient.Answer {
        try await http.send("PUT", "/v1/allergen-profile", json: profile, headers: Self.headers(isHeld: isHeld))
    }

    /// Replaces the profile and waits until it applies.
    @discardableResult
    package func setProfile(_ profile: Profile) async throws -> Profile {
        try await putProfile(profile).expect(200)
    }

    /// Posts an ingredient list.
    package func postScan(
        _ text: String, language: String? = nil, gtin: String? = nil, key: String? = UUID().uuidString,
        isHeld: Bool = true
    ) async throws -> TestHTTPClient.Answer {
        var headers = Self.headers(isHeld: isHeld)
        headers["idempotency-key"] = key
        return try await http.send(
            "POST", "/v1/label-scans", json: Label(text: text, language: language, gtin: gtin), headers: headers)
    }

    /// Posts another command, without waiting for its result.
    package func post(_ path: String, _ json: String, key: String) async throws -> TestHTTPClient.Answer {
        try await http.send(
            "POST", path, headers: ["content-type": "application/json", "idempotency-key": key], body: Array(json.utf8))
    }

    /// Posts a photo, without waiting for its result.
    package func post(_ path: String, photo: [UInt8], key: String) async throws -> TestHTTPClient.Answer {
        try await http.send(
            "POST", path, headers: ["content-type": "image/jpeg", "idempotency-key": key], body: photo)
    }

    /// Posts an ingredient list and waits for the verdict.
    package func scan(_ text: String, language: String? = nil, gtin: String? = nil) async throws -> Scan {
        try await result(of: postScan(text, language: language, gtin: gtin))
    }

    /// The result of an accepted command; on a busy machine it may take longer than a request may wait.
    ///
    /// - Returns: The decoded result.
    /// - Throws: `UnexpectedAnswer` unless the status is 201 or 202; `ConditionNotMet` if the command has no result.
    package func result<Value: Decodable>(of answer: TestHTTPClient.Answer) async throws -> Value {
        guard answer.status == 202 else { return try answer.expect(201) }
        let path = "/v1/operations/\(try answer.decode(Operation.self).id.uuidString.lowercased())"
        return try await eventually("the command has its result") { () async throws -> Value? in
            try await http.get(path).expect(200, as: Finished<Value>.self).result
        }
    }

    /// The current state of an operation.
    package func operation(_ id: UUID) async throws -> Operation {
        try await http.get("/v1/operations/\(id.uuidString.lowercased())").expect(200)
    }

    /// The whole inbox, newest first.
    package func notices() async throws -> [Notice] {
        try await all("/v1/notifications")
    }

    /// All scans, newest first.
    package func scans() async throws -> [Scan] {
        try await all("/v1/label-scans")
    }

    /// Records an entry of the reaction diary and waits until it exists.
    package func recordReaction(on day: String, cause: String, notes: String) async throws {
        struct Reaction: Encodable {
            let occurredOn: String
            let allergens = ["peanuts"]
            let cause: String
            let notes: String
        }
        struct Recorded: Decodable { let id: UUID }
        let _: Recorded = try await http.send(
            "POST", "/v1/reactions", json: Reaction(occurredOn: day, cause: cause, notes: notes),
            headers: Self.headers(isHeld: true)
        ).expect(201)
    }

    private func all<Item: Decodable & Sendable>(_ path: String) async throws -> [Item] {
        var items: [Item] = [], cursor: String?
        repeat {
            let query = "?limit=100" + (cursor.map { "&cursor=\($0)" } ?? "")
            let page: Page<Item> = try await http.get(path + query).expect(200)
            items += page.items
            cursor = page.next
        } while cursor != nil
        return items
    }

    private static func headers(isHeld: Bool) -> [String: String] {
        isHeld ? ["prefer": "wait=\(wait)"] : [:]
    }
}
