import EventContracts
import Foundation
import HTTPTypes
import Imaging
import IngestionCore
import Messaging
import Postgres
import ServiceRuntime

/// Unconfirmed photos: a person may view, replace and delete them (VIS-08).
struct PhotoEndpoints: Sendable {
    let keys: IdempotencyKeys
    let archive: PhotoArchive

    private var database: MessagingDatabase { archive.database }

    func create(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, upload = try Self.upload(of: call)
        let claim = try keys.claim(of: call, scope: CommandAcceptor.scope(of: account))
        var answer: Answer = try await keys.once(claim, in: database.pool) {
            let photo = archive.prepared(upload, as: .random(), of: account)
            let answer = try Answer.json(.created, PhotoView(draft: photo))
            let stored = try await keys.sealed(answer, for: claim, of: account)
            try await archive.keep(upload, as: photo) {
                try await database.pool.withTransaction { transaction in
                    try IdempotencyKeys.take(claim, for: stored, at: photo.since, in: transaction)
                    try await Self.settle(photo, in: transaction)
                }
            }
            return answer
        }
        answer.headers[.location] = try PhotoView(of: answer).path
        return answer
    }

    func replace(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, upload = try Self.upload(of: call)
        let id = PhotoID(try ResourceReader.id(of: call))
        guard let known = try await find(id, of: account, in: database.pool) else { throw ProblemDetails(.notFound) }
        guard known.state == .draft else { throw Self.confirmed }
        let photo = archive.prepared(upload, as: id, of: account)
        let superseded = try await archive.keep(upload, as: photo) {
            try await database.pool.withTransaction { transaction in
                let old = try await PhotoRepository.drop(
                    id, of: account, sentAfter: archive.draftLimit, at: photo.since, in: transaction)
                guard let old else { throw try await refusal(of: id, of: account, in: transaction) }
                try await Self.settle(photo, in: transaction)
                return old
            }
        }
        await archive.remove(superseded)
        return try .json(.ok, PhotoView(draft: photo))
    }

    func delete(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let id = PhotoID(try ResourceReader.id(of: call))
        let dropped = try await PhotoRepository.drop(
            id, of: account, sentAfter: archive.draftLimit, at: database.clock.now(), in: database.pool)
        guard let dropped else { throw try await refusal(of: id, of: account, in: database.pool) }
        await archive.remove(dropped)
        return Answer(.noContent)
    }

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let id = PhotoID(try ResourceReader.id(of: call)), width = try call.pictureWidth
        guard let found = try await find(id, of: account, in: database.pool) else { throw ProblemDetails(.notFound) }
        if let width { return try await archive.answer(with: found.photo, width: width, named: "photo") }
        let (bytes, lease) = try await archive.bytes(of: found.photo)
        let format = found.photo.facts.format
        var headers = HTTPFields()
        // Downloaded rather than displayed, so that a browser never runs it as part of this site.
        headers[.contentDisposition] = "attachment; filename=\"photo.\(format.rawValue)\""
        return Answer(.ok, headers: headers, body: .photo(bytes, mediaType: format.mediaType, lease))
    }

    private func find(
        _ id: PhotoID, of account: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> (photo: StoredPhoto, state: PhotoRepository.State)? {
        try await PhotoRepository.read(id, of: account, draftsSentAfter: archive.draftLimit, in: database)
    }

    /// The reason why a photo that is not a draft cannot be changed.
    private func refusal(
        of id: PhotoID, of account: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> ProblemDetails {
        try await find(id, of: account, in: database) == nil ? ProblemDetails(.notFound) : Self.confirmed
    }

    private static func settle(_ photo: StoredPhoto, in transaction: borrowing Transaction) async throws {
        guard try await PhotoRepository.settle(photo.key, asDraftAt: photo.since, in: transaction) else {
            throw PhotoArchive.Abandoned()
        }
    }

    private static func upload(of call: Call) throws(ProblemDetails) -> PhotoUpload {
        guard let upload = call.photo else { throw ProblemDetails(.unsupportedMediaType) }
        return upload
    }

    private static var confirmed: ProblemDetails {
        ProblemDetails(.conflict, detail: "The photo is already confirmed.")
    }
}
