/// The part of Stripe's API that `billing` calls and `payment-sandbox` answers.
package enum StripeAPI {
    /// The version that our objects are of; sent with each request, so that an upgrade of the account changes nothing
    /// here.
    package static let version = "2025-03-31.basil"
    package static let versionHeader = "Stripe-Version"
    /// Makes a POST repeatable: Stripe keeps its answer, even an error of its own, for at least 24 hours.
    package static let idempotencyHeader = "Idempotency-Key"

    package static let checkoutSessions = "/v1/checkout/sessions"
    package static let customers = "/v1/customers"
    package static let paymentIntents = "/v1/payment_intents"
    package static let refunds = "/v1/refunds"
    package static let setupIntents = "/v1/setup_intents"
    package static let charges = "/v1/charges"
}
