import EventContracts
import Foundation
import HTTPTypes
import Hexadecimal
import Imaging
import IngestionCore
import Messaging
import Photos
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// Receipts: photos of them, and purchases typed by hand.
struct ReceiptEndpoints: Sendable {
    /// Ids in the items of a receipt.
    static let itemReferences: [String: BodyReference] = [
        "/items/*/id": .part, "/items/*/product": .own(.purchasedProduct),
    ]

    let acceptor: CommandAcceptor
    let sealer: Sealer
    let archive: PhotoArchive
    let plans: AccountPlans
    let imports: Imports

    /// Records a purchase: from photos, from photos sent before, or typed, perhaps with photos beside it (SPD-01).
    func record(_ call: Call) async throws -> Answer {
        let acceptance =
            if let upload = call.photo {
                try await accept(upload, call)
            } else if call.body["photos"] ?? .null != .null, !Self.isTyped(call.body) {
                try await acceptDrafts(call)
            } else {
                try await acceptTyped(call)
            }
        return try await acceptor.answer(acceptance, to: call, done: .created)
    }

    /// Whether a body contains items or a total, so that its photos are not read.
    private static func isTyped(_ body: JSONValue) -> Bool {
        ["items", "total"].contains { body[$0] ?? .null != .null }
    }

    private func acceptTyped(_ call: Call) async throws -> AcceptedCommand {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let ids = call.body["photos"] ?? .null == .null ? [] : Self.photos(&fields)
        try fields.finish()
        let form = try ReceiptForm(call.body, currency: nil, now: acceptor.resources.clock.now())
        let record = try form.applied(to: ReceiptRecord())
        guard !record.items.isEmpty || record.total != nil else {
            throw ProblemDetails(
                .invalidFields,
                errors: [
                    .init(
                        pointer: "/items",
                        .init(
                            .oneRequired, "must have at least one item, or a total",
                            ["fields": .texts(["items", "total"])]))
                ])
        }
        let receipt = ReceiptID.random(), resource = ResourceReference(.receipt, receipt.uuid)
        let sealed = try await sealer.seal(record, .receiptRecord(receipt, of: account))
        return try await acceptor.accept(call, about: resource) { transaction in
            let photos = try await confirm(ids, for: receipt, of: account, in: transaction)
            let version = try await CommandAcceptor.assign(
                to: resource, after: 0, AcceptedReceipt(), call, in: transaction)
            try transaction.append(
                RecordReceipt(
                    accountID: account, receiptID: receipt, version: version, source: .typed, record: sealed,
                    voucher: try await call.voucherForPurchase(in: transaction),
                    photos: photos.isEmpty ? nil : photos.map(\.ofReceipt)),
                key: account, subject: receipt)
            try await HouseholdRepository.shareNew(receipt, of: account, in: transaction)
        }
    }

    func list(_ call: Call) async throws -> Answer {
        let account = try call.principal.account, options = try ReceiptQuery(call.query)
        guard options.isNarrowed else { return try await acceptor.resources.page(of: .receipt, to: call) }
        let (shown, next) = try await narrowed(by: options, of: account)
        return Answer(.ok, body: .json(try await acceptor.resources.documents.page(of: shown[...], next: next)))
    }

    /// A page of the purchases that match a filter, with the cursor of the next page.
    ///
    /// A page may contain fewer purchases than the limit and still have a next page, because a request examines only a
    /// limited number of purchases.
    private func narrowed(
        by options: ReceiptQuery, of account: AccountID
    ) async throws -> (shown: [Document], next: PageCursor?) {
        var shown: [Document] = [], cursor = options.cursor, searched = 0
        while true {
            let found = try await DocumentRepository.list(
                .receipt, of: account, from: (options.from ?? .epoch).start,
                upTo: options.through?.end ?? .distantFuture,
                after: cursor, limit: ReceiptQuery.batch, in: acceptor.resources.database)
            searched += found.count
            let wanted = options.limit - shown.count
            let matching = try await options.matching(found, maxCount: wanted + 1, of: account, sealer: sealer)
            shown += matching.prefix(wanted)
            if matching.count > wanted { return (shown, shown.last.map(Self.place)) }
            guard found.count == ReceiptQuery.batch, let last = found.last else { return (shown, nil) }
            cursor = Self.place(of: last)
            if searched >= ReceiptQuery.maxSearched { return (shown, cursor) }
        }
    }

    private static func place(of document: Document) -> PageCursor {
        PageCursor(sortKey: document.sortKey, id: document.resource.id)
    }

    func read(_ call: Call) async throws -> Answer {
        let resource = ResourceReference(.receipt, try ResourceReader.id(of: call))
        let document = try await acceptor.resources.ownDocument(resource, of: call.principal.account)
        return try await acceptor.resources.answer(document, to: call)
    }

