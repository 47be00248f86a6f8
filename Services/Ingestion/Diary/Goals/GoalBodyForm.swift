import EventContracts
import FoodCatalogue
import IngestionCore
import Nourishment
import Quantities
import ServiceRuntime

/// Parses body measures and computes goals from them (NUT-01, NUT-07).
struct GoalBodyForm: Sendable {
    /// The input, in the form in which it is stored.
    let basis: GoalBasis
    /// The computed values, for the day of the command.
    let reckoned: ReckonedGoals

    /// The values of `stage`.
    private enum Stage: String, CaseIterable { case general, pregnant, lactating }
    /// The values of `aim`.
    private enum Aim: String, CaseIterable { case keep, lose, gain }

    /// The measures in `body` and the weight goal in `aim`; nil without a body, or if they are invalid.
    ///
    /// Also checks the goals as a whole: goals below the safety floor are refused, with or without a body.
    ///
    /// - Parameters:
    ///   - fields: The request; receives the faults.
    ///   - goals: The person's own goals.
    ///   - day: The person's local day.
    init?(_ fields: inout BodyFields, with goals: GoalSettings, on day: CalendarDay) {
        let place = JSONPointer.root.member("body")
        let sent = fields.member("body") ?? .null
        var options = GoalRequest(body: nil, targets: goals.requested, split: goals.macros?.energySplit)
        guard sent != .null else {
            if fields.member("aim") ?? .null != .null {
                fields.report("aim", .init(.notAllowed, "requires body data"))
            }
            fields.reportProblems { () throws(GoalProblems) in _ = try DailyGoals(options) }
            return nil
        }
        guard case .object = sent else {
            fields.report("body", .notAnObject)
            return nil
        }
        guard let basis = Self.basis(&fields, sent, at: place) else { return nil }
        var made: DailyGoals?
        fields.reportProblems { () throws(GoalProblems) in
            options.body = try BodyMeasures(basis, on: day)
            options.aim = WeightGoal(basis)
            made = try DailyGoals(options)
        }
        guard let made, let body = options.body, let reckoned = ReckonedGoals(made, of: body) else { return nil }
        self.basis = basis
        self.reckoned = reckoned
    }

    private static func basis(_ fields: inout BodyFields, _ sent: JSONValue, at place: JSONPointer) -> GoalBasis? {
        let sent = fields.metric(sent, UnitMember.body, at: place)
        let birthday = fields.day(sent["birthday"], at: place.member("birthday"))
        let sex = fields.needed(sent["sex"], at: place.member("sex"), of: ReferenceSex.self)
        let height = fields.measure(sent["heightCm"], at: place.member("heightCm"))
        let weight = fields.measure(sent["weightKg"], at: place.member("weightKg"))
        let activity = fields.needed(sent["activity"], at: place.member("activity"), of: ActivityLevel.self)
        let before = fields.member(of: sent, "weightBeforePregnancyKg").flatMap {
            fields.measure($0, at: place.member("weightBeforePregnancyKg"))
        }
        let stage =
            fields.member(of: sent, "stage").map {
                fields.needed($0, at: place.member("stage"), of: Stage.self)
            } ?? .general
        var weeks: Int?, months: Int?
        if stage == .pregnant { weeks = fields.count(sent["weeks"], at: place.member("weeks")) }
        if stage == .lactating { months = fields.count(sent["months"], at: place.member("months")) }
        let wanted = fields.metric(
            fields.member("aim") ?? .null, [.pace], at: JSONPointer.root.member("aim"))
        var aim = Aim.keep, pace: Double?
        if wanted != .null {
            let here = JSONPointer.root.member("aim")
            aim = fields.needed(wanted["kind"], at: here.member("kind"), of: Aim.self) ?? .keep
            if aim != .keep { pace = fields.measure(wanted["kgPerWeek"], at: here.member("kgPerWeek")) }
        }
        guard let birthday, let sex, let height, let weight, let activity, let stage,
            !fields.hasProblem(within: place), !fields.hasProblem(among: ["aim"])
        else { return nil }
        return GoalBasis(
            birthday: birthday, sex: sex.rawValue, heightCm: height, weightKg: weight, weightBeforePregnancyKg: before,
            activity: activity.rawValue, stage: stage.rawValue, weeks: weeks, months: months, aim: aim.rawValue,
            kgPerWeek: pace)
    }
}

extension BodyFields {
    /// A member that is present and not null.
    fileprivate func member(of value: JSONValue, _ name: String) -> JSONValue? {
        value[name].flatMap { $0 == .null ? nil : $0 }
    }

