import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import Messaging
import Postgres
import Purchases
import Sealing
import ServiceRuntime

/// Shopping preferences, and the shops they refer to (SPD-07, SPD-08, SPD-16, SPD-19).
struct ShoppingEndpoints: Sendable {
    let acceptor: CommandAcceptor
    let sealer: Sealer

    /// Maximum number of shops in a list.
    private static let maxStores = 200
    /// Maximum cost per kilometer, in minor units.
    private static let maxWayCost: Int64 = 100_000

    func read(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let resource = ResourceReference(.shoppingPreferences, account.uuid)
        if let document = try await acceptor.resources.ownDocument(resource, of: account) {
            return try await acceptor.resources.answer(document, to: call)
        }
        let standard = ShoppingPreferencesView.standard
        return try await acceptor.resources.answer(version: EntityTag.Version(standard.version), to: call) {
            try EventCoding.encode(standard)
        }
    }

    func set(_ call: Call) async throws -> Answer {
        let account = try call.principal.account
        let preferences = try Self.preferences(call.body)
        let used = [(ConsentPurpose.location, preferences.place != nil), (.communityPrices, preferences.sharesPrices)]
            .filter(\.1).map(\.0)
        let sealed = try await sealer.seal(preferences, .shoppingPreferences(of: account))
        let condition = EntityTag.condition(call.headers[values: .ifMatch], weak: false)
        let resource = ResourceReference(.shoppingPreferences, account.uuid)
        let acceptance = try await acceptor.accept(call, about: resource) { transaction in
            let consents = try await ConsentRepository.require(used, of: account, in: transaction)
            let version = try await VersionRepository.next(
                of: resource, of: account, after: nil, accepted: nil, at: transaction.eventTime(), in: transaction)
            guard let version, condition?.matches(version - 1) ?? true else { throw ProblemDetails(.versionMismatch) }
            try transaction.append(
                SetShoppingPreferences(
                    accountID: account, version: version, wishes: sealed, consentVersion: consents),
                key: account, subject: account)
        }
        return try await acceptor.answer(acceptance, to: call, done: .ok)
    }

    /// Parses preferences; omitted fields are reset, and a place is rounded to a kilometer before anything is stored
    /// (C22).
    private static func preferences(_ body: JSONValue) throws(ProblemDetails) -> ShoppingPreferences {
        var fields = try BodyFields(body), preferences = ShoppingPreferences()
        preferences.place = place(&fields)
        if let radius = fields.member("radiusKm"), radius != .null {
            if case .number(let text) = radius, let radius = Int(text), ShoppingPreferences.radii.contains(radius) {
                preferences.radius = radius
            } else {
                fields.report("radiusKm", .notWhole(in: 1...200))
            }
        }
        preferences.preferred = stores("preferredStores", &fields)
        preferences.ignored = stores("ignoredStores", &fields)
        if !preferences.preferred.isDisjoint(with: preferences.ignored) {
            fields.report("ignoredStores", .init(.duplicate, "must not contain a preferred shop"))
        }
        preferences.units = fields.optionalChoice("units", of: UnitPreference.self) ?? preferences.units
        preferences.wayCost = fields.money("wayCostPerKm", in: 0...maxWayCost)
        if fields.names("sharesPrices") { preferences.sharesPrices = fields.bool("sharesPrices") }
        try fields.finish()
        return preferences
    }

    private static func place(_ fields: inout BodyFields) -> CoarsePlace? {
        guard let value = fields.member("location"), value != .null else { return nil }
        func degrees(_ name: String) -> Double? {
            if case .number(let text)? = value[name] { Double(text) } else { nil }
        }
        guard let latitude = degrees("latitude"), let longitude = degrees("longitude"),
            let place = CoarsePlace(latitude: latitude, longitude: longitude)
        else {
            fields.report(
                "location", .init(.outOfRange, "must have a latitude from -90 to 90 and a longitude from -180 to 180"))
            return nil
        }
        return place
    }

    private static func stores(_ name: String, _ fields: inout BodyFields) -> Set<StoreID> {
        var stores: Set<StoreID> = []
        for (place, value) in fields.elements(of: name, maxCount: maxStores) {
            guard case .string(let text) = value, let store = StoreID(text: text) else {
                fields.report(place, .init(.notAnID, "is not the id of a shop"))
                continue
            }
            stores.insert(store)
        }
        return stores
    }
}
