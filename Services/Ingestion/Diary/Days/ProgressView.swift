import EventContracts
import FoodCatalogue
import IngestionCore
import Nourishment

/// The progress of a day towards one goal (NUT-34).
struct ProgressView: Encodable, Sendable {
    /// The minimum; for energy and its shares, the target.
    let target: Double?
    /// The maximum.
    let limit: Double?
    /// The amount in percent of the target or, without one, of the limit: a lower bound if not all foods state it; null
    /// if none does.
    let percent: Double?
    let reported: Int
    let of: Int

    init?(_ figure: FigureView?, target: Double?, limit: Double?) {
        guard let figure, let aim = target ?? limit else { return nil }
        self.target = target
        self.limit = limit
        percent = aim > 0 ? figure.value.map { ($0 / aim * 1_000).rounded() / 10 } : nil
        reported = figure.reported
        of = figure.of
    }

    private enum Key: CodingKey { case target, limit, percent, reported, of }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(target, forKey: .target)
        try container.encodeIfPresent(limit, forKey: .limit)
        try container.encode(percent, forKey: .percent)
        try container.encode(reported, forKey: .reported)
        try container.encode(of, forKey: .of)
    }
}

extension GoalSettings {
    /// The progress of a day's totals, by nutrient name.
    func progress(of totals: [String: FigureView]) -> [String: ProgressView] {
        var progress: [String: ProgressView] = [:]
        func add(_ nutrient: Nutrient, _ target: Double?, _ limit: Double?) {
            let name = nutrient.figureName
            progress[name] = ProgressView(totals[name], target: target, limit: limit)
        }
        for target in dailyTargets {
            let most = targets[target.nutrient.rawValue]?.most.map { Double($0) / 1_000 }
            let upper = target.upper.flatMap { $0.holdsForFood ? $0.amount : nil }
            add(target.nutrient, target.amount, most ?? upper)
        }
        for (code, target) in targets {
            guard let nutrient = Nutrient(rawValue: code), progress[nutrient.figureName] == nil else { continue }
            add(nutrient, target.least.map { Double($0) / 1_000 }, target.most.map { Double($0) / 1_000 })
        }
        return progress
    }
}
