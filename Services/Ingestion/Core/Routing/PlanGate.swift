import EventContracts
import Foundation
import Quantities
import ServiceRuntime

/// The part of a route that needs a plan with history: days other than the current one (NUT-15, C12).
///
/// A meal can be read by its id and corrected whatever its day is: it is what the person entered.
package enum PlanRule: Sendable, Equatable {
    /// Nothing.
    case none
    /// All of it.
    case everything
    /// What is about another day than the current one, by the `{date}` of the path.
    case otherDays
    /// What is about a meal of another day than the current one, by the `{id}` of the path.
    case mealsOfOtherDays
    /// What is about other days, which the endpoint leaves out or refuses: the path does not tell which.
    case leftOut
}

/// Refuses what an account's plan does not hold, by the rule of the route.
package struct PlanGate: Sendable {
    package let plans: AccountPlans
    package let resources: ResourceReader

    package init(plans: AccountPlans, resources: ResourceReader) {
        self.plans = plans
        self.resources = resources
    }

    /// - Throws: `forbidden`; a `PostgresError`.
    package func admit(_ call: Call) async throws {
        let rule = call.route.plan
        guard rule != .none, rule != .leftOut else { return }
        let account = try call.principal.account
        guard try await !plans.entitlements(of: account).history else { return }
        switch rule {
        case .none, .leftOut: return
        case .everything: throw Self.refusal
        case .otherDays:
            // What is no day is not there, which the endpoint says.
            guard let day = call.id.flatMap({ CalendarDay($0) }) else { return }
            try await requireToday(day, of: account)
        case .mealsOfOtherDays:
            let resource = ResourceReference(.meal, try ResourceReader.id(of: call))
            guard let meal = try await resources.ownDocument(resource, of: account) else { return }
            try await requireToday(try EventCoding.decode(MealChanged.self, from: meal.body).day, of: account)
        }
    }

    private func requireToday(_ day: CalendarDay, of account: AccountID) async throws {
        guard try await day == resources.today(of: account) else { throw Self.refusal }
    }

    package static var refusal: ProblemDetails {
        ProblemDetails(.forbidden, because: .currentDay)
    }
}
