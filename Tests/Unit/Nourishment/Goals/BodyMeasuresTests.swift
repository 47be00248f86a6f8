import Nourishment
import Quantities
import Testing

@Suite struct BodyMeasuresTests {
    @Test(
        "age: full years follow the calendar",
        arguments: [
            ("2000-11-22", 26), ("2000-11-23", 25), ("2000-02-29", 26), ("2026-11-22", 0), ("2012-11-22", 14),
        ])
    func years(birthday: String, expected: Int) {
        #expect(BodyMeasures.years(from: day(birthday), to: goalDay) == expected)
    }

    @Test("age: born on 29 February: older on 1 March in common years")
    func leapDay() {
        #expect(BodyMeasures.years(from: day("2008-02-29"), to: day("2026-02-28")) == 17)
        #expect(BodyMeasures.years(from: day("2008-02-29"), to: day("2026-03-01")) == 18)
        #expect(BodyMeasures.years(from: day("2008-02-29"), to: day("2028-02-29")) == 20)
    }

    private func refused(
        birthday: String = "1990-01-01", sex: ReferenceSex = .female, height: Double = 165, weight: Double = 60,
        stage: LifeStage = .general
    ) -> [GoalProblem] {
        problems {
            _ = try BodyMeasures(
                birthday: day(birthday), sex: sex, height: height, weight: weight, activity: .active, stage: stage,
                on: goalDay)
        }
    }

    @Test("NUT-01: goals require an age of at least 14")
    func minimumAge() {
        #expect(refused(birthday: "2012-11-23") == [GoalProblem(.birthday, .tooYoung, lowest: 14)])
        #expect(refused(birthday: "2012-11-22").isEmpty)
        #expect(refused(birthday: "2026-11-23") == [GoalProblem(.birthday, .inTheFuture)])
        #expect(refused(birthday: "1890-01-01") == [GoalProblem(.birthday, .outOfRange, highest: 120)])
    }

    @Test("body measures: all invalid ones are reported with place and range")
    func everyProblem() {
        let found = refused(birthday: "2020-01-01", sex: .male, height: 1.65, weight: .nan, stage: .pregnant(week: 10))
        #expect(found.map(\.field) == [.birthday, .height, .weight, .stage])
        #expect(found.map(\.code) == [.tooYoung, .outOfRange, .outOfRange, .notForThisSex])
        #expect(found[1].lowest == 100 && found[1].highest == 250)
        #expect(found.map(\.field.rawValue).allSatisfy { $0.hasPrefix("/") })
        #expect(refused(stage: .pregnant(week: 44)).map(\.code) == [.outOfRange])
        #expect(refused(stage: .lactating(month: 12)).map(\.code) == [.outOfRange])
    }
}
