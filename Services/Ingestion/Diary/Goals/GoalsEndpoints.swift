import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// The daily goals.
struct GoalsEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let sealer: Sealer

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let resource = ResourceReference(.goals, account.uuid)
        if let document = try await acceptor.resources.ownDocument(resource, of: account) {
            return try await acceptor.resources.answer(document, to: call)
        }
        let none = GoalsView.none
        return try await acceptor.resources.answer(version: EntityTag.Version(none.version), to: call) {
            try EventCoding.encode(none)
        }
    }

    func set(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        var goals = fields.goals()
        let today = try await acceptor.resources.today(of: account)
        let form = GoalBodyForm(&fields, with: goals, on: today)
        try fields.finish()
        if let form {
            goals.basis = try await sealer.seal(form.basis, .goalBasis(of: account))
            goals.reckoned = form.reckoned
        }
        let settings = goals
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        let resource = ResourceReference(.goals, account.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            let version = try await VersionRepository.next(
                of: resource, of: account, after: nil, accepted: nil, at: transaction.eventTime(), in: transaction)
            guard let version, condition?.matches(version - 1) ?? true else { throw ProblemDetails(.versionMismatch) }
            try transaction.append(
                SetGoals(accountID: account, version: version, goals: settings, from: today), key: account,
                subject: account)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }
}

extension BodyFields {
    /// Allowed energy in thousandths of a kilocalorie: at most four times the need of an endurance athlete.
    private static let energies: ClosedRange<Int64> = 1...20_000_000

    /// The goals in a request; omitted ones are unset.
    fileprivate mutating func goals() -> GoalSettings {
        var goals = GoalSettings()
        let root = JSONPointer.root
        goals.energy = thousandths(member("energyKcal"), at: root.member("energyKcal"), in: Self.energies)
        goals.macros = macros(member("macros"), at: root.member("macros"))
        goals.targets = targets(member("targets"), at: root.member("targets"))
        if names("hideNumbers") { goals.hidesNumbers = bool("hideNumbers") }
        return goals
    }

    private mutating func macros(_ value: JSONValue?, at place: JSONPointer) -> MacroSplit? {
        guard let value, value != .null else { return nil }
        let names = ["proteinPercent", "carbohydratePercent", "fatPercent"]
        let parts = names.map { name -> Int in
            guard case .number(let text)? = value[name], let part = Int(text), (0...100).contains(part) else {
                report(place.member(name), .notWhole(in: 0...100))
                return 0
            }
            return part
        }
        if !hasProblem(within: place), parts.reduce(0, +) != 100 {
            report(place, .init(.wrongSum, "must add up to 100", ["sum": 100]))
        }
        return MacroSplit(protein: parts[0], carbohydrate: parts[1], fat: parts[2])
    }

    private mutating func targets(_ value: JSONValue?, at place: JSONPointer) -> [String: NutrientTarget] {
        guard let value, value != .null else { return [:] }
        guard case .object(let members) = value else {
            report(place, .notAnObject)
            return [:]
        }
        var targets: [String: NutrientTarget] = [:]
        for member in members {
            let here = place.member(member.name)
            guard let nutrient = Nutrient(figureName: member.name) else {
                report(here, .init(.unknownField, "is not a nutrient figure such as proteinG or sodiumMg"))
                continue
            }
            let target = NutrientTarget(
                least: thousandths(member.value["min"], at: here.member("min"), in: Self.amounts),
                most: thousandths(member.value["max"], at: here.member("max"), in: Self.amounts))
            if target.least == nil, target.most == nil, !hasProblem(within: here) {
                report(here, .init(.oneRequired, "must have a min or a max", ["fields": .texts(["min", "max"])]))
            }
            if let least = target.least, let most = target.most, least > most {
                report(here, .init(.wrongOrder, "must have a min that is not above the max"))
            }
            targets[nutrient.rawValue] = target
        }
        return targets
    }
}
