/// The part of Stripe's API that `billing` calls and `payment-sandbox` answers.
package enum StripeAPI {
    /// Stripe's API version of the objects that we decode; sent with each request, so that an upgrade of the account
    /// has no effect.
    package static let version = "2025-03-31.basil"
    package static let versionHeader = "Stripe-Version"
    /// Makes a POST idempotent: Stripe keeps its response, even its own error, for at least 24 hours.
    package static let idempotencyHeader = "Idempotency-Key"

    package static let checkoutSessions = "/v1/checkout/sessions"
    package static let customers = "/v1/customers"
    package static let paymentIntents = "/v1/payment_intents"
    package static let refunds = "/v1/refunds"
    package static let setupIntents = "/v1/setup_intents"
    package static let charges = "/v1/charges"
}
