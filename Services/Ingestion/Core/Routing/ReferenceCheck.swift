import EventContracts
import FoodCatalogue
import Foundation
import Hexadecimal
import Postgres
import ServiceRuntime

/// Refuses ids in bodies that the account may not use: of other accounts, deleted, or unknown.
///
/// Values that do not have the form of an id are checked by the route itself.
package struct ReferenceCheck: Sendable {
    /// Maximum number of ids in one body; routes allow fewer.
    private static let maxIDs = 1_000

    package let database: PostgresPool
    package let foods: FoodSearch
    package let keys: IdempotencyKeys

    package init(database: PostgresPool, foods: FoodSearch, keys: IdempotencyKeys) {
        self.database = database
        self.foods = foods
        self.keys = keys
    }

    /// An id and its place.
    private struct Named {
        let place: JSONPointer
        let resource: ResourceReference
    }

    /// - Throws: `invalidFields` with the place of each id that may not be used; `idempotencyKeyReused`; a
    ///   `PostgresError`.
    package func require(_ call: Call) async throws {
        let references = call.route.references
        guard !references.isEmpty else { return }
        let account = try call.principal.account
        var named: [Named] = [], problems: [ProblemDetails.FieldProblem] = []
        for (pattern, target) in references {
            let path = pattern.split(separator: "/").map(String.init)
            let texts = call.body.texts(at: path[...])
            guard texts.count <= Self.maxIDs else {
                problems.append(
                    .init(
                        pointer: "/\(path[0])",
                        .init(.tooMany, "contains more than \(Self.maxIDs) ids", ["max": .integer(Self.maxIDs)])))
                continue
            }
            for (place, text) in texts {
                switch target {
                case .own(let kind):
                    guard let id = UUID(text: text) else { continue }
                    named.append(Named(place: place, resource: ResourceReference(kind, id)))
                case .food:
                    if let own = OwnFoodID(foodID: text) {
                        named.append(Named(place: place, resource: ResourceReference(.ownFood, own.uuid)))
                    } else if let id = FoodID(text), try await foods.food(id) == nil {
                        problems.append(Self.problem(at: place, "food"))
                    }
                case .draftPhoto, .ofGrantOwner, .part, .shop: continue
                }
            }
        }
        let known = try await ReferenceRepository.usable(Set(named.map(\.resource)), by: account, in: database)
        for name in named where !known.contains(name.resource) {
            problems.append(Self.problem(at: name.place, Self.word(for: name.resource.kind)))
        }
        guard !problems.isEmpty else { return }
        // A repeated request receives its first answer, even if referenced resources were deleted since.
        let claim = try keys.claim(of: call, scope: CommandAcceptor.scope(of: account))
        if try await keys.earlier(claim, in: database) != nil { return }
        problems.sort { ($0.pointer ?? "") < ($1.pointer ?? "") }
        throw ProblemDetails(.invalidFields, errors: Array(problems.prefix(BodyFields.maxProblems)))
    }

    private static func problem(at place: JSONPointer, _ word: String) -> ProblemDetails.FieldProblem {
        .init(pointer: place.description, .init(.unknown, "no \(word) with this id"))
    }

    private static func word(for kind: ResourceKind) -> String {
        switch kind {
        case .labelScan: "scan"
        case .savedFood: "saved food"
        case .ownFood: "food"
        case .purchasedProduct: "product"
        default: kind.rawValue
        }
    }
}

extension JSONValue {
    /// The texts at a path of member names, where `*` means each element of a list.
    package func texts(at path: ArraySlice<String>, from place: JSONPointer = .root) -> [(JSONPointer, String)] {
        guard let name = path.first else {
            if case .string(let text) = self { return [(place, text)] }
            return []
        }
        guard name == "*" else {
            return self[name]?.texts(at: path.dropFirst(), from: place.member(name)) ?? []
        }
        guard case .array(let values) = self else { return [] }
        return values.enumerated().flatMap {
            $0.element.texts(at: path.dropFirst(), from: place.element($0.offset))
        }
    }
}
