import Foundation
import StripeWire

extension SandboxBank {
    /// The content of a payment page.
    package struct PageView: Sendable, Equatable {
        package let lines: [PageLine]
        package let total: Int64
        /// ISO 4217 code in lower case.
        package let currency: String
        package let isOpen: Bool
        /// The address to which the page redirects at the end.
        package let returnURL: String
        /// The terms, if a card is registered without a payment; nil for a payment page.
        package let terms: String?
    }

    /// The result of an attempt to pay.
    package enum PageOutcome: Sendable, Equatable {
        /// The payment succeeded or, on a page without a payment, the card was registered.
        case paid
        /// Declined with Stripe's code; the page stays open for another card.
        case declined(code: String)
        /// The bank requires the person's confirmation: call `pay` again with the answer.
        case asksPerson
        /// The page does not exist or is closed.
        case closed
    }

    /// A page by its id; nil if it does not exist.
    package func page(_ name: String, at now: Date) -> PageView? {
        guard let page = pages[name] else { return nil }
        let isOpen = page.session.status == "open" && Int64(now.timeIntervalSince1970) < page.expiresAt
        return PageView(
            lines: page.lines, total: page.lines.map(\.amount).reduce(0, +), currency: page.currency, isOpen: isOpen,
            returnURL: page.returnURL, terms: page.terms)
    }

    /// Pays on a page.
    ///
    /// - Parameters:
    ///   - name: The page.
    ///   - typed: The card number as typed; it is not stored.
    ///   - confirmed: The person's answer to the bank, if it asked.
    ///   - now: The current time.
    /// - Returns: The result.
    package mutating func pay(
        onPage name: String, card typed: String, confirmed: Bool? = nil, at now: Date
    ) -> PageOutcome {
        guard let view = page(name, at: now), view.isOpen, var page = pages[name] else { return .closed }
        guard let card = TestCard(typed: typed) else { return .declined(code: "incorrect_number") }
        guard card.isTaken else { return .declined(code: "card_not_supported") }
        if card.asksOnPage {
            guard let confirmed else { return .asksPerson }
            guard confirmed else { return .declined(code: "authentication_required") }
        }
        let method = self.name("pm")
        if page.terms != nil {
            if let refusal = card.refusalToBeLeft { return .declined(code: refusal.decline) }
            let setup = StripeObject.SetupIntent(
                id: self.name("seti"), status: "succeeded",
                paymentMethod: StripeObject.PaymentMethod(
                    id: method, card: .init(brand: card.brand, fingerprint: card.fingerprint)))
            setups = (setups ?? [:]).merging([setup.id: setup]) { $1 }
            page.session.setupIntent = setup.id
            complete(name, page, "no_payment_required", card, method, at: now)
            return .paid
        }
        let intent = charge(
            card, named: method, view.total, view.currency, customer: page.session.customer,
            metadata: page.intentMetadata, isPersonThere: true, at: now)
        guard intent.status == .succeeded else {
            return .declined(code: intent.lastPaymentError?.declineCode ?? "card_declined")
        }
        page.session.paymentIntent = intent.id
        complete(name, page, "paid", card, method, at: now)
        return .paid
    }

    private mutating func complete(
        _ name: String, _ page: Page, _ paymentStatus: String, _ card: TestCard, _ method: String, at now: Date
    ) {
        var page = page
        cards[method] = card
        page.session.status = "complete"
        page.session.paymentStatus = paymentStatus
        page.session.url = nil
        pages[name] = page
        openPages?[name] = nil
        notice("checkout.session.completed", object: name, metadata: page.session.metadata, at: now)
    }

    /// Closes expired pages.
    package mutating func closePages(at now: Date) {
        let seconds = Int64(now.timeIntervalSince1970)
        let open =
            openPages ?? pages.filter { $0.value.session.status == "open" }.mapValues(\.expiresAt)
        openPages = open
        for name in open.filter({ seconds >= $0.value }).keys.sorted() { close(name, at: now) }
    }

    mutating func close(_ name: String, at now: Date) {
        openPages?[name] = nil
        pages[name]?.session.status = "expired"
        pages[name]?.session.url = nil
        guard let page = pages[name] else { return }
        notice("checkout.session.expired", object: name, metadata: page.session.metadata, at: now)
    }
}
