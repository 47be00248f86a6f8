import EventContracts
import IngestionCore
import Sealing

/// The values of events by their paths, such as `meal-changed/items/0/milligrams`, with sealed values decrypted.
struct AnswerValues: Sendable {
    /// Events with their attributes.
    typealias Events = [(attributes: EventAttributes, body: [UInt8])]

    private var values: [String: String] = [:]

    init(_ events: Events, _ sealer: Sealer) async throws {
        for (place, event) in events.enumerated() {
            let attributes = event.attributes
            let type = attributes.type.name.split(separator: ".").dropLast().last ?? ""
            let isRepeated = events[..<place].contains {
                $0.attributes.type == attributes.type && $0.attributes.subject == attributes.subject
            }
            let subject = "\(attributes.subject ?? "no subject")\(isRepeated ? ", again" : "")"
            add(try JSONReader.read(event.body, from: .ownRecords), at: "\(type)", of: subject)
            for (field, opened) in try await Self.opened(attributes.type, event.body, sealer) {
                values["\(type)/\(field) of \(subject)"] = nil
                add(try JSONReader.read(opened, from: .ownRecords), at: "\(type)/\(field)", of: subject)
            }
            values["\(type) key of \(subject)"] = attributes.key
            guard let status = attributes.operationStatus else { continue }
            values["\(type) ending of \(subject)"] = "\(status) \(attributes.operationID?.description ?? "nothing")"
        }
    }

    /// The differences from the values of other events.
    ///
    /// - Parameters:
    ///   - other: The values to compare with.
    ///   - simplified: Beginnings of the paths that may differ.
    /// - Returns: Displayable texts, by path.
    func differences(from other: AnswerValues, except simplified: [String] = []) -> [String] {
        Set(values.keys).union(other.values.keys).sorted().compactMap { path in
            let own = values[path], others = other.values[path]
            guard own != others, !simplified.contains(where: { path.hasPrefix($0) }) else { return nil }
            return "\(path): \(own ?? "nothing") instead of \(others ?? "nothing")"
        }
    }

    private mutating func add(_ value: JSONValue, at path: String, of subject: String) {
        switch value {
        case .object(let members) where !members.isEmpty:
            for member in members { add(member.value, at: "\(path)/\(member.name)", of: subject) }
        case .array(let items) where !items.isEmpty:
            for (place, item) in items.enumerated() { add(item, at: "\(path)/\(place)", of: subject) }
        default: values["\(path) of \(subject)"] = "\(value)"
        }
    }

    /// The sealed fields of an event as JSON, by their paths.
    private static func opened(_ type: EventType, _ body: [UInt8], _ sealer: Sealer) async throws -> [String: [UInt8]] {
        func open<Value: Codable & Sendable>(
            _ sealed: Sealed<Value>?, _ context: SealingContext
        ) async throws -> [UInt8]? {
            guard let sealed else { return nil }
            return try EventCoding.encode(try await sealer.open(sealed, context))
        }
        var fields: [String: [UInt8]] = [:]
        switch type {
        case MealChanged.type:
            let meal = try EventCoding.decode(MealChanged.self, from: body)
            fields["words"] = try await open(meal.words, .mealWords(meal.mealID, of: meal.accountID))
        case DayChanged.type:
            let day = try EventCoding.decode(DayChanged.self, from: body)
            fields["slotNames"] = try await open(day.slotNames, .daySlotNames(day.dayID, of: day.accountID))
        case SavedFoodChanged.type:
            let saved = try EventCoding.decode(SavedFoodChanged.self, from: body)
            fields["food/words"] = try await open(
                saved.food.words, .savedFoodWords(saved.savedFoodID, of: saved.accountID))
        case FoodChanged.type:
            let own = try EventCoding.decode(FoodChanged.self, from: body)
            fields["food/words"] = try await open(own.food.words, .ownFoodWords(own.ownFoodID, of: own.accountID))
        case FoodSubmissionChanged.type:
            let published = try EventCoding.decode(FoodSubmissionChanged.self, from: body)
            fields["food/words"] = try await open(
                published.food.words, .ownFoodWords(published.ownFoodID, of: published.accountID))
        case ProfileChanged.type:
            let profile = try EventCoding.decode(ProfileChanged.self, from: body)
            fields["otherIngredients"] = try await open(
                profile.otherIngredients, .otherIngredients(of: profile.accountID))
        case ScanAssessed.type:
            let scan = try EventCoding.decode(ScanAssessed.self, from: body)
            fields["name"] = try await open(scan.name, .scanName(scan.scanID, of: scan.accountID))
            fields["details"] = try await open(scan.details, .scanDetails(scan.scanID, of: scan.accountID))
        case ReactionChanged.type:
            let reaction = try EventCoding.decode(ReactionChanged.self, from: body)
            fields["notes"] = try await open(
                reaction.notes, .reactionNotes(reaction.reactionID, of: reaction.accountID))
        case ReceiptChanged.type:
            let receipt = try EventCoding.decode(ReceiptChanged.self, from: body)
            fields["record"] = try await open(receipt.record, .receiptRecord(receipt.receiptID, of: receipt.accountID))
            fields["ledger"] = try await open(receipt.ledger, .receiptLedger(receipt.receiptID, of: receipt.accountID))
        case PurchasedProductChanged.type:
            let product = try EventCoding.decode(PurchasedProductChanged.self, from: body)
            fields["words"] = try await open(
                product.words, .purchasedProductWords(product.productID, of: product.accountID))
        case BudgetChanged.type:
            let budget = try EventCoding.decode(BudgetChanged.self, from: body)
            fields["words"] = try await open(budget.words, .budgetWords(budget.budgetID, of: budget.accountID))
        case ShoppingPreferencesChanged.type:
            let published = try EventCoding.decode(ShoppingPreferencesChanged.self, from: body)
            fields["wishes"] = try await open(published.wishes, .shoppingPreferences(of: published.accountID))
        case NoticeChanged.type:
            let notice = try EventCoding.decode(NoticeChanged.self, from: body).notice
            fields["notice/text"] = try await open(notice.text, .noticeText(notice.noticeID, of: notice.accountID))
        default: break
        }
        return fields
    }
}
