import EventContracts
import Foundation

/// The answers of the public API, as far as `fmctl` reads them; unknown fields are ignored.
enum GatewayModels {
    struct Terms: Codable, Sendable {
        let version: String
    }

    struct Registration: Codable, Sendable {
        let email: String
        let password: String
        let locale: String
        let timeZone: String
        let acceptedTerms: String
    }

    struct Session: Codable, Sendable {
        let accessToken: String
        let refreshToken: String
        /// Lifetime of the access token, in seconds.
        let expiresIn: Int
    }

    /// Answer of a registration or a refresh.
    struct SignedIn: Codable, Sendable {
        struct Account: Codable, Sendable { let id: String }
        let account: Account
        let session: Session
    }

    struct Profile: Codable, Sendable {
        let allergens: [AllergenChoice]
        var otherIngredients: [String] = []
        var diets: [Diet] = []
        var traces = TraceStrictness.warn
    }

    struct LabelText: Codable, Sendable {
        let text: String
        let language: String?
    }

    struct Finding: Codable, Sendable, Equatable {
        struct Evidence: Codable, Sendable, Equatable {
            let text: String
            let rule: String
        }
        let allergen: AllergenChoice?
        let otherIngredient: String?
        let evidence: [Evidence]
    }

    struct LabelScan: Codable, Sendable, Equatable {
        let id: String
        let verdict: Verdict
        let complete: Bool
        let language: String?
        /// The text as submitted, or as read from the photo.
        let text: String?
        /// Advice if the text is incomplete.
        let advice: String?
        let contains: [Finding]
        let mayContain: [Finding]
        let unknown: [String]?
    }

    struct Operation: Codable, Sendable {
        let id: String
        let status: String
        /// The path of the result, present or future.
        let resource: String?
    }

    struct Notification: Codable, Sendable, Equatable {
        /// A delivery of an alert.
        struct Delivery: Codable, Sendable, Equatable {
            let channel: String
            let state: String
            /// The server's acknowledgement.
            var proof: String?
            let at: String
        }

        let id: String
        let urgency: Notice.Urgency
        let title: String
        let body: String
        let language: String
        let cause: String
        /// The id of the payment that the notice is about.
        var payment: String?
        /// The deliveries, oldest first; nil while none is known.
        var deliveries: [Delivery]?
    }

    /// An amount of a nutrient, at least this much, with the number of foods that state it.
    struct Figure: Codable, Sendable, Equatable {
        let value: Double?
        let reported: Int
        let of: Int
    }

    struct NewMeal: Codable, Sendable {
        let name: String
        let items: [DemoMeal.Item]
    }

    struct Meal: Codable, Sendable {
        struct Item: Codable, Sendable {
            struct Food: Codable, Sendable {
                let id: String?
                let name: String?
            }
            struct Mass: Codable, Sendable {
                let value: Double
                let low: Double?
                let high: Double?
            }
            let food: Food
            let grams: Mass?
            let energyKcal: Double?
        }
        let id: String
        let name: String?
        let slot: String
        let day: String
        let items: [Item]
        /// The totals by name of the figure.
        let totals: [String: Figure]
    }

    struct Day: Codable, Sendable {
        let date: String
        let meals: Int
        let totals: [String: Figure]
    }

    struct Money: Codable, Sendable, Equatable {
        let amount: String
        let currency: String?
    }

    struct Receipt: Codable, Sendable {
        struct Item: Codable, Sendable {
            let name: String
            let quantity: Double
            let unit: String
            let amount: Money
            let discount: Money?
        }
        struct Checks: Codable, Sendable {
            let itemsMatchTotal: Bool?
            let difference: Money?
        }
        let id: String
        let merchant: String?
        let purchasedAt: String?
        let items: [Item]
        let total: Money?
        let checks: Checks
    }

    struct Subscription: Codable, Sendable {
        struct Checkout: Codable, Sendable { let url: String? }
        let checkout: Checkout?
    }

    struct Payment: Codable, Sendable {
        let id: String
        /// Total price with taxes.
        let total: Money
    }

    struct Problem: Codable, Sendable {
        let title: String
    }

    struct Page<Item: Codable & Sendable>: Codable, Sendable {
        let items: [Item]
        let next: String?
    }
}

extension GatewayClient.Request {
    /// The request with a JSON body.
    func with(_ body: some Encodable) throws -> Self {
        var request = self
        request.body = try JSONLines.encode(body)
        return request
    }
}
