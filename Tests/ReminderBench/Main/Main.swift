import Foundation
import ReminderBench

/// Prints, as JSON, how long it takes to send reminders that are due in the same minute, and how long alerts wait
/// meanwhile.
///
///     reminder-bench [PEOPLE]     default 100,000; TEST_DATABASE_URL and TEST_KAFKA_BROKERS name the servers
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
