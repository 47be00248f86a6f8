import Foundation
import StripeWire

extension SandboxBank {
    /// Answers a request of the subset in `StripeAPI`; requests with the same key are executed once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - pageURL: Base address of the sandbox's pages; the page's id is appended.
    ///   - now: The current time.
    /// - Returns: The answer.
    package mutating func answer(_ request: SandboxRequest, pageURL: String, at now: Date) -> SandboxAnswer {
        closePages(at: now)
        if request.isDelete { return delete(request) }
        guard request.isPost else { return read(request) }
        guard let key = request.key, !key.isEmpty else {
            return .failure(400, "invalid_request_error", code: "idempotency_key_missing")
        }
        let fingerprint = "\(request.path)?\(request.form.encoded)"
        if let known = answers[key] {
            return known.request == fingerprint ? known.answer : .failure(400, "idempotency_error")
        }
        let answer = write(request, pageURL: pageURL, at: now)
        // Like Stripe, the sandbox does not store invalid requests under their key.
        if answer.status == 200 || answer.status == 402 {
            answers[key] = KeptAnswer(request: fingerprint, answer: answer)
        }
        return answer
    }

    private mutating func write(_ request: SandboxRequest, pageURL: String, at now: Date) -> SandboxAnswer {
        let form = request.form
        switch request.path {
        case StripeAPI.customers:
            let customer = StripeObject.Customer(id: name("cus"), metadata: form.metadata(under: "metadata"))
            customers[customer.id] = customer
            return .object(customer)
        case StripeAPI.checkoutSessions: return openPage(form, pageURL: pageURL, at: now)
        case StripeAPI.paymentIntents: return makeCharge(form, at: now)
        case StripeAPI.refunds: return refund(form, at: now)
        default:
            guard let page = request.object(under: StripeAPI.checkoutSessions, action: "expire"),
                pages[page]?.session.status == "open"
            else { return .failure(400, "invalid_request_error") }
            close(page, at: now)
            return pages[page].map { .object($0.session) } ?? .missing
        }
    }

    private mutating func openPage(_ form: StripeForm, pageURL: String, at now: Date) -> SandboxAnswer {
        let lines = form.lines, seconds = Int64(now.timeIntervalSince1970)
        let terms = form["mode"] == "setup" ? form["custom_text[submit][message]"] ?? "" : nil
        guard let customer = form["customer"], customers[customer] != nil, lines.isEmpty == (terms != nil),
            let currency = terms == nil ? form["line_items[0][price_data][currency]"] : "",
            let expiresAt = form["expires_at"].flatMap(Int64.init), let returnURL = form["success_url"]
        else { return .failure(400, "invalid_request_error", code: "parameter_missing") }
        // Stripe's limits for the lifetime of a page, in seconds.
        guard (1_800...86_400).contains(expiresAt - seconds) else {
            return .failure(400, "invalid_request_error", code: "expires_at_out_of_range")
        }
        let name = name("cs")
        let session = StripeObject.CheckoutSession(
            id: name, status: "open", paymentStatus: "unpaid", url: pageURL + name, customer: customer,
            metadata: form.metadata(under: "metadata"))
        pages[name] = Page(
            session: session, lines: lines, currency: currency, expiresAt: expiresAt, returnURL: returnURL,
            intentMetadata: form.metadata(under: "payment_intent_data[metadata]"), terms: terms)
        openPages?[name] = expiresAt
        return .object(session)
    }

    private mutating func makeCharge(_ form: StripeForm, at now: Date) -> SandboxAnswer {
        guard let customer = form["customer"], customers[customer] != nil, let currency = form["currency"],
            let amount = form["amount"].flatMap(Int64.init), amount >= 50, form["confirm"] == "true"
        else { return .failure(400, "invalid_request_error", code: "parameter_invalid") }
        guard let method = form["payment_method"], let card = cards[method] else {
            return .failure(400, "invalid_request_error", code: "resource_missing")
        }
        let intent = charge(
            card, named: method, amount, currency, customer: customer, metadata: form.metadata(under: "metadata"),
            isPersonThere: form["off_session"] != "true", at: now)
        guard let failure = intent.lastPaymentError else { return .object(intent) }
        return .failure(402, failure.type, code: failure.code, decline: failure.declineCode)
    }

