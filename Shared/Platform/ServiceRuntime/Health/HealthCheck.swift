/// The result of a check.
package enum HealthStatus: Sendable, Equatable {
    case up
    /// The reason is for operators: it contains no personal data and no secrets.
    case down(String)
}

/// One dependency that a service needs for its work.
package struct HealthCheck: Sendable {
    /// How long a check may take before it counts as down.
    package static let deadline = Duration.seconds(2)

    /// Shown by `/health/ready`.
    package let name: String
    let check: @Sendable () async -> HealthStatus

    /// A check that queries the dependency; it never runs twice at once, and counts as down after `deadline`.
    package init(name: String, check: @escaping @Sendable () async -> HealthStatus) {
        self.name = name
        self.check = check
    }
}
