import FaultBench
import Foundation
import Testing

/// The regression line through a soak's samples, and its verdict.
struct TrendTests {
    @Test("trend: the slope of a straight line has no uncertainty")
    func line() throws {
        let trend = try #require(Trend((0..<20).map { (Double($0), 3 + 2 * Double($0)) }))
        #expect(abs(trend.slope - 2) < 1e-9 && trend.uncertainty < 1e-6)
    }

    /// Anscombe's first data set: slope 0.5001, standard error 0.1179; the 97.5 % quantile with 9 degrees of freedom is
    /// 2.262.
    @Test("trend: slope and interval match the textbook")
    func anscombe() throws {
        let times = [10.0, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
        let values = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
        let trend = try #require(Trend(zip(times, values).map { ($0, $1) }))
        #expect(abs(trend.slope - 0.5001) < 0.0001)
        #expect(abs(trend.uncertainty - 2.262 * 0.1179) < 0.001)
    }

    @Test("trend: too few points give no result")
    func tooLittle() {
        #expect(Trend([(0, 1), (1, 2)]) == nil)
        #expect(Trend([(0, 1), (1, 2), (2, 3)]) == nil)
        #expect(Trend([(1, 1), (1, 2), (1, 3)]) == nil)
        #expect(Trend([(1, 1), (1, 2), (1, 3), (1, 4)]) == nil)
    }

    @Test("trend: the values of an interval are averaged to one point")
    func stretches() {
        let points = (0..<100).map { (time: Double($0), value: Double($0 % 2)) }
        let means = Trend.means(of: points, stretches: 10)
        #expect(means.count == 10)
        #expect(means.allSatisfy { abs($0.value - 0.5) < 0.06 })
    }

    @Test("trend: correlated points increase the uncertainty")
    func alike() throws {
        let values = (0..<24).map { 5 + 4 * sin(Double($0) / 2) }
        let waves = values.indices.map { (time: Double($0), value: values[$0]) }
        let mixed = values.indices.map { (time: Double($0), value: values[$0 * 7 % 24]) }
        let step = (0..<24).map { (time: Double($0), value: $0 < 12 ? 10.0 : 11) }
        #expect(try #require(Trend(waves)).uncertainty > 4 * #require(Trend(mixed)).uncertainty)
        // The interval reaches from no growth to twice the growth between the ends.
        let trend = try #require(Trend(step))
        #expect(trend.lowest < 0.005 && trend.highest > 0.1)
    }

    @Test("row 33: growth beyond the limit is reported; noise is not")
    func outcomes() throws {
        func memory(_ value: (Double) -> Double) throws -> SoakSeries.Verdict? {
            var series = SoakSeries("allergen", .memory)
            series.points = (0..<480).map { (Double($0 * 5), value(Double($0 * 5)) * 1_048_576) }
            return try #require(series.outcome(since: 600, rate: 10)).verdict
        }
        #expect(try memory { 50 + $0 / 3_600 * 5 } == .grows)
        #expect(try memory { 50 + $0 / 3_600 * 5 + sin($0) / 10 } == .grows)
        #expect(try memory { 50 + $0 / 3_600 * 0.5 } == .holds)
        #expect(try memory { 50 + sin($0) / 10 } == .holds)
        #expect(try memory { 50 + sin($0) } != .grows)
        #expect(try memory { min($0, 600) / 600 * 50 } == .holds)
        // The value rises and falls by twenty within half an hour, so the change per hour is unknown.
        #expect(try memory { 50 + 20 * sin($0 / 300) } == .open)
    }

    @Test("trend: a single step, such as one more thread, is not growth")
    func step() throws {
        var series = SoakSeries("allergen", .threads)
        series.points = (0..<480).map { (Double($0 * 5), $0 < 300 ? 37 : 38) }
        #expect(try #require(series.outcome(since: 600, rate: 10)).verdict == .open)
        series.points = (0..<480).map { (Double($0 * 5), Double(37 + $0 / 40)) }
        #expect(try #require(series.outcome(since: 600, rate: 10)).verdict == .grows)
    }
}
