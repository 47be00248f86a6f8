import CDishTable
import EventContracts
import Foundation
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Accuracy of dish allergens by name alone")
struct DishAccuracyTests {
    /// Every tenth dish is held out: assessed by its name, with a table that lacks it.
    private static let heldBack = 10

    /// Counts of one allergen over the held-out dishes.
    private struct Tally {
        var held = 0
        var told = 0
        var likely = 0
        var wronglyLikely = 0
    }

    private static func tables() -> (dishes: String, names: String) {
        var count = 0
        let dishes = String(
            decoding: UnsafeBufferPointer(start: dish_table_dishes(&count), count: count), as: UTF8.self)
        let names = String(
            decoding: UnsafeBufferPointer(start: dish_table_names(&count), count: count), as: UTF8.self)
        return (dishes, names)
    }

    @Test("ALG-07: most allergens of held-out dishes are predicted", .slow)
    func heldBack() throws {
        let tables = Self.tables(), all = DishTable.builtIn.dishes
        let back = Set(all.enumerated().filter { $0.offset % Self.heldBack == 0 }.map(\.element.code))
        let table = DishTable(dishes: tables.dishes, names: tables.names) { !back.contains($0) }
        let assess = AssessMeal(lexicon: try Lexicon.builtIn(), dishes: table)
        var tallies: [AllergenCode: Tally] = [:]
        var unknown = 0
        var silent = 0
        for dish in all where back.contains(dish.code) {
            let judgement = assess.decide(
                [.init(itemID: .random(), name: dish.name)], profile: AssessmentProfile())
            let told = Dictionary(
                uniqueKeysWithValues: judgement.allergens.map { ($0.allergen, $0.likelihood) })
            if !judgement.unknownItems.isEmpty { unknown += 1 }
            var isMissed = false
            for code in AllergenCode.allCases {
                let holds = dish.allergens.contains(AllergenSet(code)), likelihood = told[.group(code)]
                tallies[code, default: Tally()].held += holds ? 1 : 0
                tallies[code, default: Tally()].told += holds && likelihood != nil ? 1 : 0
                tallies[code, default: Tally()].likely += holds && (likelihood ?? .possible) > .possible ? 1 : 0
                tallies[code, default: Tally()].wronglyLikely += !holds && (likelihood ?? .possible) > .possible ? 1 : 0
                isMissed = isMissed || (holds && likelihood == nil)
            }
            if isMissed, judgement.unknownItems.isEmpty { silent += 1 }
        }
        print(
            "dishes held back: \(back.count), not known as a whole: \(unknown), known with something missed: \(silent)")
        print("allergen     held  told  likely  likely without it")
        for code in AllergenCode.allCases {
            let tally = tallies[code] ?? Tally()
            print("\(code.rawValue): \(tally.held) \(tally.told) \(tally.likely) \(tally.wronglyLikely)")
        }
        let held = tallies.values.map(\.held).reduce(0, +), told = tallies.values.map(\.told).reduce(0, +)
        print("recall: \(told) of \(held)")
        #expect(back.count > 1_000 && held > 1_000)
        #expect(Double(told) >= 0.85 * Double(held))
    }
}
