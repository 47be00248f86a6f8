import EventContracts
import Foundation
import Hexadecimal
import IngestionCore
import ServiceRuntime

/// A record of an export that is imported.
struct ImportedRecord: Sendable {
    /// The kinds of records that can be imported, in the order of their references.
    ///
    /// Scans are not imported: a product's label may have changed since, so it must be scanned again.
    enum Kind: String, Sendable, CaseIterable {
        case allergenProfile, goals, shoppingPreferences, ownFood, savedFood, dislikedFood, meal, receipt, reaction
        case budget

        /// The kind of the documents of these records; nil without documents.
        var resource: ResourceKind? {
            switch self {
            case .allergenProfile: .allergenProfile
            case .goals: .goals
            case .shoppingPreferences: .shoppingPreferences
            case .ownFood: .ownFood
            case .savedFood: .savedFood
            case .dislikedFood: nil
            case .meal: .meal
            case .receipt: .receipt
            case .reaction: .reaction
            case .budget: .budget
            }
        }

        /// Whether an account has at most one record of this kind.
        var isSingle: Bool { [.allergenProfile, .goals, .shoppingPreferences].contains(self) }

        /// The id of a document of this kind in the API.
        func id(of resource: ResourceReference) -> String {
            self == .ownFood ? OwnFoodID(resource.id).foodID : resource.idText
        }

        /// The operation that stores the record.
        var operation: String {
            switch self {
            case .allergenProfile: "setAllergenProfile"
            case .goals: "setGoals"
            case .shoppingPreferences: "setShoppingPreferences"
            case .ownFood: "addFood"
            case .savedFood: "saveFood"
            case .dislikedFood: "dislikeFood"
            case .meal: "recordMeal"
            case .receipt: "recordReceipt"
            case .reaction: "recordReaction"
            case .budget: "createBudget"
            }
        }
    }

    /// Maximum length of an exported id, in Unicode scalars.
    private static let maxIDLength = 64

    let kind: Kind
    /// The record's id in the export; empty for kinds with at most one record.
    let exportedID: String
    /// The record in the form of the export.
    let record: JSONValue
    /// The unconfirmed photo that belongs to the meal.
    let photo: PhotoID?
    /// Photos waiting for confirmation that belong to the receipt.
    var photos: [PhotoID]

    /// The items of a request.
    ///
    /// - Throws: `invalidFields`.
    static func read(_ body: JSONValue, maxCount: Int) throws(ProblemDetails) -> [ImportedRecord] {
        var fields = try BodyFields(body)
        let entries = fields.elements(of: "items", maxCount: maxCount)
        if entries.isEmpty, !fields.hasProblem("items") {
            fields.report("items", .init(.tooFew, "must have at least one item", ["min": 1]))
        }
        let items = entries.compactMap { place, value in read(value, at: place, &fields) }
        try fields.finish()
        return items
    }

    private static func read(
        _ value: JSONValue, at place: JSONPointer, _ fields: inout BodyFields
    ) -> ImportedRecord? {
        guard case .string(let name)? = value["kind"], let kind = Kind(rawValue: name) else {
            fields.report(place.member("kind"), .notAChoice(of: Kind.self))
            return nil
        }
        guard let record = value["record"], case .object = record else {
            fields.report(place.member("record"), .notAnObject)
            return nil
        }
        var photo: PhotoID?
        if let text = value["photo"], text != .null {
            guard kind == .meal, case .string(let id) = text, let known = PhotoID(text: id) else {
                fields.report(place.member("photo"), PhotoArchive.noDraft)
                return nil
            }
            photo = known
        }
        var photos: [PhotoID] = []
        if let list = value["photos"], list != .null {
            guard kind == .receipt, case .array(let entries) = list, entries.count <= ReadReceipt.maxPhotos else {
                fields.report(place.member("photos"), PhotoArchive.noDraft)
                return nil
            }
            for entry in entries {
                guard case .string(let id) = entry, let known = PhotoID(text: id), !photos.contains(known) else {
                    fields.report(place.member("photos"), PhotoArchive.noDraft)
                    return nil
                }
                photos.append(known)
            }
        }
        guard !kind.isSingle else {
            return ImportedRecord(kind: kind, exportedID: "", record: record, photo: nil, photos: [])
        }
        let member = kind == .dislikedFood ? "food_id" : "id", here = place.member("record").member(member)
        guard let id = fields.text(record[member] ?? .null, at: here, length: 1...maxIDLength) else { return nil }
        return ImportedRecord(kind: kind, exportedID: id, record: record, photo: photo, photos: photos)
    }

    /// The resource with the exported id, if the export is of the same account; nil if it does not have the form of an
    /// id.
    func resource(as id: String) -> ResourceReference? {
        guard let resource = kind.resource else { return nil }
        if kind == .ownFood { return OwnFoodID(foodID: id).map { ResourceReference(.ownFood, $0.uuid) } }
        return UUID(text: id).map { ResourceReference(resource, $0) }
    }
}
