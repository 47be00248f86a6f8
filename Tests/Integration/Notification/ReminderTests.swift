import ReminderBench
import TestSupport
import Testing

@Suite("Reminders due in the same minute", .timeLimit(.minutes(10)))
struct ReminderTests {
    @Test("NOT-01, NOT-04: reminders: all due ones are sent, and no alert waits")
    func together() async throws {
        let figures = try await ReminderRun.measure(people: 600)
        print("\(figures)")
        // An alert that waits for the reminders takes about as long as all of them.
        #expect(figures.alerts > 0 && figures.medianAlert < max(figures.idleAlert + 1, figures.wall / 3))
    }
}
