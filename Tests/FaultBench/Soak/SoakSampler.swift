import EventContracts
import Foundation
import Postgres
import TestPeers
import TestSupport

/// Samples the processes, logs and tables of a stack.
struct SoakSampler {
    /// Tables of messages, commands and streams, whose rows expire.
    static let pruned: Set<String> = [
        "outbox", "operations", "idempotency_keys", "credential_answers", "account_events", "sessions",
        "refresh_tokens",
        "pending_scans",
    ]

    private struct Name: Hashable {
        let subject: String
        let quantity: SoakSeries.Quantity
    }

    private let stack: TestStack
    private let begin = ContinuousClock.now
    private var series: [Name: SoakSeries] = [:]

    init(stack: TestStack) {
        self.stack = stack
    }

    /// Seconds since the first sample.
    var now: Double { (ContinuousClock.now - begin) / .seconds(1) }

    /// All series in a fixed order.
    var all: [SoakSeries] {
        series.values.sorted { ($0.quantity.rawValue, $0.subject) < ($1.quantity.rawValue, $1.subject) }
    }

    /// Takes one sample.
    ///
    /// - Throws: An error of the database.
    mutating func sample() async throws {
        let time = now
        for service in stack.services {
            guard let figures = ProcessFigures(of: service) else { continue }
            add(Double(figures.residentBytes), to: service.name, .memory, time)
            add(Double(figures.descriptors), to: service.name, .descriptors, time)
            add(Double(figures.threads), to: service.name, .threads, time)
            let log = try? service.log.resourceValues(forKeys: [.fileSizeKey]).fileSize
            let size = (try? FileManager.default.attributesOfItem(atPath: service.log.path)[.size] as? Int) ?? log
            add(Double(size ?? 0), to: service.name, .log, time)
        }
        var owned: [String: Double] = [:]
        let rows = try await stack.admin.query(
            """
            SELECT schemaname, relname, pg_total_relation_size(relid) FROM pg_stat_user_tables
            WHERE schemaname <> 'public' ORDER BY 1, 2
            """)
        for row in rows {
            let (schema, table, bytes) = try row.decode(String.self, String.self, Int.self)
            if Self.pruned.contains(table) {
                add(Double(bytes), to: "\(schema).\(table)", .pruned, time)
            } else {
                owned[schema, default: 0] += Double(bytes)
            }
        }
        for (schema, bytes) in owned { add(bytes, to: schema, .owned, time) }
    }

    private mutating func add(_ value: Double, to subject: String, _ quantity: SoakSeries.Quantity, _ time: Double) {
        series[Name(subject: subject, quantity: quantity), default: SoakSeries(subject, quantity)]
            .points.append((time, value))
    }
}
