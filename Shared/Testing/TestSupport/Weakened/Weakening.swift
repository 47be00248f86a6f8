import Messaging
import ServiceRuntime

/// The protections that the fault bench removes from a service, read from the environment of `weakened-service`.
///
/// | key | type | default |
/// |---|---|---|
/// | `FAILPOINT` | `stage:count`, where the process ends | none |
/// | `PROTECTIONS_OFF` | names of `WeakenedRules` to disable, separated by commas | none |
/// | `PAYMENT_PROTECTIONS_OFF` | `true`: `billing` repeats calls under new keys, without checking first | `false` |
///
/// All three are refused unless the database is on this machine.
package struct Weakening: Sendable {
    package let failPoint: FailPoint?
    package let rules: WeakenedRules
    package let repeatsPayments: Bool

    /// The program that contains every service and reads these keys.
    package static let program = "weakened-service"
    private static let keys = ["FAILPOINT", "PROTECTIONS_OFF", "PAYMENT_PROTECTIONS_OFF"]

    /// Whether a service with this environment must run as `weakened-service`.
    package static func isNeeded(by environment: [String: String]) -> Bool {
        keys.contains { environment[$0]?.isEmpty == false }
    }

    /// Reads the keys above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(
        from environment: EnvironmentReader, isOnThisMachine: Bool
    ) throws(ConfigurationError) {
        var environment = environment
        failPoint = environment.optional("FAILPOINT", as: .failPoint)
        rules = environment.optional("PROTECTIONS_OFF", as: .protectionsOff, default: .all)
        repeatsPayments = environment.optional("PAYMENT_PROTECTIONS_OFF", as: .boolean, default: false)
        if !isOnThisMachine {
            let refusal = "is for fault tests, whose database is on the same machine as they are"
            if failPoint != nil { environment.report("FAILPOINT", refusal) }
            if rules != .all { environment.report("PROTECTIONS_OFF", refusal) }
            if repeatsPayments { environment.report("PAYMENT_PROTECTIONS_OFF", refusal) }
        }
        try environment.finish()
    }

    /// Passes the removed protections to a service.
    package func apply(to settings: inout EventServiceSettings) {
        settings.observer = failPoint?.observer
        if rules != .all { settings.rules = rules }
    }
}

extension EnvironmentFormat<FailPoint> {
    /// A stage and the occurrence at which the process ends.
    package static var failPoint: Self {
        let stages = ProcessingStage.allCases.map(\.rawValue).joined(separator: ", ")
        let never = FailPoint(.published, count: .max)
        return Self("a stage (\(stages)) and a count, like published:3", placeholder: never) { _, text in
            FailPoint(text)
        }
    }
}

extension EnvironmentFormat<WeakenedRules> {
    /// All rules but those named.
    package static var protectionsOff: Self {
        let names = WeakenedRules.names.map(\.name).joined(separator: ", ")
        return Self("rules to do without (\(names)), commas between", placeholder: .all) { _, text in
            WeakenedRules(allBut: text)
        }
    }
}
