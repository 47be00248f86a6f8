/// A condition that was not met in time.
package struct ConditionNotMet: Error, CustomStringConvertible {
    package let description: String
}

/// Waits until a condition holds: checks at once, then after each pause.
///
/// - Parameters:
///   - description: Names the condition in the error.
///   - limit: Maximum time to wait; by default long enough for a machine with much other load.
///   - pause: Time between two checks.
///   - condition: Checked until it is true; its own errors end the waiting.
/// - Throws: `ConditionNotMet` after the limit.
package func eventually(
    _ description: String, within limit: Duration = .seconds(120), every pause: Duration = .milliseconds(10),
    _ condition: () async throws -> Bool
) async throws {
    _ = try await eventually(description, within: limit, every: pause) { try await condition() ? true : nil }
}

/// Waits until there is a value: checks at once, then after each pause.
///
/// - Parameters:
///   - description: Names the value in the error.
///   - limit: Maximum time to wait; by default long enough for a machine with much other load.
///   - pause: Time between two checks.
///   - value: Called until it is not nil; its own errors end the waiting.
/// - Returns: The value.
/// - Throws: `ConditionNotMet` after the limit.
package func eventually<Value>(
    _ description: String, within limit: Duration = .seconds(120), every pause: Duration = .milliseconds(10),
    value: () async throws -> Value?
) async throws -> Value {
    let end = ContinuousClock.now + limit
    while true {
        if let value = try await value() { return value }
        guard ContinuousClock.now < end else {
            throw ConditionNotMet(description: "not within \(limit): \(description)")
        }
        try await Task.sleep(for: pause)
    }
}
