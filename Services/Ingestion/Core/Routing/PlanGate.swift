import EventContracts
import Foundation
import Quantities
import ServiceRuntime

/// The part of a route that needs a plan with history: days other than the current one (NUT-15, C12).
///
/// docs/plans.md has the answer of each route. Entries are kept on every plan, can always be deleted and exported, and
/// are shown again after an upgrade.
package enum PlanRule: Sendable, Equatable {
    /// No part of the route needs the plan.
    case none
    /// The whole route; the reason is used for the refusal.
    case everything(because: ProblemReason = .currentDay)
    /// Data of other days than the current one, by the `{date}` of the path.
    case otherDays
    /// A meal of another day than the current one, by the `{id}` of the path.
    case mealsOfOtherDays
    /// Data of other days, which the endpoint leaves out or refuses itself, because the path does not show the day.
    case leftOut
}

/// Refuses features that an account's plan does not include, by the rule of the route.
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
        case .everything(let reason): throw ProblemDetails(.forbidden, because: reason)
        case .otherDays:
            // An invalid day is refused by the endpoint.
            guard let day = call.id.flatMap({ CalendarDay($0) }) else { return }
            try await requireToday(day, of: account)
        case .mealsOfOtherDays:
            let resource = ResourceReference(.meal, try ResourceReader.id(of: call))
            // Includes deleted meals, since restoring one shows it.
            guard let meal = try await resources.newest(resource, of: account) else { return }
            try await requireToday(try EventCoding.decode(MealChanged.self, from: meal.body).day, of: account)
        }
    }

    /// Calls the handler, and removes figures from its answer that the plan does not include (NUT-16).
    ///
    /// - Throws: The error of the handler; a `PostgresError`.
    package func answer(
        _ call: Call, _ handler: @Sendable (Call) async throws -> Answer
    ) async throws -> Answer {
        guard call.route.showsFigures, try await !plans.entitlements(of: call.principal.account).detailedReports
        else { return try await handler(call) }
        var asked = call
        asked.headers = FigureMask.unmarked(call.headers)
        return FigureMask.masked(try await handler(asked))
    }

    private func requireToday(_ day: CalendarDay, of account: AccountID) async throws {
        guard try await day == resources.today(of: account) else { throw Self.refusal }
    }

    package static var refusal: ProblemDetails {
        ProblemDetails(.forbidden, because: .currentDay)
    }
}
