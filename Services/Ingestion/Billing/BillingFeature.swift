import BillingRules
import EventContracts
import FoodReports
import Foundation
import IngestionCore
import Messaging
import ServiceRuntime

/// Plans, subscriptions, payments, seats, promotions.
package struct BillingFeature: Feature {
    package static let description = PackageResources.openapi_yaml

    let subscriptions: SubscriptionEndpoints
    let paymentNotices: PaymentNoticeEndpoint
    let paymentReceipts: PaymentReceiptEndpoint
    let complimentaryPlans: ComplimentaryPlanEndpoints
    let seats: SeatEndpoints
    let promotions: PromotionEndpoints
    let campaigns: CampaignEndpoints

    /// The configuration of the feature.
    package struct Settings: Sendable {
        /// Length of the free trial in days; 0 for no trial.
        package var trialDays: Int
        /// The payment provider that sends notices; nil accepts none.
        package var paymentNotices: PaymentNoticeSettings?
        /// The seller on receipts.
        package var seller: PaymentReceipt.Seller
        /// Number of commands of a basic user between two house promotions; 0 shows none.
        package var promotionActions: Int

        package init(
            trialDays: Int, paymentNotices: PaymentNoticeSettings?, seller: PaymentReceipt.Seller,
            promotionActions: Int
        ) {
            self.trialDays = trialDays
            self.paymentNotices = paymentNotices
            self.seller = seller
            self.promotionActions = promotionActions
        }
    }

    /// - Throws: If the texts of receipts cannot be read.
    package init(_ core: GatewayCore, _ settings: Settings) throws {
        let prices = PriceList.builtIn.withTrial(days: settings.trialDays)
        let reader = SubscriptionReader(database: core.pool, prices: prices)
        subscriptions = SubscriptionEndpoints(
            acceptor: core.acceptor, plans: core.plans, subscriptions: reader,
            standing: SubscriptionRules(prices: prices))
        paymentNotices = PaymentNoticeEndpoint(
            database: core.database, settings: settings.paymentNotices,
            strange: core.registry.counter(
                "foodmagic_gateway_strange_notices_total", help: "Payment provider notifications about unknown objects."
            ))
        paymentReceipts = PaymentReceiptEndpoint(
            resources: core.resources, prices: prices, words: try ReceiptWords.builtIn(), seller: settings.seller,
            drawing: core.drawing)
        complimentaryPlans = ComplimentaryPlanEndpoints(database: core.database, sealer: core.sealer)
        seats = SeatEndpoints(
            acceptor: core.acceptor, subscriptions: reader, database: core.database, sealer: core.sealer)
        promotions = PromotionEndpoints(
            database: core.pool, clock: core.clock, plans: core.plans, actions: settings.promotionActions)
        campaigns = CampaignEndpoints(database: core.pool, clock: core.clock)
    }

    package static var subscriptions: [Messaging.Subscription] {
        [
            Messaging.Subscription(DocumentProjection(SubscriptionChanged.self)),
            Messaging.Subscription(DocumentProjection(PaymentChanged.self)),
            Messaging.Subscription(DocumentProjection(EntitlementChanged.self)),
            Messaging.Subscription(SeatProjection()),
        ]
    }

    package static func prune(in round: RetentionRound) async throws {
        try await round.delete(before: round.now - round.retention.promotionCounts.timeInterval) {
            try await CampaignRepository.prune(before: $0, maxCount: $1, in: $2)
        }
    }

    package static func addViews(to views: inout DocumentViews) {
        views.add(.subscription, SubscriptionChanged.self) { subscription, _, _ in SubscriptionView(subscription) }
        views.add(.payment, PaymentChanged.self) { payment, _, _ in PaymentView(payment) }
        views.add(.entitlement, EntitlementChanged.self) { published, _, _ in published.entitlements }
    }
}
