import EventContracts
import FoodCatalogue
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import ServiceRuntime

/// Own foods proposed for the catalog (NUT-33, OPS-20).
struct FoodSubmissionEndpoints: Sendable {
    /// Maximum number of pending submissions per account.
    static let maxPending = 20
    /// Number of recent submissions read to count them.
    private static let maxRead = 100

    let acceptor: CommandAcceptor

    private var resources: ResourceReader { acceptor.resources }

    /// Submits the current version of an own food; its name is taken to be in the person's language.
    func submit(_ call: Call) async throws -> Answer {
        guard let food = call.id.flatMap({ OwnFoodID(foodID: $0) }) else { throw ProblemDetails(.notFound) }
        let target = try await acceptor.target(of: call, .ownFood, food.uuid, as: OwnFood.self)
        let account = target.account, language = try await call.foodLanguage(in: resources.database)
        let pending = try await pending(of: account)
        guard !pending.contains(where: { $0.ownFoodID == food }) else {
            throw ProblemDetails(.conflict, detail: "This food is already waiting for review.")
        }
        guard pending.count < Self.maxPending else {
            throw ProblemDetails(.conflict, detail: "\(Self.maxPending) of your foods are already waiting for review.")
        }
        let id = FoodSubmissionID.random()
        let acceptance = try await acceptor.accept(call, about: ResourceReference(.foodSubmission, id.uuid)) {
            transaction in
            _ = try await ConsentRepository.require([.sharing], of: account, in: transaction)
            try transaction.append(
                SubmitFood(accountID: account, submissionID: id, ownFoodID: food, language: language.rawValue),
                key: account, subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .created)
    }

    func list(_ call: Call) async throws -> Answer { try await resources.page(of: .foodSubmission, to: call) }

    func read(_ call: Call) async throws -> Answer {
        let resource = ResourceReference(.foodSubmission, try ResourceReader.id(of: call))
        return try await resources.answer(
            try await resources.document(resource, of: call.principal.account), to: call)
    }

    /// Withdraws an undecided submission.
    func withdraw(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, id = FoodSubmissionID(try ResourceReader.id(of: call))
        let resource = ResourceReference(.foodSubmission, id.uuid)
        guard let document = try await resources.document(resource, of: account) else {
            throw ProblemDetails(.notFound)
        }
        guard try EventCoding.decode(FoodSubmissionChanged.self, from: document.body).state == .pending else {
            throw ProblemDetails(.conflict, detail: "A decision has already been made.")
        }
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            try transaction.append(
                WithdrawFood(accountID: account, submissionID: id), key: account, subject: id)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    private func pending(of account: AccountID) async throws -> [FoodSubmissionChanged] {
        try await DocumentRepository.list(
            .foodSubmission, of: account, after: nil, limit: Self.maxRead, in: resources.database
        ).map { try EventCoding.decode(FoodSubmissionChanged.self, from: $0.body) }.filter { $0.state == .pending }
    }
}