    fileprivate mutating func needed<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue?, at place: JSONPointer, of type: Choice.Type
    ) -> Choice? {
        guard case .string(let text)? = value, let choice = Choice(rawValue: text) else {
            report(place, .notAChoice(of: Choice.self))
            return nil
        }
        return choice
    }

    fileprivate mutating func measure(_ value: JSONValue?, at place: JSONPointer) -> Double? {
        guard case .number(let text)? = value, let number = Double(text), number.isFinite else {
            report(place, .notANumber)
            return nil
        }
        return number
    }

    fileprivate mutating func count(_ value: JSONValue?, at place: JSONPointer) -> Int? {
        guard case .number(let text)? = value, let number = Int(text) else {
            report(place, .notAWholeNumber)
            return nil
        }
        return number
    }

    fileprivate mutating func day(_ value: JSONValue?, at place: JSONPointer) -> CalendarDay? {
        guard case .string(let text)? = value, let day = CalendarDay(text) else {
            report(place, .notADay)
            return nil
        }
        return day
    }

    /// Reports each refused value at its place.
    fileprivate mutating func reportProblems(_ compute: () throws(GoalProblems) -> Void) {
        do {
            try compute()
        } catch {
            for problem in error.problems {
                let place = problem.field.rawValue.split(separator: "/").reduce(JSONPointer.root) {
                    $0.member(String($1))
                }
                if !hasProblem(within: place) { report(place, problem.fault) }
            }
        }
    }
}

extension GoalProblem {
    /// The fault in the form for clients.
    fileprivate var fault: FieldFault {
        let least = lowest.map { "\(Int($0))" } ?? ""
        var values: [String: FieldFault.Value] = [:]
        values["min"] = lowest.map { FieldFault.Value($0) }
        values["max"] = highest.map { FieldFault.Value($0) }
        return switch code {
        case .outOfRange where lowest != nil && highest != nil:
            .init(.outOfRange, "must be from \(least) to \(highest.map { "\($0)" } ?? "")", values)
        case .outOfRange: .init(.outOfRange, "is outside the supported range", values)
        case .tooYoung:
            .init(.tooLate, "must give an age of at least \(least) years", ["years": .integer(Int(least) ?? 0)])
        case .inTheFuture: .init(.inFuture, "must not be in the future")
        case .notForThisSex: .init(.notAllowed, "is only allowed with the equations for women")
        case .noDeficit:
            .init(
                .belowSafeLimit,
                "must not be a loss under 19, during a pregnancy, while there is milk or when underweight")
        case .belowFloor:
            .init(.belowSafeLimit, "must be at least \(least): less is not safe without a doctor", values)
        case .notWhole: .init(.wrongSum, "must add up to 100", ["sum": 100])
        case .needsBody: .init(.notAllowed, "requires body data")
        }
    }
}

extension BodyMeasures {
    /// The measures on a day.
    fileprivate init(_ basis: GoalBasis, on day: CalendarDay) throws(GoalProblems) {
        let stage: LifeStage =
            switch basis.stage {
            case "pregnant": .pregnant(week: basis.weeks ?? 0)
            case "lactating": .lactating(month: basis.months ?? 0)
            default: .general
            }
        try self.init(
            birthday: basis.birthday, sex: ReferenceSex(rawValue: basis.sex) ?? .female, height: basis.heightCm,
            weight: basis.weightKg, weightBeforePregnancy: basis.weightBeforePregnancyKg,
            activity: ActivityLevel(rawValue: basis.activity) ?? .inactive, stage: stage, on: day)
    }
}

extension WeightGoal {
    fileprivate init(_ basis: GoalBasis) {
        self =
            switch basis.aim {
            case "lose": .lose(basis.kgPerWeek ?? 0)
            case "gain": .gain(basis.kgPerWeek ?? 0)
            default: .keep
            }
    }
}

extension GoalSettings {
    /// The person's own minimum amounts, in the unit of each nutrient.
    fileprivate var requested: [Nutrient: Double] {
        var requested: [Nutrient: Double] = [:]
        for (code, target) in targets {
            guard let nutrient = Nutrient(rawValue: code), let least = target.least, least > 0 else { continue }
            requested[nutrient] = Double(least) / 1_000
        }
        if let energy { requested[.energy] = Double(energy) / 1_000 }
        return requested
    }
}

extension MacroSplit {
    fileprivate var energySplit: EnergySplit { EnergySplit(protein: protein, fat: fat, carbohydrate: carbohydrate) }
}

extension ReckonedGoals {
    /// The values computed from measures; nil without an energy goal.
    fileprivate init?(_ goals: DailyGoals, of body: BodyMeasures) {
        guard let energy = goals.energy else { return nil }
        let intakes = DietaryReferenceIntakes(for: body)
        var references: [String: ReferenceTarget] = [:]
        for nutrient in Nutrient.allCases {
            guard let intake = intakes[nutrient] else { continue }
            references[nutrient.rawValue] = ReferenceTarget(
                amount: Self.thousandths(intake.amount), kind: intake.kind.rawValue,
                upper: intake.upper.map { Self.thousandths($0.amount) }, scope: intake.upper?.scope.rawValue)
        }
        self.init(
            energy: Self.thousandths(energy.daily.value), requirement: Self.thousandths(energy.requirement.daily.value),
            floor: Self.thousandths(energy.floor.daily.value), floorReason: energy.floor.reason.rawValue,
            method: energy.requirement.method.rawValue, isRaised: energy.isRaised, references: references)
    }

    private static func thousandths(_ value: Double) -> Int64 { Int64((value * 1_000).rounded()) }
}
