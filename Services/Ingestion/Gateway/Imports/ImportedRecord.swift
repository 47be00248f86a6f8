import EventContracts
import Foundation
import IngestionCore
import ServiceRuntime

/// A record of an export that is imported.
struct ImportedRecord: Sendable {
    /// The kinds of records that can be imported, in the order in which they refer to each other.
    ///
    /// Scans are none: the label of a product may have changed since, so that it has to be scanned again.
    enum Kind: String, Sendable, CaseIterable {
        case allergenProfile, goals, shoppingPreferences, ownFood, savedFood, dislikedFood, meal, receipt, reaction
        case budget

        /// The kind of its documents; nil if there are none.
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

        /// Whether an account has one at most.
        var isSingle: Bool { [.allergenProfile, .goals, .shoppingPreferences].contains(self) }

        /// The id of one of its documents in the API.
        func id(of resource: ResourceReference) -> String {
            self == .ownFood ? OwnFoodID(resource.id).foodID : resource.idText
        }

        /// The operation that records it.
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
    /// Its id in the export; empty for a kind of which there is one at most.
    let exportedID: String
    /// As in the export.
    let record: JSONValue
    /// A photo waiting for confirmation that belongs to the meal.
    let photo: PhotoID?

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
        guard !kind.isSingle else { return ImportedRecord(kind: kind, exportedID: "", record: record, photo: nil) }
        let member = kind == .dislikedFood ? "food_id" : "id", here = place.member("record").member(member)
        guard let id = fields.text(record[member] ?? .null, at: here, length: 1...maxIDLength) else { return nil }
        return ImportedRecord(kind: kind, exportedID: id, record: record, photo: photo)
    }

    /// The resource that the id means if the export is of the same account; nil if it does not have the form of an id.
    func resource(as id: String) -> ResourceReference? {
        guard let resource = kind.resource else { return nil }
        if kind == .ownFood { return OwnFoodID(foodID: id).map { ResourceReference(.ownFood, $0.uuid) } }
        return id.utf8.count == 36 ? UUID(uuidString: id).map { ResourceReference(resource, $0) } : nil
    }
}
