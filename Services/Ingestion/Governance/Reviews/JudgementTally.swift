import IngestionCore
import Postgres
import ServiceRuntime

/// Metrics of answers to questions about suggestions: whether filters are right and suggestions useful (SPD-09,
/// SPD-12).
package struct JudgementTally: Sendable {
    /// Interval between counts.
    package static let interval = Duration.seconds(60)

    private let database: PostgresPool
    private let gauges: [(question: JudgementRepository.Question, yes: Gauge, no: Gauge)]

    init(database: PostgresPool, registry: MetricsRegistry) {
        self.database = database
        let name = "foodmagic_gateway_suggestions_judged", help = "Feedback on suggestions, by answer."
        gauges = JudgementRepository.Question.allCases.map { question in
            func gauge(_ answer: String) -> Gauge {
                registry.gauge(name, help: help, labels: ["question": question.rawValue, "answer": answer])
            }
            return (question, gauge("yes"), gauge("no"))
        }
    }

    /// Updates the metrics once.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        let counts = try await JudgementRepository.counts(in: database)
        for (question, yes, no) in gauges {
            yes.set(Double(counts[question]?.yes ?? 0))
            no.set(Double(counts[question]?.no ?? 0))
        }
    }
}
