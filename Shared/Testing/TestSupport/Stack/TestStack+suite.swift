/// A stack that the tests of a suite use one after the other, since starting one takes longer than most tests.
///
/// Each test registers its own people, counts only its own rows, and may break what it repairs.
extension TestStack {
    /// The stack of the running suite.
    @TaskLocal private static var ofSuite: TestStack?

    /// The stack is only available within a suite that shares one.
    private struct NoSuite: Error {}

    /// Runs a stack while a suite runs.
    ///
    /// - Parameters:
    ///   - schemas: The services, the gateway first.
    ///   - environment: Additional environment of every service, or replacing parts of it.
    ///   - suite: Runs the suite's tests.
    /// - Throws: The error of the suite, or of a missing dependency.
    package static func shared(
        _ schemas: [Schema], environment: [String: String] = [:], by suite: () async throws -> Void
    ) async throws {
        try await with(schemas, environment: environment) { stack in
            try await $ofSuite.withValue(stack) { try await suite() }
        }
    }

    /// Lends the suite's stack; every service is restored to its configuration, whatever the previous test changed.
    ///
    /// - Parameter body: Receives the stack.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    package static func lent<Value>(_ body: (TestStack) async throws -> Value) async throws -> Value {
        guard let stack = ofSuite else { throw NoSuite() }
        for service in stack.services where !service.isRunning || service.isStartedOtherwise {
            try await service.restart()
        }
        try await stack.waitUntilReady()
        return try await body(stack)
    }
}
