import Foundation
import Testing
import TestSupport

/// Several people who send one request after the other, and send again what got no clear answer, with the same key.
struct Load: Sendable {
    var accounts = 8
    /// Each sends no more requests than this.
    var each = 40
    /// Between a person's answer and the next request.
    var pause = Duration.milliseconds(150)
    /// How long a person tries one request.
    var patience = Duration.seconds(30)

    private static let texts = [
        "Ingredients: sugar, milk, salt.", "Ingrédients : sucre, sel.", "Ingredientes: huevo, sal.", "配料：花生、盐。",
    ]

    /// Sends while the body runs and waits for the last answers.
    ///
    /// - Returns: what was sent.
    /// - Throws: what the body throws.
    func run(on stack: TestStack, while body: () async throws -> Void) async throws -> History {
        var people: [TestPerson] = []
        for _ in 0..<accounts { people.append(try await stack.gateway.register()) }
        let history = History()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for person in people {
                tasks.addTask {
                    for round in 0..<each where !history.isOver {
                        history.add(try await entry(of: person, round: round, history))
                        try await Task.sleep(for: pause)
                    }
                }
            }
            let result: Result<Void, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            history.end()
            try await tasks.waitForAll()
            try result.get()
        }
        #expect(history.entries.count > accounts, "the load ran")
        return history
    }

    /// One request of a person: every eighth changes the profile, the others are scans.
    private func entry(of person: TestPerson, round: Int, _ history: History) async throws -> History.Entry {
        let kind: History.Kind = round % 8 == 0 ? .profile : .scan, key = UUID().uuidString
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            let answer: TestHTTPClient.Answer? =
                switch kind {
                case .scan:
                    try? await person.postScan(Self.texts[round % Self.texts.count], key: key, isHeld: false)
                case .profile:
                    try? await person.putProfile(.init(round % 16 == 0 ? ["milk"] : ["eggs"]), isHeld: false)
                }
            if let answer {
                history.answered(answer.status)
                if answer.status == 202 {
                    let operation: TestPerson.Operation = try answer.decode()
                    return .init(account: person.id, kind: kind, outcome: .ok(operation: operation.id))
                }
                if (400..<500).contains(answer.status), ![409, 429].contains(answer.status) {
                    return .init(account: person.id, kind: kind, outcome: .fail(status: answer.status))
                }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        return .init(account: person.id, kind: kind, outcome: .info)
    }
}
