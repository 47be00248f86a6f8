/// A stack that the tests of a suite use one after the other: to start one takes longer than most tests.
///
/// Each test has people of its own, counts nobody else's rows, and may break what it mends.
extension TestStack {
    /// The stack of the suite that is running.
    @TaskLocal private static var ofSuite: TestStack?

    /// A test asked for the stack of a suite that has none.
    private struct NoSuite: Error {}

    /// Runs a stack for as long as a suite takes.
    ///
    /// - Parameters:
    ///   - schemas: the services, the gateway first.
    ///   - environment: what every service gets besides, or instead.
    ///   - suite: runs the suite's tests.
    /// - Throws: what the suite throws, or what is missing.
    package static func shared(
        _ schemas: [Schema], environment: [String: String] = [:], by suite: () async throws -> Void
    ) async throws {
        try await with(schemas, environment: environment) { stack in
            try await $ofSuite.withValue(stack) { try await suite() }
        }
    }

    /// Lends the suite's stack, with every service running as it is configured, whatever the test before has left.
    ///
    /// - Parameter body: receives the stack.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    package static func lent<Value>(_ body: (TestStack) async throws -> Value) async throws -> Value {
        guard let stack = ofSuite else { throw NoSuite() }
        for service in stack.services where !service.isRunning || service.isStartedOtherwise {
            try await service.restart()
        }
        try await stack.waitUntilReady()
        return try await body(stack)
    }
}