    private mutating func refund(_ form: StripeForm, at now: Date) -> SandboxAnswer {
        guard let name = form["payment_intent"], let amount = form["amount"].flatMap(Int64.init), amount > 0,
            let index = intents.lastIndex(where: { $0.object.id == name }),
            intents[index].object.status == .succeeded, var charge = intents[index].object.latestCharge
        else { return .failure(400, "invalid_request_error", code: "resource_missing") }
        let intent = intents[index].object
        guard charge.amountRefunded + amount <= intent.amount else {
            return .failure(400, "invalid_request_error", code: "charge_already_refunded")
        }
        charge.amountRefunded += amount
        intents[index].object.latestCharge = charge
        let refund = StripeObject.Refund(
            id: self.name("re"), amount: amount, currency: intent.currency, status: "succeeded", paymentIntent: name,
            metadata: form.metadata(under: "metadata"))
        refunds.append(refund)
        // Like Stripe, the sandbox sends two notices: one about the charge, with the intent's metadata, and one about
        // the refund.
        notice("charge.refunded", object: charge.id, metadata: intent.metadata, at: now)
        notice("refund.created", object: refund.id, metadata: refund.metadata ?? [:], at: now)
        return .object(refund)
    }

    /// Refunds a charge without a request, as a bank employee can; nil if that is not possible.
    package mutating func refundAtBank(_ charge: String? = nil, amount: Int64? = nil, at now: Date) -> String? {
        let paid = intents.last { intent in
            intent.object.latestCharge.map { charge == nil || $0.id == charge } ?? false
        }
        guard let paid else { return nil }
        var form = StripeForm()
        form.set("payment_intent", to: paid.object.id)
        form.set("amount", to: amount ?? paid.object.amount)
        return refund(form, at: now).status == 200 ? paid.object.latestCharge?.id : nil
    }

    /// Deletes a customer, once; payments and refunds stay in the books.
    private mutating func delete(_ request: SandboxRequest) -> SandboxAnswer {
        guard let name = request.object(under: StripeAPI.customers), customers.removeValue(forKey: name) != nil else {
            return .missing
        }
        return .object(StripeObject.Deleted(id: name))
    }

    private func read(_ request: SandboxRequest) -> SandboxAnswer {
        switch request.path {
        case StripeAPI.paymentIntents:
            let since = request.form["created[gte]"].flatMap(Int64.init) ?? 0
            let all = intents.reversed().filter {
                $0.object.customer == request.form["customer"] && $0.created >= since
            }.map(\.object)
            return .object(request.form.page(of: all, named: \.id))
        case StripeAPI.refunds:
            let all = refunds.reversed().filter { $0.paymentIntent == request.form["payment_intent"] }
            return .object(request.form.page(of: Array(all), named: \.id))
        default:
            if let name = request.object(under: StripeAPI.paymentIntents) {
                return intents.last { $0.object.id == name }.map { .object($0.object) } ?? .missing
            }
            if let name = request.object(under: StripeAPI.setupIntents) {
                return setups?[name].map { .object($0) } ?? .missing
            }
            if let name = request.object(under: StripeAPI.charges) {
                return intents.lazy.compactMap(\.object.latestCharge).first { $0.id == name }.map { .object($0) }
                    ?? .missing
            }
            if let name = request.object(under: StripeAPI.refunds) {
                return refunds.first { $0.id == name }.map { .object($0) } ?? .missing
            }
            guard let name = request.object(under: StripeAPI.checkoutSessions), let page = pages[name] else {
                return .missing
            }
            return .object(page.session)
        }
    }
}

extension SandboxAnswer {
    static let missing = SandboxAnswer.failure(404, "invalid_request_error", code: "resource_missing")
}
