import ReminderBench
import TestSupport
import Testing

@Suite("Reminders due in the same minute", .timeLimit(.minutes(10)))
struct ReminderTests {
    @Test("NOT-01, NOT-04: all are sent, and no alert waits for them")
    func together() async throws {
        let figures = try await ReminderRun.measure(people: 600)
        print("\(figures)")
        #expect(figures.alerts > 0 && figures.busyAlert < figures.idleAlert + 1)
    }
}
