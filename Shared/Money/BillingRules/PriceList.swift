import EventContracts
import Quantities

/// The length of a billing period (BIL-01).
package enum BillingInterval: String, Codable, Sendable, CaseIterable {
    case month, year

    /// Calendar months in one period.
    package var months: Int {
        switch self {
        case .month: 1
        case .year: 12
        }
    }
}

/// A plan that can be bought: a tier for an interval at a price.
package struct Plan: Codable, Sendable, Equatable {
    /// The plan's permanent id; a new price is a new plan, so that prices of existing subscribers do not change.
    package var planID: String
    package var tier: PlanTier
    package var interval: BillingInterval
    /// Without taxes, for one seat and one period.
    package var price: Money
    /// Days before the first payment; 0 without a trial.
    package var trialDays: Int
    /// How many seats can be bought; more than one for institutions (BIL-20).
    package var seats: ClosedRange<Int>
    /// Whether it is on sale; existing subscribers keep it otherwise.
    package var isOffered: Bool

    package init(
        planID: String, tier: PlanTier, interval: BillingInterval, price: Money, trialDays: Int = 0,
        seats: ClosedRange<Int> = 1...1, isOffered: Bool = true
    ) {
        self.planID = planID
        self.tier = tier
        self.interval = interval
        self.price = price
        self.trialDays = trialDays
        self.seats = seats
        self.isOffered = isOffered
    }
}

/// The available plans (BIL-01); Basic is free and not in the list.
package struct PriceList: Sendable, Equatable {
    package let plans: [Plan]
    private let byID: [String: Plan]

    /// Nil if two plans have the same id, a price is not positive, or a trial is negative.
    package init?(_ plans: [Plan]) {
        let byID = Dictionary(plans.map { ($0.planID, $0) }) { first, _ in first }
        guard byID.count == plans.count,
            plans.allSatisfy({ $0.price.minorUnits > 0 && $0.trialDays >= 0 && $0.seats.lowerBound >= 1 })
        else { return nil }
        self.init(plans, byID)
    }

    private init(_ plans: [Plan], _ byID: [String: Plan]) {
        self.plans = plans
        self.byID = byID
    }

    /// A plan by its id, offered or not.
    package subscript(planID: String) -> Plan? { byID[planID] }

    /// The price of a choice for one period, without taxes; nil if unavailable.
    package func price(of choice: PlanChoice) -> Money? {
        guard let plan = self[choice.planID], plan.seats.contains(choice.seats) else { return nil }
        return try? plan.price.times(Int64(choice.seats))
    }

    /// The list with a trial of every plan for one person; institutional plans have no trial.
    ///
    /// - Parameter days: Length of the trial; 0 for none.
    /// - Returns: The list.
    package func withTrial(days: Int) -> PriceList {
        let plans = plans.map { plan in
            var plan = plan
            plan.trialDays = plan.seats.upperBound == 1 ? max(0, days) : 0
            return plan
        }
        return PriceList(plans, Dictionary(plans.map { ($0.planID, $0) }) { first, _ in first })
    }

    /// Allowed days of a trial; 0 for none.
    package static let trialBounds = 0...365

    /// Maximum number of seats of one purchase.
    package static let maxSeats = 500

    /// The built-in list with the project's own prices.
    package static let builtIn: PriceList = {
        let plans = [("cad", Currency.cad, 799, 7_999), ("usd", Currency.usd, 599, 5_999)].flatMap {
            (code, currency, monthly, yearly) in
            [
                Plan(
                    planID: "pro-monthly-\(code)", tier: .pro, interval: .month,
                    price: Money(minorUnits: Int64(monthly), currency: currency)),
                Plan(
                    planID: "pro-yearly-\(code)", tier: .pro, interval: .year,
                    price: Money(minorUnits: Int64(yearly), currency: currency)),
                Plan(
                    planID: "institution-yearly-\(code)", tier: .pro, interval: .year,
                    price: Money(minorUnits: Int64(yearly) * 4 / 5, currency: currency), seats: 5...maxSeats),
            ]
        }
        return PriceList(plans, Dictionary(uniqueKeysWithValues: plans.map { ($0.planID, $0) }))
    }()
}