    /// Changes fields of a purchase, and adds and removes items (SPD-05).
    func change(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .receipt, as: AcceptedReceipt.self)
        let account = target.account, receipt = ReceiptID(target.resource.id)
        let published = try await known(target)
        let record = try await sealer.open(published.record, .receiptRecord(receipt, of: account))
        let form = try ReceiptForm(
            call.body, currency: record.currency?.value, now: acceptor.resources.clock.now())
        _ = try form.applied(to: record)
        let edits = try await sealer.seal(form.edits, .receiptEdits(receipt, of: account))
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, AcceptedReceipt(), call, in: transaction)
            try transaction.append(
                ChangeReceipt(
                    accountID: account, receiptID: receipt, version: version, edits: edits,
                    isNoDuplicate: form.isNoDuplicate, voucher: try await call.voucherForPurchase(in: transaction)),
                key: account, subject: receipt)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    func delete(_ call: Call) async throws -> Answer {
        let target = try await acceptor.target(of: call, .receipt, as: AcceptedReceipt.self)
        let account = target.account, receipt = ReceiptID(target.resource.id)
        _ = try await known(target)
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let deleted = AcceptedReceipt(deletedAt: try transaction.eventTime())
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, deleted, call, in: transaction)
            try transaction.append(
                DeleteReceipt(accountID: account, receiptID: receipt, version: version), key: account,
                subject: receipt)
        }
        return try await acceptor.answer(acceptance, to: call, done: .noContent)
    }

    /// Undoes the latest change; restores a deleted purchase.
    func undo(_ call: Call) async throws -> Answer {
        if let acceptance = try await acceptor.repeated(call) {
            return try await acceptor.answer(acceptance, to: call, done: .ok)
        }
        let target = try await acceptor.target(of: call, .receipt, as: AcceptedReceipt.self)
        let account = target.account, receipt = ReceiptID(target.resource.id)
        if let deletedAt = target.accepted.deletedAt {
            guard acceptor.resources.clock.now().timeIntervalSince(deletedAt) < AcceptedReceipt.restorable else {
                throw ProblemDetails(.notFound)
            }
        } else {
            guard try await known(target).canUndo else {
                throw ProblemDetails(.conflict, detail: "There is no change to undo.")
            }
        }
        let acceptance = try await acceptor.accept(call, about: target.resource) { transaction in
            let version = try await CommandAcceptor.assign(
                to: target.resource, after: target.version, AcceptedReceipt(), call, in: transaction)
            try transaction.append(
                UndoReceiptChange(
                    accountID: account, receiptID: receipt, version: version,
                    voucher: try await call.voucherForPurchase(in: transaction)), key: account, subject: receipt)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// The purchase as last published, including accepted changes if they arrive in time.
    private func known(_ target: CommandAcceptor.Target<AcceptedReceipt>) async throws -> ReceiptChanged {
        guard target.accepted.deletedAt == nil else { throw ProblemDetails(.notFound) }
        guard let document = try await acceptor.resources.ownDocument(target.resource, of: target.account) else {
            throw ProblemDetails(.conflict, detail: "The receipt is not read yet.")
        }
        return try EventCoding.decode(ReceiptChanged.self, from: document.body)
    }
}

// MARK: - Photos

extension ReceiptEndpoints {
    /// A photo of a receipt, for showing the printed form of a field.
    func photo(_ call: Call) async throws -> Answer {
        let resource = ResourceReference(.receipt, try ResourceReader.id(of: call))
        let number = call.query.first { $0.name == "number" }.map { Int($0.value) } ?? 0, width = try call.pictureWidth
        guard let document = try await acceptor.resources.ownDocument(resource, of: call.principal.account) else {
            throw ProblemDetails(.notFound)
        }
        let published = try EventCoding.decode(ReceiptChanged.self, from: document.body)
        guard let number, published.photos.indices.contains(number) else { throw ProblemDetails(.notFound) }
        let photo = published.photos[number], format = photo.facts.format
        if let width { return try await archive.answer(at: photo.key, photo.facts, width: width, named: "receipt") }
        do {
            let (bytes, lease) = try await archive.bytes(at: photo.key, photo.facts)
            var headers = HTTPFields()
            // Downloaded rather than displayed, so that a browser never runs it as part of this site.
            headers[.contentDisposition] = "attachment; filename=\"receipt.\(format.rawValue)\""
            return Answer(.ok, headers: headers, body: .photo(bytes, mediaType: format.mediaType, lease))
        } catch PhotoStoreError.missing {
            // The photo was deleted after its retention; the recognized data is kept.
            throw ProblemDetails(.notFound)
        }
    }

    private func accept(_ upload: PhotoUpload, _ call: Call) async throws -> AcceptedCommand {
        // A repeated request discards the photo that it sent again.
        defer { upload.letGo() }
        let account = try call.principal.account
        var fields = try BodyFields(call.body, naming: call.naming)
        let country = Self.country(&fields)
        try fields.finish()
        let moment = try await acceptor.resources.moment(of: account)
        let receipt = ReceiptID.random(), photo = archive.prepared(upload, as: .random(), of: account)
        let allowance = try await plans.photos(of: account, at: moment)
        return try await acceptor.accept(
            call, about: ResourceReference(.receipt, receipt.uuid), lane: allowance.lane,
            preparation: { accept in
                try await allowance.check(in: acceptor.resources.database)
                try await archive.keep(upload, as: photo, accept)
            },
            { transaction in
                try await allowance.take(in: transaction)
                let now = try transaction.eventTime()
                guard try await PhotoRepository.settle(photo.key, for: receipt, at: now, in: transaction) else {
                    throw PhotoArchive.Abandoned()
                }
                try await append([photo], receipt, allowance, country, call, in: transaction)
            })
    }

    private func acceptDrafts(_ call: Call) async throws -> AcceptedCommand {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let ids = Self.photos(&fields), country = Self.country(&fields)
        try fields.finish()
        let moment = try await acceptor.resources.moment(of: account), receipt = ReceiptID.random()
        let allowance = try await plans.photos(of: account, at: moment)
        return try await acceptor.accept(
            call, about: ResourceReference(.receipt, receipt.uuid), lane: allowance.lane
        ) { transaction in
            try await allowance.take(in: transaction)
            let photos = try await confirm(ids, for: receipt, of: account, in: transaction)
            try await append(photos, receipt, allowance, country, call, in: transaction)
        }
    }

    /// Assigns photos that were sent before to a receipt.
    private func confirm(
        _ ids: [PhotoID], for receipt: ReceiptID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [StoredPhoto] {
        var photos: [StoredPhoto] = []
        for (place, id) in ids.enumerated() {
            let confirmed = try await PhotoRepository.confirm(
                id, of: account, for: receipt, sentAfter: archive.draftLimit, at: try transaction.eventTime(),
                in: transaction)
            guard let confirmed else {
                let pointer = JSONPointer.root.member("photos").element(place).description
                throw ProblemDetails(.invalidFields, errors: [.init(pointer: pointer, PhotoArchive.noDraft)])
            }
            photos.append(confirmed)
        }
        return photos
    }

    private static func photos(_ fields: inout BodyFields) -> [PhotoID] {
        let entries = fields.elements(of: "photos", maxCount: ReadReceipt.maxPhotos)
        if entries.isEmpty, !fields.hasProblem("photos") {
            fields.report("photos", .init(.tooFew, "must name at least one photo", ["min": 1]))
        }
        var ids: [PhotoID] = []
        for (place, value) in entries {
            guard case .string(let text) = value, let id = PhotoID(text: text), !ids.contains(id) else {
                fields.report(place, .init(.notAnID, "is not the id of another of your photos"))
                continue
            }
            ids.append(id)
        }
        return ids
    }

    /// The country of the shop as an ISO 3166 code.
    private static func country(_ fields: inout BodyFields) -> String? {
        guard let code = fields.optionalText("country", length: 2...2) else { return nil }
        guard code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            fields.report("country", .init(.notARegion, "must be a code of ISO 3166 in capital letters, such as CA"))
            return nil
        }
        return code
    }

    private func append(
        _ photos: [StoredPhoto], _ receipt: ReceiptID, _ allowance: PhotoAllowance, _ country: String?, _ call: Call,
        in transaction: borrowing Transaction
    ) async throws {
        let account = try call.principal.account, resource = ResourceReference(.receipt, receipt.uuid)
        let version = try await CommandAcceptor.assign(to: resource, after: 0, AcceptedReceipt(), call, in: transaction)
        try transaction.append(
            ReadReceipt(
                accountID: account, receiptID: receipt, version: version, photos: photos.map(\.ofReceipt),
                isPro: allowance.lane == .pro, country: country, today: allowance.moment.day,
                requestedAt: try transaction.eventTime(), voucher: try await call.voucherForPurchase(in: transaction)),
            key: account, subject: receipt)
        try await HouseholdRepository.shareNew(receipt, of: account, in: transaction)
    }
}

extension StoredPhoto {
    /// The photo in the form of the event schema.
    fileprivate var ofReceipt: ReceiptPhoto {
        let digest = contentHash.hexadecimal
        return ReceiptPhoto(key: key, facts: facts, digest: digest)
    }
}

/// A purchase as last accepted, which the next change is based on; a deleted one can be restored.
struct AcceptedReceipt: Codable, Sendable {
    var deletedAt: Date?

    /// How long a deleted purchase can be restored, in seconds: 30 days.
    static let restorable: TimeInterval = 30 * 86_400
}
