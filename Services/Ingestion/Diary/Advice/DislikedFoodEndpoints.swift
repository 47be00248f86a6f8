import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Postgres
import ServiceRuntime

/// Foods that a person does not want to be recommended (NUT-16).
struct DislikedFoodEndpoints: Sendable {
    let resources: ResourceReader
    let foods: KnownFoods
    let usable: UsableFoods

    private struct View: Encodable, Sendable {
        let foodID: String
        let name: String
        let dislikedAt: Date

        private enum CodingKeys: String, CodingKey {
            case foodID = "foodId"
            case name, dislikedAt
        }
    }

    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let disliked = try await DislikedFoodRepository.list(of: account, in: resources.database)
        let language = try await call.foodLanguage(in: resources.database)
        let known = try await foods.foods(disliked.map(\.id), of: account, in: language)
        let items = disliked.map { View(foodID: $0.id, name: known[$0.id]?.name ?? $0.id, dislikedAt: $0.at) }
        return try .json(.ok, PageView(items: items, next: nil))
    }

    func add(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard let id = call.id, try await usable.isUsable(id, by: account) else { throw ProblemDetails(.notFound) }
        let isAdded = try await DislikedFoodRepository.add(
            id, by: account, at: EventTime.truncate(resources.clock.now()), in: resources.database)
        guard isAdded else {
            throw ProblemDetails(
                .conflict,
                detail: "You can dislike at most \(DislikedFoodRepository.maxPerAccount) foods. Remove one first.")
        }
        return Answer(.noContent)
    }

    func remove(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard let id = call.id,
            try await DislikedFoodRepository.remove(id, by: account, in: resources.database)
        else { throw ProblemDetails(.notFound) }
        return Answer(.noContent)
    }
}
