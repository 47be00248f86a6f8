import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing

@testable import SpendingService

@Suite("Withdrawn consents") struct ConsentTests {
    private func preferences(of account: AccountID, _ handlers: SpendingHandlers) async throws -> ShoppingPreferences {
        let stored = try await handlers.bench.database.pool.withTransaction { transaction in
            try await ShopperRepository.find(account, in: transaction)
        }
        return try await handlers.bench.sealer.open(
            #require(stored).published.wishes, .shoppingPreferences(of: account))
    }

    private func choose(
        _ account: AccountID, version: Int64, under consents: Int64? = nil, _ handlers: SpendingHandlers
    ) async throws {
        var preferences = ShoppingPreferences()
        preferences.sharesPrices = true
        preferences.place = CoarsePlace(latitude: 43.65, longitude: -79.38)
        try await handlers.bench.deliver(
            SetShoppingPreferences(
                accountID: account, version: version,
                wishes: try await handlers.bench.sealer.seal(preferences, .shoppingPreferences(of: account)),
                consentVersion: consents),
            to: handlers.chooseShopping, account: account)
    }

    private func allow(_ purposes: [ConsentPurpose], _ account: AccountID, version: Int64, _ handlers: SpendingHandlers)
        async throws
    {
        try await handlers.bench.deliver(
            ConsentChanged(
                accountID: account, version: version, allowed: purposes.map(\.rawValue).sorted(),
                changedAt: handlers.bench.clock.now()), to: handlers.consentHandler, account: account)
    }

    private func observations(_ handlers: SpendingHandlers) async throws -> Int {
        try await handlers.bench.database.count("SELECT count(*) FROM price_observations")
    }

    @Test("GW-22, GW-42: withdrawing price sharing removes only the user's prices")
    func prices() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let day = CalendarDay(handlers.bench.clock.now(), in: .gmt).description
            for person in [account, other] {
                try await choose(person, version: 1, handlers)
                try await handlers.keep(try SpendingHandlers.typed([("MILK 2L", 400)], on: day), of: person)
            }
            #expect(try await observations(handlers) == 2)
            try await allow([.processing, .location], account, version: 2, handlers)
            #expect(try await observations(handlers) == 1)
            #expect(try await preferences(of: account, handlers).sharesPrices == false)
            #expect(try await preferences(of: account, handlers).place != nil)
            try await handlers.keep(try SpendingHandlers.typed([("BREAD", 300)], on: day), of: account)
            #expect(try await observations(handlers) == 1, "later purchases are not shared either")
        }
    }

    @Test(
        "GW-22, C22: withdrawing the location consent removes the place")
    func location() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await choose(account, version: 1, handlers)
            try await allow([.processing, .communityPrices], account, version: 2, handlers)
            #expect(try await preferences(of: account, handlers).place == nil)
            #expect(try await preferences(of: account, handlers).sharesPrices)
            try await choose(account, version: 2, handlers)
            #expect(try await preferences(of: account, handlers).place == nil, "accepted before the withdrawal")
            let said = try await handlers.bench.database.events(ShoppingPreferencesChanged.self).map(\.body)
            let published = try await handlers.bench.sealer.open(
                #require(said.last).wishes, .shoppingPreferences(of: account))
            #expect(published.place == nil, "the event has no place either")
        }
    }

    @Test("GW-22: preferences sent before a late consent event are kept")
    func overtaken() async throws {
        try await SpendingHandlers.with { handlers in
            for isKnown in [true, false] {
                let account = try await handlers.bench.account()
                if isKnown { try await allow([.processing], account, version: 2, handlers) }
                try await choose(account, version: 1, under: 3, handlers)
                if !isKnown { try await allow([.processing], account, version: 2, handlers) }
                #expect(try await preferences(of: account, handlers).place != nil)
                try await allow([.processing, .location, .communityPrices], account, version: 3, handlers)
                #expect(try await preferences(of: account, handlers).place != nil)
                #expect(try await preferences(of: account, handlers).sharesPrices)
                try await allow([.processing, .communityPrices], account, version: 4, handlers)
                #expect(try await preferences(of: account, handlers).place == nil)
                try await choose(account, version: 2, under: 3, handlers)
                #expect(try await preferences(of: account, handlers).place == nil, "withdrawn before the command")
            }
        }
    }

    @Test("GW-22: consents: accounts without a record keep the defaults")
    func order() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), unknown = try await handlers.bench.account()
            try await choose(account, version: 1, handlers)
            try await choose(unknown, version: 1, handlers)
            try await allow([.processing, .location, .communityPrices], account, version: 3, handlers)
            for _ in 0..<2 { try await allow([.processing], account, version: 2, handlers) }
            #expect(try await preferences(of: account, handlers).place != nil)
            #expect(try await preferences(of: unknown, handlers).sharesPrices)
            try await allow([], try await handlers.bench.account(), version: 1, handlers)
        }
    }
}
