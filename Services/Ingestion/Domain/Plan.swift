import ServiceRuntime

/// What an account may use of what is kept; everybody has the configured plan until plans are sold (C12).
///
/// History is written for everybody, so that it is there for whoever gets the other plan later. Allergens are no matter of
/// plans.
package enum Plan: String, Sendable, CaseIterable {
    /// The current day.
    case basic
    /// Every day (NUT-15).
    case pro

    /// Whether days other than the current one are shown.
    var showsHistory: Bool { self == .pro }
    /// Whether reports tell macronutrients, nutrients and percentages (NUT-13).
    var showsDetails: Bool { self == .pro }
    /// Whether reports can be kept as files (NUT-31).
    var keepsFiles: Bool { self == .pro }
}

extension EnvironmentFormat<Plan> {
    /// The name of a plan.
    static var plan: Self {
        let names = Plan.allCases.map(\.rawValue).joined(separator: " or ")
        return Self(names, placeholder: .basic) { _, text in Plan(rawValue: text) }
    }
}
