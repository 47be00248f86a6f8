import Foundation
import Testing

/// A run of the tests that need no server: `make test-unit`, and `make test-tsan` under ThreadSanitizer.
package enum UnitRun {
    /// Whether only tests without PostgreSQL and a broker run (`TEST_UNIT`).
    package static let isOn = ProcessInfo.processInfo.environment["TEST_UNIT"] != nil

    /// Whether the tests run under ThreadSanitizer (`TEST_TSAN`).
    package static let isSanitized = ProcessInfo.processInfo.environment["TEST_TSAN"] != nil

    /// The number of random inputs to try: a fifth of them in a unit run.
    package static func rounds(_ count: Int) -> Int { isOn ? count / 5 : count }

    /// Skips the rest of the current test in such a run.
    ///
    /// - Parameter server: What the test needs.
    /// - Throws: The cancellation of the test.
    package static func skipTest(needing server: String) throws {
        guard isOn else { return }
        #if compiler(>=6.3)
            try Test.cancel("needs \(server)")
        #endif
    }
}

extension Trait where Self == ConditionTrait {
    /// Takes seconds; left out of a unit run.
    package static var slow: Self { .disabled(if: UnitRun.isOn, "takes seconds") }

    /// Takes seconds and tests concurrent code: left out of a unit run, except under ThreadSanitizer.
    package static var slowConcurrent: Self {
        .disabled(if: UnitRun.isOn && !UnitRun.isSanitized, "takes seconds")
    }
}
