import BillingRules
import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Purchases
import Quantities
import ServiceRuntime

/// Plans, the person's subscription, and payments.
struct SubscriptionEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let plans: AccountPlans
    let subscriptions: SubscriptionReader
    /// The rules after an announced retirement, without plans for sale.
    let standing: SubscriptionRules

    /// Lists plans (BIL-01); with taxes if the region is given, and with trial eligibility if signed in.
    func list(_ call: Call) async throws -> Answer {
        let rules = try await rules()
        let region = call.query.first { $0.name == "region" }?.value, now = acceptor.resources.clock.now()
        if let region, !rules.taxes.knows(region) {
            throw ProblemDetails(
                .malformedRequest,
                errors: [
                    .init(
                        parameter: "region", .init(.notARegion, "Must be a province or state such as CA-ON or US-NY."))
                ])
        }
        let table = plans.table
        let offered = rules.policy.isRetired ? [] : rules.prices.plans.filter(\.isOffered)
        let views = try offered.map { plan in
            PlanView(plan, table, taxed: try region.flatMap { try rules.taxes.price(plan.price, in: $0, at: now) })
        }
        var mayTry: Bool?
        if let account = call.signedIn?.account, offered.contains(where: { $0.trialDays > 0 }) {
            mayTry = try await subscriptions.all(of: account).allSatisfy { $0.trial?.end == nil && !$0.isInForce }
        }
        let view = PlansView(basic: table[.basic], plans: views, mayTry: mayTry)
        return call.publicList(try EventCoding.encode(view), isPersonal: mayTry != nil, dependsOnAccount: true)
    }

    /// The subscription and entitlements (BIL-10).
    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let published = try await subscriptions.current(of: account)
        let entitlements = try await plans.entitlements(of: account)
        let tier = plans.table.tier(of: entitlements) ?? plans.standard
        let photos = try await plans.photos(of: account, at: acceptor.resources.moment(of: account))
        let left = try await photos.left(in: acceptor.resources.database)
        return try .json(
            .ok,
            MembershipView(
                subscription: published.map(SubscriptionView.init), tier: tier, entitlements: entitlements,
                photosLeft: left,
                photosResetAt: left.map { _ in photos.resetsAt }))
    }

    /// Begins a subscription; its result contains the payment page (BIL-03).
    func start(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let rules = try await rules()
        let choice = fields.planChoice(by: rules)
        let wantsTrial = fields.flag("trial")
        if wantsTrial, rules.prices[choice.planID].map({ $0.trialDays == 0 }) ?? false {
            fields.report("trial", .init(.notAllowed, "does not match the plan"))
        }
        let region = fields.text("region", length: 1...6)
        if !rules.taxes.knows(region), !fields.hasProblem("region") {
            fields.report("region", .init(.notARegion, "must be a province or state such as CA-ON or US-NY"))
        }
        try fields.finish()
        guard !rules.policy.isRetired else {
            throw ProblemDetails(.conflict, detail: BillingRules.Subscription.Refusal.retired.words)
        }
        let known = try await subscriptions.all(of: account)
        if known.contains(where: \.isInForce) {
            throw ProblemDetails(.conflict, because: .subscribed)
        }
        if wantsTrial, known.contains(where: { $0.trial?.end != nil }) {
            throw ProblemDetails(.conflict, detail: BillingRules.Subscription.Refusal.trialUsed.words)
        }
        let zone = try await AccountRepository.timeZone(of: account, in: acceptor.resources.database)
        let subscription = SubscriptionID.random()
        let resource = ResourceReference(.subscription, subscription.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            try transaction.append(
                StartSubscription(
                    accountID: account, subscriptionID: subscription, checkoutID: .random(), choice: choice,
                    region: region, timeZone: zone ?? "UTC", requestedAt: transaction.eventTime(),
                    wantsTrial: wantsTrial ? true : nil),
                key: account, subject: subscription)
        }
        return try await acceptor.answer(acceptance, to: call, done: .created)
    }

    /// Quotes a plan change, or makes it if the quote is accepted (BIL-03, BIL-04).
    func change(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        var fields = try BodyFields(call.body)
        let rules = try await rules()
        let choice = fields.planChoice(by: rules)
        let agreed = fields.optionalMoney("agreedTotal"), quotedAt = fields.optionalInstant("quotedAt")
        if (agreed == nil) != (quotedAt == nil), !fields.hasProblem(among: ["agreedTotal", "quotedAt"]) {
            fields.report(
                "agreedTotal", .init(.required, "must be sent together with quotedAt, as returned by the quote"))
        }
        try fields.finish()
        guard let published = try await subscriptions.current(of: account), published.isInForce else {
            throw ProblemDetails(.conflict, because: .notSubscribed)
        }
        guard let agreed, let quotedAt else {
            return try .json(.ok, ChangeQuoteView(try await quote(choice, of: published, by: rules), of: choice))
        }
        let resource = ResourceReference(.subscription, published.subscriptionID.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            try transaction.append(
                ChangeSubscription(
                    accountID: account, subscriptionID: published.subscriptionID, choice: choice, quotedAt: quotedAt,
                    agreedTotal: agreed),
                key: account, subject: published.subscriptionID)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// Ends the renewal; the answer contains the end of the plan (BIL-04).
    func cancel(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        guard let published = try await subscriptions.current(of: account), published.status != .ended else {
            throw ProblemDetails(.notFound)
        }
        let resource = ResourceReference(.subscription, published.subscriptionID.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            try transaction.append(
                CancelSubscription(accountID: account, subscriptionID: published.subscriptionID), key: account,
                subject: published.subscriptionID)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// The payments, newest first (BIL-09).
    func payments(_ call: Call) async throws -> Answer { try await acceptor.resources.page(of: .payment, to: call) }

    /// Refunds a payment (BIL-11).
    func refund(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let resource = ResourceReference(.payment, try ResourceReader.id(of: call))
        guard try await acceptor.resources.document(resource, of: account) != nil else {
            throw ProblemDetails(.notFound)
        }
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            try transaction.append(
                RefundPayment(
                    accountID: account, paymentID: PaymentID(resource.id), requestedAt: transaction.eventTime()),
                key: account, subject: PaymentID(resource.id))
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// The current rules: nothing is sold after an announced retirement (BIL-17).
    private func rules() async throws -> SubscriptionRules {
        var rules = standing
        if try await AnnouncementRepository.isRetiring(in: acceptor.resources.database) {
            rules.policy.isRetired = true
        }
        return rules
    }

    private func quote(
        _ choice: PlanChoice, of published: SubscriptionChanged, by rules: SubscriptionRules
    ) async throws -> ChangeQuote {
        let moment = try await acceptor.resources.moment(of: published.accountID)
        let subscription = BillingRules.Subscription(published: published, timeZone: moment.timeZone.identifier)
        do throws(BillingRules.Subscription.Refusal) {
            return try subscription.quote(choice, by: rules, at: moment.now)
        } catch {
            throw ProblemDetails(.conflict, detail: error.words)
        }
    }
}

extension SubscriptionChanged {
    /// Whether the plan is active.
    var isInForce: Bool { [.trialing, .active, .pastDue].contains(status) }
}

extension BodyFields {
    /// A plan for sale, with an allowed number of seats.
    fileprivate mutating func planChoice(by rules: SubscriptionRules) -> PlanChoice {
        let plan = text("plan", length: 1...64)
        var seats = 1
        if case .number(let text)? = member("seats"), let count = Int(text) {
            seats = count
        } else if names("seats"), member("seats") != .null {
            report("seats", .notAWholeNumber)
        }
        let choice = PlanChoice(planID: plan, seats: seats)
        if hasProblem(among: ["plan", "seats"]) { return choice }
        if rules.prices[plan]?.isOffered != true {
            report("plan", .init(.unknown, "is not an available plan"))
        } else if rules.prices.price(of: choice) == nil {
            report("seats", .init(.notAllowed, "is not allowed by the plan"))
        }
        return choice
    }

    /// A boolean; false if missing.
    fileprivate mutating func flag(_ name: String) -> Bool {
        guard let value = member(name), value != .null else { return false }
        return bool(name)
    }

    /// An optional amount of money.
    fileprivate mutating func optionalMoney(_ name: String) -> Money? {
        guard let value = member(name), value != .null else { return nil }
        guard case .string(let text)? = value["amount"], case .string(let code)? = value["currency"],
            let currency = Currency(code), let units = DecimalAmount.minorUnits(text, in: currency), units >= 0
        else {
            report(name, .init(.notAnAmount, "must be an amount with its currency, as returned by the quote"))
            return nil
        }
        return Money(minorUnits: units, currency: currency)
    }

    /// An optional instant.
    fileprivate mutating func optionalInstant(_ name: String) -> Date? {
        guard let text = optionalText(name, length: 1...40) else { return nil }
        guard let instant = EventTime.parse(text) else {
            report(name, .init(.notATime, "must be a time, as returned by the quote"))
            return nil
        }
        return instant
    }
}
