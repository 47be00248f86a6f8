import EventContracts
import Foundation
import IngestionCore
import Quantities
import Sealing

/// Opens notices.
extension DocumentOpener {
    func notification(_ notice: Notice) async throws -> NotificationView {
        let text = try await sealer.open(notice.text, .noticeText(notice.noticeID, of: notice.accountID))
        return NotificationView(
            id: notice.noticeID, kind: notice.kind, urgency: notice.urgency, title: text.title, body: text.body,
            language: text.language, read: notice.readAt != nil, readAt: notice.readAt, cause: notice.causeID,
            scan: notice.scanID, gtin: notice.gtin, meal: notice.mealID, budget: notice.budgetID,
            product: notice.productID, receipt: notice.receiptID, payment: notice.paymentID, grant: notice.grantID,
            export: notice.exportID, submission: notice.submissionID, day: notice.day,
            why: notice.why, deliveries: notice.deliveries, createdAt: notice.createdAt, version: notice.version)
    }
}

extension Notice {
    /// The link to the notice's subject, if any.
    var why: String? {
        switch kind {
        case .scanAssessed, .allergenAlert:
            scanID.map { "/v1/label-scans/\($0)" } ?? (kind == .scanAssessed ? "/v1/label-scans/\(causeID)" : nil)
        case .recall: gtin.map { "/v1/products/\($0.digits)" }
        case .mealAllergens: mealID.map { "/v1/meals/\($0)" }
        case .reportReady: mealID.map { "/v1/meals/\($0)/report" }
        case .intakeOffGoal: day.map { "/v1/days/\($0)/advice" }
        case .dailyReport: day.map { "/v1/days/\($0)/report" }
        case .mealReminder: day.map { "/v1/days/\($0)" }
        case .budgetExceeded: budgetID.map { "/v1/budgets/\($0)" }
        case .lowerPrice: productID.map { "/v1/products/\($0)" }
        case .purchaseAllergens: receiptID.map { "/v1/receipts/\($0)" }
        case .grantChanged: grantID.map { "/v1/grants/\($0)" }
        case .subscriptionChanged: "/v1/subscription"
        case .paymentChanged: "/v1/payments"
        case .exportReady, .submissionReviewed, .releaseNotes, .serviceDegraded, .retirement: nil
        }
    }
}

/// An entry of the inbox.
struct NotificationView: Encodable, Sendable {
    let id: NoticeID
    let kind: NoticeKind
    let urgency: Notice.Urgency
    let title: String
    let body: String
    let language: String
    let read: Bool
    let readAt: Date?
    let cause: String
    let scan: ScanID?
    let gtin: GTIN?
    let meal: MealID?
    let budget: BudgetID?
    let product: PurchasedProductID?
    let receipt: ReceiptID?
    let payment: PaymentID?
    let grant: GrantID?
    let export: ExportID?
    let submission: FoodSubmissionID?
    let day: CalendarDay?
    /// The link to the subject of the notice.
    let why: String?
    /// The deliveries of an alert; nil if none is known.
    let deliveries: [NoticeDelivery]?
    let createdAt: Date
    let version: Int64
}
