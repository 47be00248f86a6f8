import EventContracts
import Foundation
import TestPeers
import Testing

@testable import AllergenService

@Suite("Combining readings of a label (ALG-09)")
struct WeighedReportsTests {
    /// One report: reporter, network, named allergens and time.
    struct Seen: Sendable {
        var who: UInt8
        var network: UInt8?
        var names: Set<AllergenChoice>
        var at: TimeInterval
        var isPhoto = true
        var countsFrom: TimeInterval? = 0
        var isStaff = false
        /// False if the label was read in part.
        var isComplete = true

        init(
            _ who: UInt8, _ names: Set<AllergenChoice>, at: TimeInterval, network: UInt8? = nil, isPhoto: Bool = true,
            countsFrom: TimeInterval? = 0, isStaff: Bool = false, isComplete: Bool = true
        ) {
            self.isStaff = isStaff
            self.isComplete = isComplete
            self.who = who
            self.network = network ?? who
            self.names = names
            self.at = at
            self.isPhoto = isPhoto
            self.countsFrom = countsFrom
        }

        var report: ProductReport {
            get throws {
                var facts = AllergenFacts()
                facts.contains = names
                facts.complete = isComplete
                return ProductReport(
                    gtin: try #require(GTIN("4006381333931")), account: AccountID(Self.id(who)), isPhoto: isPhoto,
                    scanID: .random(), language: "en", facts: facts, named: facts, evidence: [],
                    readAt: Date(timeIntervalSince1970: at),
                    countsFrom: countsFrom.map(Date.init(timeIntervalSince1970:)), network: network.map(Self.id),
                    isStaff: isStaff)
            }
        }

