import EventContracts
import IngestionCore
import Quantities
import Sealing

/// Calculates the goals of a new account as `PUT /v1/goals` does.
package struct FirstGoalsReader: FirstGoals {
    private let sealer: Sealer

    package init(sealer: Sealer) {
        self.sealer = sealer
    }

    package func read(_ fields: inout BodyFields, on day: CalendarDay) -> Goals? {
        guard let form = GoalBodyForm(&fields, with: GoalSettings(), on: day) else { return nil }
        return { account in
            GoalSettings(
                basis: try await sealer.seal(form.basis, .goalBasis(of: account)), reckoned: form.reckoned)
        }
    }
}
