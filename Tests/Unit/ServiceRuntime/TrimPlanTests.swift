import ServiceRuntime
import Testing

@Suite("Returning freed memory")
struct TrimPlanTests {
    private static let base = 60.0 * 1_048_576

    @Test("trim plan: at constant size memory is never returned")
    func calm() {
        var plan = TrimPlan()
        let isDue = (0..<100).map { plan.isDue(at: Self.base * 10 + Double($0 % 7) * 1_048_576) }
        #expect(!isDue.contains(true))
    }

    @Test("trim plan: after growth memory is returned for a minute, then not")
    func burst() {
        var plan = TrimPlan(), given = 0
        let isDueAtFirst = plan.isDue(at: Self.base)
        #expect(!isDueAtFirst)
        for _ in 0..<50 where plan.isDue(at: Self.base + TrimPlan.growth) {
            given += 1
            plan.note(Self.base + TrimPlan.growth)
        }
        #expect(given == TrimPlan.rounds)
        let isDueAgain = plan.isDue(at: Self.base + 2 * TrimPlan.growth)
        #expect(isDueAgain)
    }

    @Test("trim plan: slow growth is measured from the smallest size")
    func slowGrowth() {
        var plan = TrimPlan(), size = Self.base, looks = 0
        while !plan.isDue(at: size), looks < 1_000 {
            size += 1_048_576
            looks += 1
        }
        #expect(looks == 32)
    }

    @Test("trim plan: a shrunken process counts growth from its new size")
    func shrinking() {
        var plan = TrimPlan()
        let isDue = [Self.base * 3, Self.base, Self.base + TrimPlan.growth].map { plan.isDue(at: $0) }
        #expect(isDue == [false, false, true])
    }
}
