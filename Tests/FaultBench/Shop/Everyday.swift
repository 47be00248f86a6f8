import TestPeers
import TestSupport

/// A person who buys a plan and uses every feature, so that every service publishes events.
struct Everyday: Sendable {
    /// An unexpected answer.
    private struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    private static let entries = [
        ("POST", "/v1/meals", #"{"name":"Lunch","items":[{"name":"Soup","grams":100,"energyKcal":50}]}"#),
        ("PUT", "/v1/goals", #"{"energyKcal":2000}"#),
        ("POST", "/v1/foods", #"{"name":"Bread of mine","nutrients":{"energyKcal":250}}"#),
        ("POST", "/v1/saved-foods", #"{"name":"Saved soup","energyKcal":50}"#),
        (
            "POST", "/v1/receipts",
            """
            {"merchant":"Corner","purchasedAt":"2026-01-14","items":[{"name":"Milk","amount":{"amount":"3.50",\
            "currency":"CAD"}}],"total":{"amount":"3.50","currency":"CAD"}}
            """
        ),
        ("POST", "/v1/budgets", #"{"name":"Food","period":"month","amount":{"amount":"3.00","currency":"CAD"}}"#),
    ]

    let person: TestPerson
    let bank: FaultyBank

    /// Uses every feature once and waits for each answer.
    ///
    /// - Throws: The first unexpected answer.
    func live() async throws {
        try await Buyer(person: person, bank: bank).buy()
        try await person.setProfile(.init(["milk"]))
        _ = try await person.scan("Ingredients: milk, sugar.")
        try await person.recordReaction(on: "2026-01-02", cause: "milk", notes: "hives")
        for (method, path, body) in Self.entries {
            let answer = try await person.http.send(
                method, path, headers: ["content-type": "application/json", "prefer": "wait=20"], body: Array(body.utf8)
            )
            guard [200, 201].contains(answer.status) else {
                throw Refused(description: "\(method) \(path): \(answer.status) \(answer.text)")
            }
        }
    }
}
