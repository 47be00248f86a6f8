import Foundation
import StripeWire

extension SandboxBank {
    /// What a person sees on a page.
    package struct PageView: Sendable, Equatable {
        package let lines: [PageLine]
        package let total: Int64
        /// ISO 4217 in lower case.
        package let currency: String
        package let isOpen: Bool
        /// Where the person goes from here.
        package let returnURL: String
    }

    /// What became of a try to pay.
    package enum PageOutcome: Sendable, Equatable {
        case paid
        /// Stripe's code of the refusal; the page stays open for another card.
        case declined(code: String)
        /// The bank wants to hear from the person: `pay` again with the answer.
        case asksPerson
        /// No such page, or it is closed.
        case closed
    }

    /// A page; nil when there is none of that name.
    package func page(_ name: String, at now: Date) -> PageView? {
        guard let page = pages[name] else { return nil }
        let isOpen = page.session.status == "open" && Int64(now.timeIntervalSince1970) < page.expiresAt
        return PageView(
            lines: page.lines, total: page.lines.map(\.amount).reduce(0, +), currency: page.currency, isOpen: isOpen,
            returnURL: page.returnURL)
    }

    /// A person pays.
    ///
    /// - Parameters:
    ///   - name: Of the page.
    ///   - typed: The card number as it was typed; it is not kept.
    ///   - confirmed: What the person told the bank, when it asked.
    ///   - now: The time.
    /// - Returns: What became of it.
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
        let intent = charge(
            card, named: method, view.total, view.currency, customer: page.session.customer,
            metadata: page.intentMetadata, isPersonThere: true, at: now)
        guard intent.status == .succeeded else {
            return .declined(code: intent.lastPaymentError?.declineCode ?? "card_declined")
        }
        cards[method] = card
        page.session.status = "complete"
        page.session.paymentStatus = "paid"
        page.session.paymentIntent = intent.id
        page.session.url = nil
        pages[name] = page
        notice("checkout.session.completed", object: name, metadata: page.session.metadata, at: now)
        return .paid
    }

    /// Closes the pages whose time is over.
    package mutating func closePages(at now: Date) {
        for (name, page) in pages.sorted(by: { $0.key < $1.key })
        where page.session.status == "open" && Int64(now.timeIntervalSince1970) >= page.expiresAt {
            close(name, at: now)
        }
    }

    mutating func close(_ name: String, at now: Date) {
        pages[name]?.session.status = "expired"
        pages[name]?.session.url = nil
        guard let page = pages[name] else { return }
        notice("checkout.session.expired", object: name, metadata: page.session.metadata, at: now)
    }
}
