import Foundation
import ReminderBench

/// Prints as JSON how long reminders that are due in the same minute take, and what alerts wait meanwhile.
///
///     reminder-bench [PEOPLE]     100,000 unless named; TEST_DATABASE_URL and TEST_KAFKA_BROKERS say where
@main
enum Main {
    static func main() async throws {
        let people = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
        let figures = try await ReminderRun.measure(people: people)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    }
}
