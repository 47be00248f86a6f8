import ArgumentParser
import Foundation
import Postgres

/// The register of breaches of security safeguards, and the response to each (OPS-14).
struct BreachRegister: Sendable {
    /// A step taken about a breach.
    enum Step: String, Codable, Sendable, CaseIterable, ExpressibleByArgument {
        case described, assessed, contained, noted, closed
        /// The Privacy Commissioner of Canada was notified.
        case commissionerNotified = "commissioner-told"
        case peopleNotified = "people-told"
    }

    /// The assessment of the harm.
    struct Assessment: Codable, Sendable, Equatable {
        var people: Int64
        /// Whether there is a real risk of significant harm to the people concerned.
        var isSignificant: Bool
    }

    /// A recorded step.
    struct Entry: Codable, Sendable, Equatable {
        var at: Date
        var who: String
        var step: Step
        var assessment: Assessment?
        var detail: String
    }

    /// A breach with all recorded steps, oldest first.
    struct Breach: Codable, Sendable, Equatable {
        var number: Int64
        var happenedAt: Date
        var foundAt: Date
        var steps: [Entry]

        /// Legally required steps still to be taken.
        ///
        /// A breach must be assessed; if it may cause significant harm, the commissioner and the people concerned must
        /// be notified as soon as feasible (PIPEDA, section 10.1).
        var due: [Step] {
            guard let assessment = steps.last(where: { $0.assessment != nil })?.assessment else { return [.assessed] }
            guard assessment.isSignificant else { return [] }
            return [.commissionerNotified, .peopleNotified].filter { step in !steps.contains { $0.step == step } }
        }

        var isClosed: Bool { steps.last?.step == .closed }
    }

    let database: OperatorDatabase

    /// Enters a breach.
    ///
    /// - Returns: Its number.
    /// - Throws: `ControlFailure.usage` if it was found before it happened, or a `PostgresError`.
    func enter(happenedAt: Date, foundAt: Date, detail: String) async throws -> Int64 {
        guard foundAt >= happenedAt else { throw ControlFailure.usage("a breach cannot be found before it happened") }
        return try await write("a breach is entered") { transaction, who in
            let rows = try await transaction.query(
                """
                INSERT INTO breaches (happened_at, found_at) VALUES (\(happenedAt), \(foundAt)) RETURNING number
                """)
            guard let number = try rows.first?.decode(Int64.self) else {
                throw ControlFailure.problem("the register returned no number")
            }
            try await Self.add(
                Entry(at: foundAt, who: who, step: .described, detail: detail), to: number, in: transaction)
            return number
        }
    }

    /// Adds a step of the response to a breach.
    ///
    /// - Throws: `ControlFailure` if there is no such breach, or an assessment is missing or not allowed.
    func add(_ step: Step, _ assessment: Assessment?, detail: String, to number: Int64) async throws {
        guard (step == .assessed) == (assessment != nil) else {
            throw ControlFailure.usage("--people and --significant or --not-significant belong to the step assessed")
        }
        try await write("breach \(number): \(step.rawValue)") { transaction, who in
            let rows = try await transaction.query("SELECT 1 FROM breaches WHERE number = \(number)")
            guard !rows.isEmpty else { throw ControlFailure.problem("there is no breach \(number)") }
            try await Self.add(
                Entry(at: Date(), who: who, step: step, assessment: assessment, detail: detail), to: number,
                in: transaction)
        }
    }

    /// Every breach, newest first.
    func list() async throws -> [Breach] {
        try await database.withSchema(AuditLog.schema) { pool in
            let rows = try await pool.query(
                """
                SELECT breaches.number, happened_at, found_at, at, who, step, people, is_significant, detail
                FROM breaches JOIN breach_steps ON breach_steps.number = breaches.number
                ORDER BY breaches.number DESC, breach_steps.id
                """)
            var breaches: [Breach] = []
            for row in rows {
                let number = try row.decode("number", as: Int64.self)
                if breaches.last?.number != number {
                    breaches.append(
                        Breach(
                            number: number, happenedAt: try row.decode("happened_at", as: Date.self),
                            foundAt: try row.decode("found_at", as: Date.self), steps: []))
                }
                breaches[breaches.count - 1].steps.append(try Self.entry(row))
            }
            return breaches
        }
    }

    private static func entry(_ row: PostgresRow) throws -> Entry {
        let people = try row.decode("people", as: Int64?.self)
        let isSignificant = try row.decode("is_significant", as: Bool?.self)
        return Entry(
            at: try row.decode("at", as: Date.self), who: try row.decode("who", as: String.self),
            step: Step(rawValue: try row.decode("step", as: String.self)) ?? .noted,
            assessment: people.map { Assessment(people: $0, isSignificant: isSignificant ?? true) },
            detail: try row.decode("detail", as: String.self))
    }

    private static func add(_ entry: Entry, to number: Int64, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO breach_steps (number, who, step, people, is_significant, detail)
            VALUES (\(number), \(entry.who), \(entry.step.rawValue), \(entry.assessment?.people),
                \(entry.assessment?.isSignificant), \(entry.detail))
            """)
    }

    private func write<Value: Sendable>(
        _ deed: String, _ body: @Sendable (borrowing Transaction, _ who: String) async throws -> Value
    ) async throws -> Value {
        try await AuditLog(database: database).record(.breach, deed)
        let who = NSUserName()
        return try await database.withSchema(AuditLog.schema) { pool in
            try await pool.withTransaction { transaction in try await body(transaction, who) }
        }
    }
}
