import FaultBench
import Testing
import TestSupport

/// Faults that must not break the system: nothing is lost or duplicated, and the order per account is kept.
///
/// The tests of a suite share a stack, one after the other; tests that could leave it broken have their own.
@Suite("Faults under load", .serialized, .tags(.long), .timeLimit(.minutes(15)))
enum Faults {}

extension Tag {
    /// These suites take more than ten seconds.
    @Tag static var long: Self
}

/// Runs the services while a suite runs.
struct SuiteStack: SuiteTrait, TestScoping {
    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await TestStack.shared(try backbone()) { try await function() }
    }
}

extension Trait where Self == SuiteStack {
    /// Tests of this suite share a stack (`TestStack.lent`).
    static var oneStack: Self { Self() }
}
