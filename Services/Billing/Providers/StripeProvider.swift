import BillingRules
import EventContracts
import Foundation
import Quantities
import StripeWire

/// Stripe: the hosted page for the first payment, payment intents for the others.
///
/// `payment-sandbox` implements the same part of the API, so it is used through this client with another address and
/// name.
package struct StripeProvider: PaymentProvider {
    package let name: String
    let connection: StripeConnection
    /// The address that the page returns to; `{CHECKOUT}` in it is replaced by the checkout's id.
    let returnURL: String

    package init(name: String = "stripe", connection: StripeConnection, returnURL: String) {
        self.name = name
        self.connection = connection
        self.returnURL = returnURL
    }

    package func customer(of account: AccountID, attempt: Int) async throws(ProviderFailure) -> String {
        var form = StripeForm()
        form.set("metadata", StripeNotice.accountField, to: account)
        let customer: StripeObject.Customer = try await connection.post(
            StripeAPI.customers, form, key: Self.key("customer/\(account)", attempt: attempt))
        return customer.id
    }

    package func openCheckout(_ command: CheckoutRequest) async throws(ProviderFailure) -> HostedPage {
        var form = StripeForm()
        let isPayment = if case .payment = command.purpose { true } else { false }
        form.set("mode", to: isPayment ? "payment" : "setup")
        form.set("customer", to: command.customer)
        form.set("client_reference_id", to: command.checkoutID)
        let back = returnURL.replacing("{CHECKOUT}", with: command.checkoutID.description)
        form.set("success_url", to: back)
        form.set("cancel_url", to: back)
        form.set("expires_at", to: Int64(command.expiresAt.timeIntervalSince1970))
        form.set("payment_method_types", "0", to: "card")
        for (index, brand) in Self.refusedBrands.enumerated() {
            form.set(
                "payment_method_options", "card", "restrictions", "brands_blocked", "\(index)", to: brand)
        }
        switch command.purpose {
        case .payment(let charge):
            let lines = [(command.title, charge.net)] + charge.taxes.map { ($0.name, $0.amount) }
            for (index, (title, amount)) in lines.enumerated() {
                form.set("line_items", "\(index)", "quantity", to: 1)
                form.set("line_items", "\(index)", "price_data", "currency", to: Self.currency(amount))
                form.set("line_items", "\(index)", "price_data", "unit_amount", to: amount.minorUnits)
                form.set("line_items", "\(index)", "price_data", "product_data", "name", to: title)
            }
            form.set("payment_intent_data", "setup_future_usage", to: "off_session")
        case .card(_, let terms): form.set("custom_text", "submit", "message", to: "\(command.title): \(terms)")
        }
        for (field, value) in Self.metadata(command.account, command.key) {
            form.set(isPayment ? "payment_intent_data" : "setup_intent_data", "metadata", field, to: value)
            form.set("metadata", field, to: value)
        }
        let session: StripeObject.CheckoutSession = try await connection.post(
            StripeAPI.checkoutSessions, form, key: Self.key("\(command.key)/page", attempt: command.attempt))
        return try Self.page(session)
    }

    package func card(leftBy setupID: String) async throws(ProviderFailure) -> LeftCard? {
        var query = StripeForm()
        query.set("expand", "0", to: "payment_method")
        let setup: StripeObject.SetupIntent = try await connection.get(
            "\(StripeAPI.setupIntents)/\(Self.name(setupID))", query)
        // The card is in the payment method; without it a second trial could not be detected.
        guard setup.status == "succeeded", let method = setup.paymentMethod else { return nil }
        return LeftCard(
            cardID: method.id, brand: method.card?.brand, fingerprint: method.card?.fingerprint)
    }

    /// The provider repeats its own failures under one key, so calls that move no money are retried under another.
    private static func key(_ key: String, attempt: Int) -> String { attempt == 0 ? key : "\(key)/\(attempt)" }

    package func checkout(_ pageID: String) async throws(ProviderFailure) -> HostedPage {
        try Self.page(await connection.get("\(StripeAPI.checkoutSessions)/\(Self.name(pageID))"))
    }

    package func closeCheckout(_ pageID: String) async throws(ProviderFailure) -> HostedPage {
        do throws(ProviderFailure) {
            let path = "\(StripeAPI.checkoutSessions)/\(try Self.name(pageID))/expire"
            return try Self.page(await connection.post(path, StripeForm(), key: "\(pageID)/expire"))
        } catch {
            // Closing a closed page is refused, so its state is read instead.
            guard case .refused = error else { throw error }
            return try await checkout(pageID)
        }
    }

    package func charge(_ command: ChargeRequest) async throws(ProviderFailure) -> ChargeReport {
        let charge = command.charge
        var form = StripeForm()
        form.set("amount", to: charge.total.minorUnits)
        form.set("currency", to: Self.currency(charge.total))
        form.set("customer", to: command.customer)
        form.set("payment_method", to: command.card)
        form.set("payment_method_types", "0", to: "card")
        form.set("confirm", to: true)
        form.set("off_session", to: true)
        for (field, value) in Self.metadata(command.account, charge.key) { form.set("metadata", field, to: value) }
        form.set("expand", "0", to: "latest_charge")
        let result: Result<StripeObject.PaymentIntent, StripeDecline> = try await connection.postCharge(
            StripeAPI.paymentIntents, form, key: charge.key.description)
        switch result {
        case .success(let intent): return try Self.report(intent)
        case .failure(let decline):
            return ChargeReport(
                chargeID: "", key: charge.key, amount: charge.total,
                state: .declined(DeclineReason(decline.failure)),
                refunded: Money(minorUnits: 0, currency: charge.total.currency))
        }
    }

    package func charge(named chargeID: String) async throws(ProviderFailure) -> ChargeReport {
        var query = StripeForm()
        query.set("expand", "0", to: "latest_charge")
        return try Self.report(
            await connection.get("\(StripeAPI.paymentIntents)/\(Self.name(chargeID))", query))
    }

    package func charge(about objectID: String) async throws(ProviderFailure) -> String? {
        let name = try Self.name(objectID)
        switch objectID.prefix(while: { $0 != "_" }) {
        case "pi": return name
        case "ch", "py":
            let charge: StripeObject.Charge = try await connection.get("\(StripeAPI.charges)/\(name)")
            return charge.paymentIntent
        case "re", "pyr":
            let refund: StripeObject.Refund = try await connection.get("\(StripeAPI.refunds)/\(name)")
            return refund.paymentIntent
        default: return nil
        }
    }

    package func forget(_ customer: String) async throws(ProviderFailure) {
        let path = "\(StripeAPI.customers)/\(try Self.name(customer))"
        do throws(ProviderFailure) {
            let _: StripeObject.Deleted = try await connection.delete(path)
        } catch {
            // Already deleted by a call whose answer was lost.
            guard error == .refused(code: "resource_missing") else { throw error }
        }
    }

    package func findCharge(
        _ key: ChargeKey, of customer: String, since: Date
    ) async throws(ProviderFailure) -> ChargeReport? {
        var last: String?
        // The list of a customer's charges is up to date at once, which Stripe's search is not.
        for _ in 0..<Self.maxPages {
            var query = StripeForm()
            query.set("customer", to: customer)
            query.set("created", "gte", to: Int64(since.timeIntervalSince1970) - Self.clockAllowance)
            query.set("limit", to: Self.pageSize)
            query.set("starting_after", to: last)
            query.set("expand", "0", to: "data.latest_charge")
            let page: StripeObject.List<StripeObject.PaymentIntent> = try await connection.get(
                StripeAPI.paymentIntents, query)
            if let found = page.data.first(where: { $0.metadata[StripeNotice.chargeField] == key.description }) {
                return try Self.report(found)
            }
            guard page.hasMore, let name = page.data.last?.id else { return nil }
            last = name
        }
        // The list was not read to its end, so a missing charge proves nothing.
        throw .notDone
    }

    package func refund(_ command: RefundRequest) async throws(ProviderFailure) -> RefundReport {
        var form = StripeForm()
        form.set("payment_intent", to: command.chargeID)
        form.set("amount", to: command.amount.minorUnits)
        form.set("reason", to: "requested_by_customer")
        for (field, value) in Self.metadata(command.account, command.key) { form.set("metadata", field, to: value) }
        return try Self.report(await connection.post(StripeAPI.refunds, form, key: command.key.refundKey))
    }

    package func findRefund(of chargeID: String) async throws(ProviderFailure) -> RefundReport? {
        var query = StripeForm()
        query.set("payment_intent", to: chargeID)
        query.set("limit", to: Self.pageSize)
        let page: StripeObject.List<StripeObject.Refund> = try await connection.get(StripeAPI.refunds, query)
        let settled = page.data.first { $0.status != "failed" && $0.status != "canceled" }
        guard let refund = settled ?? page.data.first else { return nil }
        return try Self.report(refund)
    }

    /// Brands other than Visa and Mastercard (BIL-05), by the names that Stripe uses in the restrictions of its page.
    private static let refusedBrands = ["american_express", "discover_global_network"]
    private static let pageSize = 100
    private static let maxPages = 10
    /// Maximum delay of the provider's clock, in seconds.
    private static let clockAllowance: Int64 = 600
}
