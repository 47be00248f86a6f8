import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// The foods that a person has saved.
struct SavedFoodEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let sealer: Sealer

    func list(_ call: Call) async throws -> Answer { try await acceptor.resources.page(of: .savedFood, to: call) }

    func read(_ call: Call) async throws -> Answer {
        let resource = ResourceReference(.savedFood, try ResourceReader.id(of: call))
        let document = try await acceptor.resources.ownDocument(resource, of: call.principal.account)
        return try await acceptor.resources.answer(document, to: call)
    }

    func save(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, id = SavedFoodID.random()
        let resource = ResourceReference(.savedFood, id.uuid)
        let food = try await food(try SavedFoodForm.new(call.body), as: id, of: account)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            let version = try await CommandAcceptor.assign(to: resource, after: 0, food, call, in: transaction)
            try transaction.append(
                SaveFood(accountID: account, savedFoodID: id, version: version, food: food), key: account, subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .created)
    }

    func change(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .savedFood, as: SavedFood.self)
        let account = target.account, id = SavedFoodID(target.resource.id)
        let words = try await sealer.open(target.accepted.words, .savedFoodWords(id, of: account))
        let form = try SavedFoodForm(target.accepted, words).changed(by: call.body)
        let food = try await food(form, as: id, of: account)
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, food, call, in: transaction)
            try transaction.append(
                ChangeSavedFood(accountID: account, savedFoodID: id, version: version, food: food), key: account,
                subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    func delete(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .savedFood, as: SavedFood.self)
        let account = target.account, id = SavedFoodID(target.resource.id)
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, nil as SavedFood?, call, in: transaction)
            try transaction.append(
                DeleteSavedFood(accountID: account, savedFoodID: id, version: version), key: account, subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    /// Restores a deleted saved food by saving it again unchanged.
    func restore(_ call: Call) async throws -> Answer {
        if let acceptance = try await acceptor.repeated(call) {
            return try await acceptor.answer(acceptance, to: call, done: .ok)
        }
        let gone = try await acceptor.deleted(call, .savedFood, as: SavedFoodChanged.self)
        let id = SavedFoodID(gone.resource.id), food = gone.body.food
        let acceptance = try await acceptor.accept(call, about: gone.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: gone.resource, after: gone.version, food, call, in: transaction)
            try transaction.append(
                SaveFood(accountID: gone.account, savedFoodID: id, version: version, food: food), key: gone.account,
                subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    private func food(_ form: SavedFoodForm, as id: SavedFoodID, of account: AccountID) async throws -> SavedFood {
        SavedFood(
            words: try await sealer.seal(form.words, .savedFoodWords(id, of: account)), foodID: form.foodID,
            milligrams: form.milligrams, amounts: form.amounts)
    }
}
