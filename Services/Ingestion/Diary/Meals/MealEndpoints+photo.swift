import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Sealing
import ServiceRuntime

/// Meals on photos: the photo is stored first, and recognized later.
extension MealEndpoints {
    /// Accepts a meal as a photo, or as a photo sent before.
    func photograph(_ call: Call) async throws -> Answer {
        // A repeated request discards the photo that it sent again.
        defer { call.photo?.letGo() }
        let account = try call.principal.account
        let moment = try await acceptor.resources.moment(of: account)
        var fields = try BodyFields(call.body, naming: call.naming)
        let draft = call.photo == nil ? fields.optionalID("photo", of: PhotoID.self) : nil
        let form = MealForm.photographed(&fields, moment: moment), camera = Self.camera(of: call, account, &fields)
        try fields.finish()
        let meal = MealID.random(), entry = try await entry(form, meal, call)
        let command = PhotographedMeal(
            id: meal, entry: entry, call: call, allowance: try await plans.photos(of: account, at: moment),
            camera: camera)
        let accepted =
            if let upload = call.photo {
                try await accept(command, upload)
            } else {
                try await accept(command, draft: draft)
            }
        return try await acceptor.answer(accepted, to: call, done: .created)
    }

    /// The photo that a meal was recognized on, or a small picture of it, both upright.
    func readPhoto(_ call: Call) async throws -> Answer {
        let meal = MealID(try ResourceReader.id(of: call)), account = try call.principal.account
        let resource = ResourceReference(.meal, meal.uuid), width = try call.pictureWidth
        guard try await acceptor.resources.document(resource, of: account) != nil,
            let photo = try await PhotoRepository.kept(for: meal, of: account, in: acceptor.resources.database)
        else { throw ProblemDetails(.notFound) }
        return try await archive.answer(with: photo, width: width, named: "meal")
    }

    /// The camera parameters of the photo; nil without any.
    private static func camera(
        of call: Call, _ account: AccountID, _ fields: inout BodyFields
    ) -> MealCameraForm? {
        guard call.photo != nil else { return nil }
        // The content is validated below; the digest of the depth map is not a field of the client.
        guard let text = fields.optionalText(MealCameraForm.field, length: 2...4_096) else {
            if call.depth != nil {
                fields.report(MealCameraForm.field, .init(.required, "is required together with depth"))
            }
            return nil
        }
        return MealCameraForm.read(text, depthBytes: call.depth?.count, of: account, &fields)
    }

    /// A meal as last recorded; for a photo, as recognized.
    ///
    /// - Throws: `conflict` while the photo is not recognized yet.
    func entered(
        _ accepted: MealEntry, _ resource: ResourceReference, of account: AccountID
    ) async throws -> MealEntry {
        guard accepted.items.isEmpty else { return accepted }
        guard let document = try await acceptor.resources.ownDocument(resource, of: account) else {
            throw ProblemDetails(
                .conflict, detail: "The photo has not been analyzed yet, or no food was found in it.")
        }
        let meal = try EventCoding.decode(MealChanged.self, from: document.body)
        var entry = accepted
        entry.words = meal.words
        entry.items = meal.items.map { item in
            if let saved = item.savedFoodID {
                return MealItemInput(itemID: item.itemID, savedFoodID: saved, milligrams: item.milligrams)
            }
            return MealItemInput(
                itemID: item.itemID, foodID: item.foodID, milligrams: item.milligrams,
                amounts: item.basis == .wholeItem ? item.amounts : nil)
        }
        return entry
    }

    private struct PhotographedMeal: Sendable {
        let id: MealID
        let entry: MealEntry
        let call: Call
        let allowance: PhotoAllowance
        let camera: MealCameraForm?

        /// The depth map, with the key under which it will be stored.
        var depth: (key: PhotoKey, facts: MealDepth, bytes: [UInt8])? {
            guard let facts = camera?.depth, let bytes = call.depth else { return nil }
            return (facts.key, facts, bytes)
        }

        var resource: ResourceReference { ResourceReference(.meal, id.uuid) }
    }

    private func accept(_ meal: PhotographedMeal, _ upload: PhotoUpload) async throws -> AcceptedCommand {
        let photo = archive.prepared(upload, as: .random(), of: try meal.call.principal.account)
        return try await acceptor.accept(
            meal.call, about: meal.resource, lane: meal.allowance.lane,
            preparation: { accept in
                try await meal.allowance.check(in: acceptor.resources.database)
                guard let depth = meal.depth else { return try await archive.keep(upload, as: photo, accept) }
                return try await archive.keep(depth.bytes, depth.facts) {
                    try await archive.keep(upload, as: photo, accept)
                }
            },
            { transaction in
                try await meal.allowance.take(in: transaction)
                let now = try transaction.eventTime()
                guard try await PhotoRepository.settle(photo.key, for: meal.id, at: now, in: transaction) else {
                    throw PhotoArchive.Abandoned()
                }
                if let depth = meal.depth?.key {
                    guard try await PhotoRepository.settle(depth, for: meal.id, at: now, in: transaction) else {
                        throw PhotoArchive.Abandoned()
                    }
                }
                try await Self.append(photo, meal, in: transaction)
            })
    }

    private func accept(_ meal: PhotographedMeal, draft: PhotoID?) async throws -> AcceptedCommand {
        let account = try meal.call.principal.account
        return try await acceptor.accept(meal.call, about: meal.resource, lane: meal.allowance.lane) { transaction in
            try await meal.allowance.take(in: transaction)
            var confirmed: StoredPhoto?
            if let draft {
                confirmed = try await PhotoRepository.confirm(
                    draft, of: account, for: meal.id, sentAfter: archive.draftLimit, at: try transaction.eventTime(),
                    in: transaction)
            }
            guard let confirmed else {
                throw ProblemDetails(.invalidFields, errors: [.init(pointer: "/photo", PhotoArchive.noDraft)])
            }
            try await Self.append(confirmed, meal, in: transaction)
        }
    }

    /// The consents that decide who may see the photos of a meal.
    private static let consentsOfPhotos: [ConsentPurpose] = [
        .processing, .remoteRecognition, .recognitionOutsideCanada,
    ]

    private static func append(
        _ photo: StoredPhoto, _ meal: PhotographedMeal, in transaction: borrowing Transaction
    ) async throws {
        let account = photo.key.account
        let version = try await CommandAcceptor.assign(
            to: meal.resource, after: 0, AcceptedMeal(meal: meal.entry, deletedAt: nil), meal.call, in: transaction)
        let days = try await assign([meal.entry.day], of: account, in: transaction)
        let consents = try await ConsentRepository.read(account, in: transaction)
        try transaction.append(
            RecognizeMeal(
                accountID: account, mealID: meal.id, version: version, days: days, meal: meal.entry, photo: photo.key,
                facts: photo.facts, requestedAt: try transaction.eventTime(), isPro: meal.allowance.lane == .pro,
                camera: meal.camera?.camera, depth: meal.depth?.facts,
                consents: consents.ordered(for: Self.consentsOfPhotos)),
            key: account, subject: meal.id)
    }
}
