import Foundation

/// A UUID that says what it names; in JSON and in Kafka keys its lower-case text.
package protocol Identifier: Hashable, Sendable, Codable, CustomStringConvertible, Comparable {
    /// The value itself.
    var uuid: UUID { get }
    /// Wraps a value.
    init(_ uuid: UUID)
}

extension Identifier {
    /// A new random one (UUID version 4).
    package static func random() -> Self { Self(UUID()) }

    /// Reads the usual text form; nil when it is none.
    package init?(text: String) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else { return nil }
        self.init(uuid)
    }

    /// Lower-case text.
    package var description: String { uuid.uuidString.lowercased() }

    /// By text, for a stable order in outputs.
    package static func < (left: Self, right: Self) -> Bool { left.description < right.description }

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

/// A person's account; random, so that it says nothing about the person.
package struct AccountID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One accepted order of a client, followed until its result is there.
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

/// One meal of the diary of meals.
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

/// One food that a person has saved, to enter it again with one touch.
package struct SavedFoodID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One subscription of a person, from the first checkout to its end.
package struct SubscriptionID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One visit to the page where a person pays.
package struct CheckoutID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One charge of a person, whether it succeeds or not.
package struct PaymentID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One food of a person's own.
package struct OwnFoodID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }

    /// What ids of such foods begin with, beside those of the catalogue.
    package static let source = "own"

    /// Reads the form that stands beside ids of the catalogue: `own-<id>`; nil for any other.
    package init?(foodID: String) {
        guard foodID.hasPrefix(Self.source + "-") else { return nil }
        self.init(text: String(foodID.dropFirst(Self.source.count + 1)))
    }

    /// `own-<id>`, as `FoodID` writes ids.
    package var foodID: String { "\(Self.source)-\(self)" }
}

/// One purchase, from a photo of its receipt, typed, or brought in from a file.
package struct ReceiptID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One article of a receipt.
package struct ReceiptItemID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One product that a person buys; made for that person, so that it tells nothing to anybody else.
package struct PurchasedProductID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One shop as a person's receipts name it.
package struct StoreID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One thing that many people buy, by a hash of its trade item number or name: it tells nothing that anybody typed.
package struct CommunityProductID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One objective of what to spend at most.
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

/// One permission of a person for somebody else to see their records.
package struct GrantID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One request of a person for everything that is kept of them.
package struct ExportID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One thing that everybody is told.
package struct AnnouncementID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One food that a person wants everybody to have.
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

/// One stay of a person in a household; what others of it know them by.
package struct HouseholdMemberID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// One food as a model found it on a photo, for as long as the person may say what it is.
package struct RegionID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }

    /// The one at a place, from 0, of what was seen of a meal: the same reading makes the same ids.
    package init(of meal: MealID, at place: Int) {
        self.init(NamedUUID.make("region/\(meal)/\(place)"))
    }
}

/// One thing that a person has taught: what a region shows.
package struct LessonID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}
