import EventContracts
import Testing

@testable import VisionService

@Suite("Lane schedule") struct LaneScheduleTests {
    /// Each lane's share of the work, if every waiting lane always has photos.
    private func shares(of waiting: Set<PhotoLane>, looks: Int = 1_000) -> [PhotoLane: Double] {
        var schedule = LaneSchedule()
        var spent: [PhotoLane: Double] = [:]
        for _ in 0..<looks {
            guard let lane = schedule.order(waiting).first else { break }
            schedule.spent(.seconds(1), on: lane)
            spent[lane, default: 0] += 1
        }
        return spent.mapValues { $0 / Double(looks) }
    }

    @Test("lanes: labels get four fifths, then Pro; Basic is not starved")
    func threeLanes() throws {
        let shares = shares(of: [.label, .pro, .basic])
        #expect(abs((shares[.label] ?? 0) - 0.8) < 0.02)
        #expect(abs((shares[.pro] ?? 0) - 0.16) < 0.02)
        #expect((shares[.basic] ?? 0) > 0.02)
    }

    @Test("lanes: a single waiting lane gets all capacity")
    func alone() {
        for lane in PhotoLane.allCases { #expect(shares(of: [lane]) == [lane: 1]) }
    }

    @Test("lanes: every waiting lane is scheduled, so workers find work")
    func complete() {
        var schedule = LaneSchedule()
        for _ in 0..<50 {
            #expect(Set(schedule.order([.label, .pro, .basic])) == Set(PhotoLane.allCases))
            schedule.spent(.seconds(3), on: .label)
        }
        #expect(schedule.order([]).isEmpty)
    }

    @Test("lanes: many labels at night do not delay labels in the morning")
    func noDebtForEver() {
        var schedule = LaneSchedule()
        for _ in 0..<10_000 { schedule.spent(.seconds(1), on: .label) }
        var looks = 0
        while schedule.order([.label, .basic]).first == .basic {
            schedule.spent(.seconds(1), on: .basic)
            looks += 1
        }
        #expect(looks < 60)
    }
}
