import ServiceRuntime
import Testing

@Suite("When freed memory is given back")
struct TrimPlanTests {
    private static let base = 60.0 * 1_048_576

    @Test("a process that does not grow is left alone, however large it is")
    func calm() {
        var plan = TrimPlan()
        for step in 0..<100 { #expect(!plan.isDue(at: Self.base * 10 + Double(step % 7) * 1_048_576)) }
    }

    @Test("one that has grown gives back for a minute, then rests until it grows again")
    func burst() {
        var plan = TrimPlan(), given = 0
        #expect(!plan.isDue(at: Self.base))
        for _ in 0..<50 where plan.isDue(at: Self.base + TrimPlan.growth) {
            given += 1
            plan.note(Self.base + TrimPlan.growth)
        }
        #expect(given == TrimPlan.rounds)
        #expect(plan.isDue(at: Self.base + 2 * TrimPlan.growth))
    }

    @Test("slow growth counts from the smallest size")
    func slowGrowth() {
        var plan = TrimPlan(), size = Self.base, looks = 0
        while !plan.isDue(at: size), looks < 1_000 {
            size += 1_048_576
            looks += 1
        }
        #expect(looks == 32)
    }

    @Test("a process that shrank may grow from there")
    func shrinking() {
        var plan = TrimPlan()
        #expect(!plan.isDue(at: Self.base * 3))
        #expect(!plan.isDue(at: Self.base))
        #expect(plan.isDue(at: Self.base + TrimPlan.growth))
    }
}
