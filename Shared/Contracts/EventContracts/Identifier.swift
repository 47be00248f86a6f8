import Foundation
import Hexadecimal

/// A typed UUID; in JSON and in Kafka keys its lower-case text.
package protocol Identifier: Hashable, Sendable, Codable, CustomStringConvertible, Comparable {
    /// The value itself.
    var uuid: UUID { get }
    /// Wraps a value.
    init(_ uuid: UUID)
}

extension Identifier {
    /// A new random id (UUID version 4).
    package static func random() -> Self { Self(UUID.random()) }

    /// Parses the usual text form; nil if the text is invalid.
    package init?(text: String) {
        guard let uuid = UUID(text: text) else { return nil }
        self.init(uuid)
    }

    /// Lower-case text.
    package var description: String { uuid.text }

    /// Orders by value, which is also the order of the texts, so that outputs are stable.
    package static func < (left: Self, right: Self) -> Bool { left.uuid < right.uuid }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A person's account; random, so that it reveals nothing about the person.
package struct AccountID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One accepted command of a client, followed until its result.
package struct OperationID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One reading of an ingredient label.
package struct ScanID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One entry of the reaction diary.
package struct ReactionID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One entry of a person's inbox.
package struct NoticeID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One link to a picture that a person shares.
package struct ShareID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One browser that asked for push messages.
package struct PushSubscriptionID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One meal of the diary.
package struct MealID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One alert about something that a person scanned.
package struct AlertID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One recall of a product.
package struct RecallID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One item of a meal.
package struct MealItemID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One food that a person saved for quick entry.
package struct SavedFoodID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One subscription of a person, from the first checkout to its end.
package struct SubscriptionID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One visit to the payment page.
package struct CheckoutID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One charge of a person, whether it succeeds or not.
package struct PaymentID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One own food of a person.
package struct OwnFoodID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }

    /// Prefix of the ids of own foods, beside the prefixes of the catalog's sources.
    package static let source = "own"

    /// Parses the form used beside catalog ids, `own-<id>`; nil for any other text.
    package init?(foodID: String) {
        guard foodID.hasPrefix(Self.source + "-") else { return nil }
        self.init(text: String(foodID.dropFirst(Self.source.count + 1)))
    }

    /// `own-<id>`, as `FoodID` writes ids.
    package var foodID: String { "\(Self.source)-\(self)" }
}

/// One purchase: from a photo of its receipt, typed, or imported from a file.
package struct ReceiptID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One item of a purchase.
package struct ReceiptItemID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One product that a person buys; created for that person, so that it reveals nothing to others.
package struct PurchasedProductID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One shop as a person's receipts name it.
package struct StoreID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One product that many people buy: a hash of its trade item number or name, so that it reveals no typed text.
package struct CommunityProductID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One budget.
package struct BudgetID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One erasure of an account.
package struct ErasureID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One mail about an account itself.
package struct MailID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One grant: a permission for another person to see records.
package struct GrantID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One comment on a grant.
package struct GrantCommentID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One request of a person for a copy of all their data.
package struct ExportID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One announcement to everyone.
package struct AnnouncementID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One own food proposed for the catalog.
package struct FoodSubmissionID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One seat of a subscription.
package struct SeatID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One household.
package struct HouseholdID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One membership of a person in a household; other members see this id instead of the account.
package struct HouseholdMemberID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One region: a food that a model found on a photo, kept for as long as the person may name it.
package struct RegionID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }

    /// The id of the food at a position, counted from 0, in the recognition of a meal; repeated analyses derive the
    /// same ids.
    package init(of meal: MealID, at place: Int) {
        self.init(NamedUUID.make("region/\(meal)/\(place)"))
    }
}

/// One lesson: what a person taught about a region.
package struct LessonID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}
