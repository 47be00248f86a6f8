import EventContracts
import IngestionCore

extension BillingFeature {
    package static func addRoutes(to routes: inout RouteList<Self>) {
        routes.get("/v1/plans", "listPlans", .anyone, .optionalScope(.billing), .compressed) {
            try await $0.subscriptions.list($1)
        }
        routes.get("/v1/subscription", "readSubscription", .signedIn(.billing)) { try await $0.subscriptions.read($1) }
        routes.post(
            "/v1/subscription", "startSubscription", .signedIn(.billing), .verifiedAddress
        ) { try await $0.subscriptions.start($1) }
        routes.delete(
            "/v1/subscription", "cancelSubscription", .signedIn(.billing)
        ) { try await $0.subscriptions.cancel($1) }
        routes.post(
            "/v1/subscription/change", "changeSubscription", .signedIn(.billing)
        ) { try await $0.subscriptions.change($1) }
        routes.get("/v1/payments", "listPayments", .signedIn(.billing), .compressed) {
            try await $0.subscriptions.payments($1)
        }
        routes.post(
            "/v1/payments/{id}/refund", "refundPayment", .signedIn(.billing), .optionalBody
        ) { try await $0.subscriptions.refund($1) }
        routes.get(
            "/v1/payments/{id}/receipt", "readPaymentReceipt", .signedIn(.billing)
        ) { try await $0.paymentReceipts.read($1) }
        routes.get("/v1/subscription/seats", "listSeats", .signedIn(.billing)) { try await $0.seats.list($1) }
        routes.post("/v1/subscription/seats", "offerSeat", .signedIn(.billing)) { try await $0.seats.offer($1) }
        routes.delete(
            "/v1/subscription/seats/{id}", "removeSeat", .signedIn(.billing)
        ) { try await $0.seats.remove($1) }
        routes.get("/v1/seats", "listUsedSeats", .signedIn(.billing)) { try await $0.seats.used($1) }
        routes.post("/v1/seats/accept", "acceptSeat", .signedIn(.billing)) { try await $0.seats.accept($1) }
        routes.delete("/v1/seats/{id}", "leaveSeat", .signedIn(.billing)) { try await $0.seats.leave($1) }
        routes.get("/v1/promotions/next", "readPromotion", .signedIn(.billing)) { try await $0.promotions.next($1) }
        routes.post(
            "/v1/promotions/{id}/dismissal", "dismissPromotion", .signedIn(.billing), .optionalBody
        ) { try await $0.promotions.dismiss($1) }
        routes.post(
            "/v1/promotions/{id}/click", "followPromotion", .signedIn(.billing), .optionalBody
        ) { try await $0.promotions.click($1) }
        routes.get("/v1/admin/campaigns", "listCampaigns", .staff(.readCampaigns), .compressed) {
            try await $0.campaigns.list($1)
        }
        routes.post("/v1/admin/campaigns", "createCampaign", .staff(.changeCampaigns)) {
            try await $0.campaigns.create($1)
        }
        routes.put("/v1/admin/campaigns/{id}", "changeCampaign", .staff(.changeCampaigns)) {
            try await $0.campaigns.change($1)
        }
        routes.delete("/v1/admin/campaigns/{id}", "deleteCampaign", .staff(.changeCampaigns)) {
            try await $0.campaigns.delete($1)
        }
        routes.put("/v1/admin/accounts/{id}/plan", "givePlan", .staff(.changeAccounts)) {
            try await $0.complimentaryPlans.give($1)
        }
        routes.delete(
            "/v1/admin/accounts/{id}/plan", "takeBackPlan", .staff(.changeAccounts)
        ) { try await $0.complimentaryPlans.revoke($1) }
        routes.post(
            "/v1/billing/webhooks/stripe", "takePaymentNotice", .anyone, .signedBody
        ) { try await $0.paymentNotices.take($1) }
    }
}
