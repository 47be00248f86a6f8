import EventContracts
import Foundation
import IngestionCore
import IngestionGovernance

/// Synthetic people with a few weeks of entries, and one member of staff for each role, for a test environment.
///
/// No data of real people is used: addresses and passwords are random, entries come from the tables below.
struct DemoPeople: Sendable {
    let client: GatewayClient
    let roles: StaffRoleTable

    /// A created account.
    struct Made: Codable, Sendable {
        let email: String
        let password: String
        /// The locale of a person, or the role of a member of staff.
        let what: String
    }

    /// The roles of staff to create; the other roles only classify recipients of grants.
    static let staff: [StaffRole] = [
        .administrator, .developer, .tester, .databaseSupport, .foodJunior, .foodSenior, .cybersecurity, .executive,
        .shareholder,
    ]

    private static let places = [
        ("en-CA", "America/Toronto"), ("fr-CA", "America/Montreal"), ("es-MX", "America/Mexico_City"),
        ("zh-CN", "Asia/Shanghai"),
    ]
    private static let profiles: [[AllergenCode]] = [[.milk], [.peanuts, .nuts], [], [.gluten], [.fish, .eggs]]
    private static let meals = [
        ("Porridge", 310, "breakfast"), ("Lentil soup", 420, "lunch"), ("Rice with vegetables", 560, "dinner"),
        ("Apple", 80, "snack"), ("Cheese sandwich", 380, "lunch"), ("Noodles", 610, "dinner"),
    ]
    private static let purchases = [
        ("Milk 2 L", "4.99"), ("Bread", "3.49"), ("Bananas", "2.20"), ("Rice 2 kg", "7.99"),
    ]

    /// Creates the people one after the other.
    ///
    /// - Parameters:
    ///   - count: Number of people, without staff.
    ///   - now: The time of their last entries.
    ///   - progress: Receives each account.
    /// - Returns: All accounts.
    /// - Throws: `GatewayError` or `ControlFailure`.
    func make(_ count: Int, now: Date, progress: (Made) -> Void) async throws -> [Made] {
        var all: [Made] = []
        for number in 0..<count {
            let (locale, timeZone) = Self.places[number % Self.places.count]
            let account = try await GatewayAccount.register(
                prefix: "person", locale: locale, timeZone: timeZone, on: client)
            try await fill(account, number, now: now)
            all.append(made(account, locale))
            progress(all[all.count - 1])
        }
        for role in Self.staff {
            let account = try await GatewayAccount.register(
                prefix: role.rawValue, locale: "en-CA", timeZone: "America/Toronto", on: client)
            guard let id = AccountID(text: account.id) else {
                throw ControlFailure.problem("\(account.id) is not an account id")
            }
            let day = String(EventTime.format(now).prefix(10))
            let granted = GrantedRole.given(
                role, clearedOn: day, rulesSignedOn: day, trainedOn: day,
                provisionalDays: StaffRoleRepository.provisionalDays, at: EventTime.truncate(now))
            try await roles.grant(granted, to: id)
            all.append(made(account, role.rawValue))
            progress(all[all.count - 1])
        }
        return all
    }

    private func made(_ account: GatewayAccount, _ what: String) -> Made {
        Made(email: account.credentials.email, password: account.credentials.password, what: what)
    }

    private func fill(_ account: GatewayAccount, _ number: Int, now: Date) async throws {
        let profile = Self.profiles[number % Self.profiles.count]
        var request = try GatewayClient.Request(.put, "/v1/allergen-profile").with(
            GatewayModels.Profile(allergens: profile.map { .group($0) }))
        request.accessToken = try await account.accessToken()
        request.wait = 10
        _ = try await client.expect(GatewayModels.Profile.self, from: request)
        for day in 0..<10 {
            let (name, energy, slot) = Self.meals[(number + day) % Self.meals.count]
            let at = EventTime.format(EventTime.truncate(now.addingTimeInterval(-86_400 * Double(day) - 3_600)))
            try await post(
                "/v1/meals",
                #"{"name":"\#(name)","slot":"\#(slot)","eatenAt":"\#(at)","items":[{"name":"\#(name)","#
                    + #""energyKcal":\#(energy)}]}"#,
                by: account)
        }
        for week in 0..<3 {
            let (item, amount) = Self.purchases[(number + week) % Self.purchases.count]
            let day = EventTime.format(now.addingTimeInterval(-7 * 86_400 * Double(week))).prefix(10)
            try await post(
                "/v1/receipts",
                #"{"merchant":"Test Market","purchasedAt":"\#(day)","items":[{"name":"\#(item)","#
                    + #""amount":{"amount":"\#(amount)","currency":"CAD"}}]}"#, by: account)
        }
        if number % 3 == 0 {
            let day = EventTime.format(now.addingTimeInterval(-86_400)).prefix(10)
            try await post("/v1/reactions", #"{"occurredOn":"\#(day)","cause":"test"}"#, by: account)
        }
    }

    private func post(_ path: String, _ body: String, by account: GatewayAccount) async throws {
        var request = GatewayClient.Request(.post, path)
        request.body = Array(body.utf8)
        request.accessToken = try await account.accessToken()
        request.idempotencyKey = UUID().uuidString
        request.wait = 10
        let answer = try await client.send(request)
        guard answer.isSuccess else { throw ControlFailure.problem("\(path) was answered with \(answer.status)") }
    }
}
