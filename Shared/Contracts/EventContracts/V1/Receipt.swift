import Foundation
import Quantities
import Sealing

/// The source of a purchase (SPD-01, SPD-23).
package enum ReceiptSource: String, EventValue, CaseIterable {
    case photo, typed, file
}

/// Command: record a purchase that a person typed.
package struct RecordReceipt: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.record-receipt.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var receiptID: ReceiptID
    package var version: Int64
    package var source: ReceiptSource
    /// Sealed as (`receipt.record`, receipt id); products are not assigned yet.
    package var record: Sealed<ReceiptRecord>
    /// Facts about the account and its network, for counting independent reports; nil in commands of earlier releases,
    /// for which only the account counts.
    package var voucher: Voucher?
    /// Kept beside the purchase and not read; nil without photos.
    package var photos: [ReceiptPhoto]?

    package init(
        accountID: AccountID, receiptID: ReceiptID, version: Int64, source: ReceiptSource,
        record: Sealed<ReceiptRecord>, voucher: Voucher? = nil, photos: [ReceiptPhoto]? = nil
    ) {
        self.accountID = accountID
        self.receiptID = receiptID
        self.version = version
        self.source = source
        self.record = record
        self.voucher = voucher
        self.photos = photos
    }
}

/// Command: change fields of a purchase (SPD-05).
package struct ChangeReceipt: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.change-receipt.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var receiptID: ReceiptID
    package var version: Int64
    /// Sealed as (`receipt.edits`, receipt id).
    package var edits: Sealed<[ReceiptEdit]>
    /// The person's answer about a possible duplicate: true keeps both and ends the question.
    package var isNoDuplicate: Bool?
    /// Facts about the account and its network, for counting independent reports; nil in commands of earlier releases,
    /// for which only the account counts.
    package var voucher: Voucher?

    package init(
        accountID: AccountID, receiptID: ReceiptID, version: Int64, edits: Sealed<[ReceiptEdit]>,
        isNoDuplicate: Bool? = nil, voucher: Voucher? = nil
    ) {
        self.accountID = accountID
        self.receiptID = receiptID
        self.version = version
        self.edits = edits
        self.isNoDuplicate = isNoDuplicate
        self.voucher = voucher
    }
}

/// Command: undo the last change of a purchase; restores a deleted one.
package struct UndoReceiptChange: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.undo-receipt-change.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var receiptID: ReceiptID
    package var version: Int64
    /// Facts about the account and its network, for counting independent reports; nil in commands of earlier releases,
    /// for which only the account counts.
    package var voucher: Voucher?

    package init(accountID: AccountID, receiptID: ReceiptID, version: Int64, voucher: Voucher? = nil) {
        self.accountID = accountID
        self.receiptID = receiptID
        self.version = version
        self.voucher = voucher
    }
}

/// Command: delete a purchase; can be undone for 30 days.
package struct DeleteReceipt: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.delete-receipt.v1")
    package static let topic = Topic.spendingCommands

    package var accountID: AccountID
    package var receiptID: ReceiptID
    package var version: Int64

    package init(accountID: AccountID, receiptID: ReceiptID, version: Int64) {
        self.accountID = accountID
        self.receiptID = receiptID
        self.version = version
    }
}

/// Another purchase that may be the same as this one; the person decides.
package struct ReceiptTwin: Codable, Sendable, Equatable {
    package enum Reason: String, EventValue, CaseIterable {
        case samePicture, samePurchase
    }

    package var receiptID: ReceiptID
    package var reason: Reason

    package init(receiptID: ReceiptID, reason: Reason) {
        self.receiptID = receiptID
        self.reason = reason
    }
}

/// Current state of a purchase.
package struct ReceiptChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.spending.receipt-changed.v1")
    package static let topic = Topic.spendingReceipt

    package var accountID: AccountID
    package var receiptID: ReceiptID
    package var version: Int64
    package var source: ReceiptSource
    /// How the reading of its photos ended; nil for typed or imported purchases.
    package var outcome: LabelRead.Outcome?
    /// What the person can do for a better reading, as codes, the most useful first.
    package var advice: [String]
    package var photos: [ReceiptPhoto]
    /// Sealed as (`receipt.record`, receipt id).
    package var record: Sealed<ReceiptRecord>
    /// The figures for reports and budgets, in the format of `PurchaseLedger`; sealed as (`receipt.ledger`, receipt
    /// id).
    package var ledger: Sealed<String>
    /// The day of purchase, if known.
    package var day: CalendarDay?
    /// Whether the items add up to the total; nil if either is missing.
    package var itemsMatchTotal: Bool?
    package var twin: ReceiptTwin?
    /// Whether there is a change to undo.
    package var canUndo: Bool
    package var recordedAt: Date
    package var changedAt: Date
    /// Set when the person deleted it.
    package var deletedAt: Date?

    package init(
        accountID: AccountID, receiptID: ReceiptID, version: Int64, source: ReceiptSource,
        outcome: LabelRead.Outcome?, advice: [String], photos: [ReceiptPhoto], record: Sealed<ReceiptRecord>,
        ledger: Sealed<String>, day: CalendarDay?, itemsMatchTotal: Bool?, twin: ReceiptTwin?, canUndo: Bool,
        recordedAt: Date, changedAt: Date, deletedAt: Date? = nil
    ) {
        self.accountID = accountID
        self.receiptID = receiptID
        self.version = version
        self.source = source
        self.outcome = outcome
        self.advice = advice
        self.photos = photos
        self.record = record
        self.ledger = ledger
        self.day = day
        self.itemsMatchTotal = itemsMatchTotal
        self.twin = twin
        self.canUndo = canUndo
        self.recordedAt = recordedAt
        self.changedAt = changedAt
        self.deletedAt = deletedAt
    }
}
