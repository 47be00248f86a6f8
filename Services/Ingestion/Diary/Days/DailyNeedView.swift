import EventContracts
import FoodCatalogue
import IngestionCore
import Nourishment

/// The share of a day's need that has been eaten, by a published reference (NUT-07).
struct DailyNeedView: Encodable, Sendable {
    /// The publisher of the amount: `rda`, `ai`, `fda-dv`, `hc-dv`, or `eu-nrv`.
    let reference: String
    /// The daily need, in the unit of the figure.
    let amount: Double
    /// A lower bound if not all foods state the nutrient; null if none does.
    let percent: Double?
    let reported: Int
    let of: Int

    init(_ need: DailyNeed, _ figure: FigureView) {
        reference = need.reference.rawValue
        amount = need.amount
        percent = figure.value.map { ($0 / need.amount * 1_000).rounded() / 10 }
        reported = figure.reported
        of = figure.of
    }

    private enum Key: CodingKey { case reference, amount, percent, reported, of }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(reference, forKey: .reference)
        try container.encode(amount, forKey: .amount)
        try container.encode(percent, forKey: .percent)
        try container.encode(reported, forKey: .reported)
        try container.encode(of, forKey: .of)
    }

    /// The daily needs next to a day's totals, by nutrient name; empty if the label reference is unknown.
    static func all(
        _ totals: [String: FigureView], _ goals: GoalSettings?, label: LabelReference?
    ) -> [String: DailyNeedView] {
        guard let label else { return [:] }
        var views: [String: DailyNeedView] = [:]
        for need in (goals ?? GoalSettings()).dailyNeeds(label: label) {
            let name = need.nutrient.figureName
            views[name] = totals[name].map { DailyNeedView(need, $0) }
        }
        return views
    }
}

extension ResourceReader {
    /// The label reference for the account's region, by its time zone.
    func label(of account: AccountID) async throws -> LabelReference {
        LabelReference(timeZone: try await AccountRepository.timeZone(of: account, in: database))
    }
}