        private static func id(_ last: UInt8) -> UUID {
            UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last))
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let seen: [Seen]
        let standing: Standing
        let contains: Set<AllergenChoice>
        var mayContain: Set<AllergenChoice> = []
        var removed: [AllergenChoice]?
    }

    static let rows: [Row] = [
        Row(testDescription: "nobody", seen: [], standing: .unknown, contains: []),
        Row(testDescription: "one photo", seen: [Seen(1, [.milk], at: 1)], standing: .reported, contains: [.milk]),
        Row(
            testDescription: "one typed text", seen: [Seen(1, [.milk], at: 1, isPhoto: false)], standing: .reported,
            contains: [], mayContain: [.milk]),
        Row(
            testDescription: "a typed text without the allergen removes nothing",
            seen: [Seen(1, [.milk], at: 1), Seen(2, [], at: 2, isPhoto: false)], standing: .reported,
            contains: [.milk]),
        Row(
            testDescription: "a photo without the allergen removes nothing",
            seen: [Seen(1, [.milk], at: 1), Seen(2, [], at: 2)], standing: .disputed, contains: [.milk],
            removed: [.milk]),
        Row(
            testDescription: "three independent photos agree",
            seen: [Seen(1, [.milk], at: 1), Seen(2, [.milk], at: 2), Seen(3, [.milk], at: 3)], standing: .confirmed,
            contains: [.milk]),
        Row(
            testDescription: "three texts confirm nothing",
            seen: (1...3).map { Seen($0, [.milk], at: Double($0), isPhoto: false) }, standing: .reported,
            contains: [], mayContain: [.milk]),
        Row(
            testDescription: "three accounts of one network are one",
            seen: (1...3).map { Seen($0, [], at: Double($0), network: 9) } + [Seen(4, [.milk], at: 0)],
            standing: .disputed, contains: [.milk], removed: [.milk]),
        Row(
            testDescription: "unverified accounts confirm nothing",
            seen: (1...3).map { Seen($0, [], at: Double($0), countsFrom: nil) } + [Seen(4, [.milk], at: 0)],
            standing: .disputed, contains: [.milk], removed: [.milk]),
        Row(
            testDescription: "young accounts confirm nothing",
            seen: (1...3).map { Seen($0, [], at: Double($0), countsFrom: 2_000) } + [Seen(4, [.milk], at: 0)],
            standing: .disputed, contains: [.milk], removed: [.milk]),
        Row(
            testDescription: "three newer photos remove an allergen",
            seen: [Seen(1, [.milk], at: 1)] + (2...4).map { Seen($0, [], at: Double($0)) }, standing: .confirmed,
            contains: []),
        Row(
            testDescription: "a photo of the staff settles the label, beside a neighbour's too",
            seen: [
                Seen(1, [.milk], at: 1), Seen(2, [.milk], at: 2), Seen(4, [], at: 4, network: 5),
                Seen(3, [], at: 3, network: 5, countsFrom: nil, isStaff: true),
            ], standing: .confirmed, contains: []),
        Row(
            testDescription: "a text of the staff settles nothing",
            seen: [Seen(1, [.milk], at: 1), Seen(2, [], at: 2, isPhoto: false, isStaff: true)], standing: .reported,
            contains: [.milk]),
        Row(
            testDescription: "a photo that disagrees with the staff's newer than it is disputed",
            seen: [Seen(1, [], at: 1, isStaff: true), Seen(2, [.milk], at: 2)], standing: .disputed,
            contains: [.milk], removed: []),
        Row(
            testDescription: "one of the three newest disagrees",
            seen: [
                Seen(1, [.milk], at: 1), Seen(2, [], at: 2), Seen(3, [.milk], at: 3), Seen(4, [], at: 4),
                Seen(5, [], at: 5),
            ], standing: .disputed, contains: [.milk], removed: [.milk]),
        Row(
            testDescription: "a text adds nothing to a confirmed label",
            seen: (1...3).map { Seen($0, [], at: Double($0)) } + [Seen(4, [.milk], at: 4, isPhoto: false)],
            standing: .confirmed, contains: []),
        Row(
            testDescription: "a later photo of a young account warns beside a confirmed label",
            seen: (1...3).map { Seen($0, [.eggs], at: Double($0)) } + [Seen(4, [.milk], at: 4, countsFrom: nil)],
            standing: .confirmed, contains: [.eggs], mayContain: [.milk]),
        Row(
            testDescription: "a label read in part warns beside a confirmed one",
            seen: (1...3).map { Seen($0, [.eggs], at: Double($0)) } + [Seen(4, [.milk], at: 4, isComplete: false)],
            standing: .confirmed, contains: [.eggs], mayContain: [.milk]),
        Row(
            testDescription: "a label read in part warns beside an unconfirmed one, and disputes nothing",
            seen: [Seen(1, [], at: 1), Seen(2, [.milk], at: 2, isComplete: false)], standing: .reported,
            contains: [.milk]),
        Row(
            testDescription: "a label read in part confirms nothing",
            seen: [Seen(1, [.milk], at: 1), Seen(2, [.milk], at: 2), Seen(3, [.milk], at: 3, isComplete: false)],
            standing: .reported, contains: [.milk]),
    ]

    @Test("ALG-09: product: reports yield a confirmation level and contents", arguments: rows)
    func weighs(_ row: Row) throws {
        let weighed = WeighedReports(try row.seen.map { try $0.report }, at: Date(timeIntervalSince1970: 1_000))
        #expect(weighed.standing == row.standing)
        #expect(weighed.facts.contains == row.contains)
        #expect(Set(weighed.facts.allPossible) == row.mayContain)
        #expect(weighed.pending?.removed == row.removed)
        #expect(weighed.allergens.map(\.allergen) == row.contains.union(row.mayContain).sorted())
    }

    @Test("ALG-09: product: a second reading by one account withdraws nothing")
    func readsAgain() throws {
        var report = try Seen(1, [], at: 5).report
        report.named.contains = [.milk]
        let weighed = WeighedReports([report], at: Date(timeIntervalSince1970: 1_000))
        #expect(weighed.facts.contains == [.milk] && weighed.pending?.removed == [.milk])
    }
}
