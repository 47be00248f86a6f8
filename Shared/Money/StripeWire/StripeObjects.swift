/// The fields of Stripe's objects that are used, in the version of `StripeAPI.version`; others are ignored.
package enum StripeObject {
    /// A payment intent: money that is to be moved, `pi_…`.
    package struct PaymentIntent: Codable, Sendable, Equatable {
        package var id: String
        package var amount: Int64
        /// ISO 4217 in lower case.
        package var currency: String
        package var status: Status
        package var customer: String?
        /// The id of the charged card: `pm_…`.
        package var paymentMethod: String?
        package var metadata: [String: String]
        /// The last charge; nil unless expanded on request.
        package var latestCharge: Charge?
        package var lastPaymentError: Failure?

        package enum CodingKeys: String, CodingKey {
            case id, amount, currency, status, customer, metadata
            case paymentMethod = "payment_method"
            case latestCharge = "latest_charge"
            case lastPaymentError = "last_payment_error"
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            amount = try container.decode(Int64.self, forKey: .amount)
            currency = try container.decode(String.self, forKey: .currency)
            status = try container.decode(Status.self, forKey: .status)
            customer = try container.decodeIfPresent(String.self, forKey: .customer)
            paymentMethod = try container.decodeIfPresent(String.self, forKey: .paymentMethod)
            metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
            // Stripe sends only the id unless expansion was requested.
            latestCharge = try? container.decodeIfPresent(Charge.self, forKey: .latestCharge)
            lastPaymentError = try container.decodeIfPresent(Failure.self, forKey: .lastPaymentError)
        }

        /// The status; an unknown one is an invalid response, so the outcome stays unknown.
        package enum Status: String, Codable, Sendable {
            case requiresPaymentMethod = "requires_payment_method"
            case requiresConfirmation = "requires_confirmation"
            case requiresAction = "requires_action"
            case processing
            case requiresCapture = "requires_capture"
            case canceled, succeeded
        }

        package init(
            id: String, amount: Int64, currency: String, status: Status, customer: String? = nil,
            paymentMethod: String? = nil,
            metadata: [String: String] = [:], latestCharge: Charge? = nil, lastPaymentError: Failure? = nil
        ) {
            self.id = id
            self.amount = amount
            self.currency = currency
            self.status = status
            self.customer = customer
            self.paymentMethod = paymentMethod
            self.metadata = metadata
            self.latestCharge = latestCharge
            self.lastPaymentError = lastPaymentError
        }
    }

    /// A charge: money that moved, `ch_…`.
    package struct Charge: Codable, Sendable, Equatable {
        package var id: String
        /// Seconds since 1970.
        package var created: Int64
        package var amountRefunded: Int64
        package var paymentMethodDetails: Details?
        /// The id of its payment intent: `pi_…`.
        package var paymentIntent: String?

        package enum CodingKeys: String, CodingKey {
            case id, created
            case amountRefunded = "amount_refunded"
            case paymentMethodDetails = "payment_method_details"
            case paymentIntent = "payment_intent"
        }

        package struct Details: Codable, Sendable, Equatable {
            package var card: Card?

            package init(card: Card?) { self.card = card }
        }

        package struct Card: Codable, Sendable, Equatable {
            package var brand: String?
            package var last4: String?

            package init(brand: String?, last4: String?) {
                self.brand = brand
                self.last4 = last4
            }
        }

        package init(
            id: String, created: Int64, amountRefunded: Int64, card: Card? = nil, paymentIntent: String? = nil
        ) {
            self.paymentIntent = paymentIntent
            self.id = id
            self.created = created
            self.amountRefunded = amountRefunded
            paymentMethodDetails = card.map { Details(card: $0) }
        }
    }

    /// A checkout session: the page where a person pays, `cs_…`.
    package struct CheckoutSession: Codable, Sendable, Equatable {
        package var id: String
        /// `open`, `complete` or `expired`.
        package var status: String
        /// `paid`, `unpaid` or `no_payment_required`.
        package var paymentStatus: String
        /// Address of the payment page; nil once it is closed.
        package var url: String?
        package var paymentIntent: String?
        /// The setup intent of a page that only saves a card: `seti_…`.
        package var setupIntent: String?
        package var customer: String?
        package var metadata: [String: String]

        package enum CodingKeys: String, CodingKey {
            case id, status, url, customer, metadata
            case paymentStatus = "payment_status"
            case paymentIntent = "payment_intent"
            case setupIntent = "setup_intent"
        }

        package init(
            id: String, status: String, paymentStatus: String, url: String? = nil, paymentIntent: String? = nil,
            setupIntent: String? = nil, customer: String? = nil, metadata: [String: String] = [:]
        ) {
            self.id = id
            self.status = status
            self.paymentStatus = paymentStatus
            self.url = url
            self.paymentIntent = paymentIntent
            self.setupIntent = setupIntent
            self.customer = customer
            self.metadata = metadata
        }
    }

    /// A setup intent: a card saved without a payment, `seti_…`.
    package struct SetupIntent: Codable, Sendable, Equatable {
        package var id: String
        /// `succeeded` once the card can be charged.
        package var status: String
        /// The card; nil unless expanded on request.
        package var paymentMethod: PaymentMethod?

        package enum CodingKeys: String, CodingKey {
            case id, status
            case paymentMethod = "payment_method"
        }

        package init(id: String, status: String, paymentMethod: PaymentMethod?) {
            self.id = id
            self.status = status
            self.paymentMethod = paymentMethod
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            status = try container.decode(String.self, forKey: .status)
            // Stripe sends only the id unless expansion was requested.
            paymentMethod = try? container.decodeIfPresent(PaymentMethod.self, forKey: .paymentMethod)
        }
    }

    /// A payment method: a card that can be charged, `pm_…`.
    package struct PaymentMethod: Codable, Sendable, Equatable {
        package var id: String
        package var card: Card?

        package struct Card: Codable, Sendable, Equatable {
            package var brand: String?
            /// Equal for the same card number, across all customers.
            package var fingerprint: String?

            package init(brand: String?, fingerprint: String?) {
                self.brand = brand
                self.fingerprint = fingerprint
            }
        }

        package init(id: String, card: Card?) {
            self.id = id
            self.card = card
        }
    }

    /// A refund: `re_…`.
    package struct Refund: Codable, Sendable, Equatable {
        package var id: String
        package var amount: Int64
        package var currency: String
        /// `pending`, `requires_action`, `succeeded`, `failed` or `canceled`.
        package var status: String?
        package var paymentIntent: String?
        package var metadata: [String: String]?

        package enum CodingKeys: String, CodingKey {
            case id, amount, currency, status, metadata
            case paymentIntent = "payment_intent"
        }

        package init(
            id: String, amount: Int64, currency: String, status: String?, paymentIntent: String?,
            metadata: [String: String]?
        ) {
            self.id = id
            self.amount = amount
            self.currency = currency
            self.status = status
            self.paymentIntent = paymentIntent
            self.metadata = metadata
        }
    }

    /// A customer in the provider's records: `cus_…`, without name or address.
    package struct Customer: Codable, Sendable, Equatable {
        package var id: String
        package var metadata: [String: String]

        package init(id: String, metadata: [String: String]) {
            self.id = id
            self.metadata = metadata
        }
    }

    /// The response for a deleted object.
    package struct Deleted: Codable, Sendable, Equatable {
        package var id: String
        package var deleted: Bool

        package init(id: String) {
            self.id = id
            deleted = true
        }
    }

    /// A page of objects.
    package struct List<Element: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
        package var data: [Element]
        package var hasMore: Bool

        package enum CodingKeys: String, CodingKey {
            case data
            case hasMore = "has_more"
        }

        package init(data: [Element], hasMore: Bool) {
            self.data = data
            self.hasMore = hasMore
        }
    }

    /// Why a request failed.
    package struct Failure: Codable, Sendable, Equatable {
        /// `card_error`, `invalid_request_error`, `idempotency_error` or `api_error`.
        package var type: String
        package var code: String?
        package var declineCode: String?

        package enum CodingKeys: String, CodingKey {
            case type, code
            case declineCode = "decline_code"
        }

        package init(type: String, code: String? = nil, declineCode: String? = nil) {
            self.type = type
            self.code = code
            self.declineCode = declineCode
        }
    }

    /// The body of an error response.
    package struct ErrorBody: Codable, Sendable, Equatable {
        package var error: Failure

        package init(error: Failure) { self.error = error }
    }
}
