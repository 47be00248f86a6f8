import Foundation
import Quantities
import TestPeers
import TestSupport

/// People who send requests, and repeat requests without a clear response under the same key.
package struct Load: Sendable {
    /// Too few requests were sent for a valid result.
    package struct TooLittle: Error, CustomStringConvertible {
        package let description: String
    }

    package var accounts = 8
    /// Requests per second, independent of the responses; nil if each person waits for the response.
    package var rate: Double?
    /// Without a rate: maximum number of requests per person.
    package var each = 40
    /// Without a rate: pause between an answer and the next request.
    package var pause = Duration.milliseconds(150)
    /// Maximum time of repeating one request.
    package var timeout = Duration.seconds(30)
    /// Whether a repeated request keeps its idempotency key.
    package var keepsKeys = true
    /// Number of rounds in which people change their profiles: each change rechecks all their scans, so a long load
    /// would otherwise consist of rechecks only.
    package var changingRounds = 64
    /// Photos that people sometimes send; each takes about a second of processor time.
    package var photos: Photos?

    /// Sample photos of a meal and a receipt.
    package struct Photos: Sendable {
        let meal: [UInt8]
        let receipt: [UInt8]

        package init(meal: [UInt8], receipt: [UInt8]) {
            self.meal = meal
            self.receipt = receipt
        }
    }

    /// Number of rounds until the kinds of requests repeat.
    private static let kinds = 8

    private static let texts = [
        "Ingredients: sugar, milk, salt.", "Ingrédients : sucre, sel.", "Ingredientes: huevo, sal.", "配料：花生、盐。",
    ]

    package init(
        accounts: Int = 8, rate: Double? = nil, each: Int = 40, pause: Duration = .milliseconds(150)
    ) {
        self.accounts = accounts
        self.rate = rate
        self.each = each
        self.pause = pause
    }

    /// Sends requests while the body runs and waits for the last responses.
    ///
    /// - Parameters:
    ///   - stack: The tested stack.
    ///   - gateway: The address of the gateway, if clients must not use the direct one.
    ///   - body: The actions meanwhile; receives the running load.
    /// - Returns: The requests.
    /// - Throws: The error of the body; `TooLittle`.
    package func run(
        on stack: TestStack, through gateway: PublicGateway? = nil, while body: (History) async throws -> Void
    ) async throws -> History {
        var people: [TestPerson] = []
        for _ in 0..<accounts {
            let person = try await stack.gateway.register()
            people.append(gateway.map { person.through($0) } ?? person)
        }
        let history = History()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            if let rate {
                tasks.addTask { [people] in await open(people, rate: rate, history) }
            } else {
                for person in people {
                    tasks.addTask {
                        for round in 0..<each where !history.isOver {
                            await add(of: person, round: round, history)
                            try await Task.sleep(for: pause)
                        }
                    }
                }
            }
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(history))
            } catch {
                result = .failure(error)
            }
            history.end()
            try await tasks.waitForAll()
            try result.get()
        }
        guard history.entries.count > accounts else {
            throw TooLittle(description: "the load did not run: \(history.entries.count) requests")
        }
        return history
    }

    /// Like the function above, for a body that does not use the running load.
    package func run(on stack: TestStack, while body: () async throws -> Void) async throws -> History {
        try await run(on: stack) { _ in try await body() }
    }

    /// Starts requests at the rate, by each person in turn, with varying kinds of requests.
    private func open(_ people: [TestPerson], rate: Double, _ history: History) async {
        await withDiscardingTaskGroup { requests in
            var index = 0
            while !history.isOver, !Task.isCancelled {
                let due = history.start + .seconds(Double(index) / rate)
                if due > .now { try? await Task.sleep(until: due) }
                let place = index % people.count, person = people[place]
                let round = index / people.count + place % Self.kinds
                requests.addTask { await add(of: person, round: round, history) }
                index += 1
            }
        }
    }

    /// The kind of a person's request in a round.
    ///
    /// Of eight requests one changes the profile while profiles change, one records a meal and one a purchase; the
    /// others are scans. With photos, one of sixteen is a meal and one a receipt.
    private func kind(of round: Int) -> History.Kind {
        if photos != nil, round % 16 == 6 { return .mealPhoto }
        if photos != nil, round % 16 == 14 { return .receiptPhoto }
        return switch round % Self.kinds {
        case 0 where round < changingRounds: .profile
        case 2: .meal
        case 5: .receipt
        default: .scan
        }
    }

    /// Sends a request until it has a clear response.
    private func add(of person: TestPerson, round: Int, _ history: History) async {
        let kind = kind(of: round)
        let begin = ContinuousClock.now
        var key = UUID().uuidString, attempts = 0
        var outcome = History.Outcome.info
        while .now < begin + timeout {
            attempts += 1
            if attempts > 1, !keepsKeys { key = UUID().uuidString }
            if let clear = await attempt(kind, of: person, round: round, key: key, history) {
                outcome = clear
                break
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
        var entry = History.Entry(account: person.id, kind: kind, outcome: outcome)
        entry.key = kind.hasKey ? key : nil
        entry.attempts = attempts
        entry.time = (begin - history.start)...max(.now - history.start, begin - history.start)
        history.add(entry)
    }

    /// Number of rounds that share the same days: eight meals on three days, eight purchases on one.
    ///
    /// People do not enter hundreds a day, so a long load continues on later days.
    private static let roundsOfDays = 64

    /// A day after January 10; the days repeat after a quarter of a year.
    private static func day(_ days: Int, _ round: Int) -> String {
        let first = CalendarDay(year: 2026, month: 1, day: 10)
        return first?.adding(days: days + round / roundsOfDays * 3 % 90)?.description ?? "2026-01-10"
    }

    /// A meal of a known food, an unknown one, or plain energy; on one of three days.
    private static func meal(_ round: Int) -> String {
        """
        {"name":"Lunch","eatenAt":"\(day(round % 3, round))T12:00:00Z","items":[{"foodId":"sr28-01009",\
        "grams":\(30 + round)},{"name":"grandmother's stew","grams":200},{"energyKcal":\(100 + round)}]}
        """
    }

    /// A purchase; each has a different total.
    private static func receipt(_ round: Int) -> String {
        let cents = String(1_000 + round), amount = "\(cents.dropLast(2)).\(cents.suffix(2))"
        let money = "{\"amount\":\"\(amount)\",\"currency\":\"CAD\"}"
        return """
            {"merchant":"Corner","purchasedAt":"\(day(4, round))","items":[{"name":"Milk","amount":\(money)}],\
            "total":\(money)}
            """
    }

    /// Sends a request once.
    ///
    /// - Returns: The result; nil if it has to be repeated.
    private func attempt(
        _ kind: History.Kind, of person: TestPerson, round: Int, key: String, _ history: History
    ) async -> History.Outcome? {
        let begin = ContinuousClock.now
        let answer: TestHTTPClient.Answer? =
            switch kind {
            case .scan: try? await person.postScan(Self.texts[round % Self.texts.count], key: key, isHeld: false)
            case .profile: try? await person.putProfile(.init(round % 16 == 0 ? ["milk"] : ["eggs"]), isHeld: false)
            case .meal: try? await person.post("/v1/meals", Self.meal(round), key: key)
            case .receipt: try? await person.post("/v1/receipts", Self.receipt(round), key: key)
            case .mealPhoto: try? await person.post("/v1/meals", photo: photos?.meal ?? [], key: key)
            case .receiptPhoto: try? await person.post("/v1/receipts", photo: photos?.receipt ?? [], key: key)
            }
        guard let answer else {
            history.broke()
            return nil
        }
        history.answered(answer.status, after: .now - begin)
        if answer.status == 202, let operation: TestPerson.Operation = try? answer.decode() {
            return .ok(operation: operation.id)
        }
        let isFinal = (400..<500).contains(answer.status) && ![409, 429].contains(answer.status)
        return isFinal ? .fail(status: answer.status) : nil
    }
}
