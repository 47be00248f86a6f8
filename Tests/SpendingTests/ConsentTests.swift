import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing
import TestSupport
import Testing

@testable import SpendingService

@Suite("Withdrawn consents") struct ConsentTests {
    private func wishes(of account: AccountID, _ purse: SpendingHandlers) async throws -> ShoppingWishes {
        let stored = try await purse.bench.database.pool.withTransaction { transaction in
            try await purse.shoppers.find(account, in: transaction)
        }
        return try await purse.bench.sealer.open(#require(stored).told.wishes, .shoppingWishes(of: account))
    }

    private func choose(
        _ account: AccountID, version: Int64, under consents: Int64? = nil, _ purse: SpendingHandlers
    ) async throws {
        var wishes = ShoppingWishes()
        wishes.sharesPrices = true
        wishes.place = CoarsePlace(latitude: 43.65, longitude: -79.38)
        try await purse.bench.deliver(
            SetShoppingPreferences(
                accountID: account, version: version,
                wishes: try await purse.bench.sealer.seal(wishes, .shoppingWishes(of: account)),
                consentVersion: consents),
            to: purse.chooseShopping, account: account)
    }

    private func allow(_ purposes: [ConsentPurpose], _ account: AccountID, version: Int64, _ purse: SpendingHandlers)
        async throws
    {
        try await purse.bench.deliver(
            ConsentChanged(
                accountID: account, version: version, allowed: purposes.map(\.rawValue).sorted(),
                changedAt: purse.bench.clock.now()), to: purse.honourConsents, account: account)
    }

    private func observations(_ purse: SpendingHandlers) async throws -> Int {
        try await purse.bench.database.count("SELECT count(*) FROM price_observations")
    }

    @Test("GW-22, GW-42: withdrawing price sharing removes own prices only")
    func prices() async throws {
        try await SpendingHandlers.with { purse in
            let account = try await purse.bench.account(), other = try await purse.bench.account()
            let day = CalendarDay(purse.bench.clock.now(), in: .gmt).description
            for person in [account, other] {
                try await choose(person, version: 1, purse)
                try await purse.keep(try SpendingHandlers.typed([("MILK 2L", 400)], on: day), of: person)
            }
            #expect(try await observations(purse) == 2)
            try await allow([.processing, .location], account, version: 2, purse)
            #expect(try await observations(purse) == 1)
            #expect(try await wishes(of: account, purse).sharesPrices == false)
            #expect(try await wishes(of: account, purse).place != nil)
            try await purse.keep(try SpendingHandlers.typed([("BREAD", 300)], on: day), of: account)
            #expect(try await observations(purse) == 1, "what is bought later is not shared either")
        }
    }

    @Test(
        "GW-22, C22: withdrawing the location consent removes the place")
    func location() async throws {
        try await SpendingHandlers.with { purse in
            let account = try await purse.bench.account()
            try await choose(account, version: 1, purse)
            try await allow([.processing, .communityPrices], account, version: 2, purse)
            #expect(try await wishes(of: account, purse).place == nil)
            #expect(try await wishes(of: account, purse).sharesPrices)
            try await choose(account, version: 2, purse)
            #expect(try await wishes(of: account, purse).place == nil, "accepted before it was taken back")
            let said = try await purse.bench.database.said(ShoppingPreferencesChanged.self).map(\.body)
            let told = try await purse.bench.sealer.open(#require(said.last).wishes, .shoppingWishes(of: account))
            #expect(told.place == nil, "nor is it told")
        }
    }

    @Test("GW-22: preferences sent before a late consent event are kept")
    func overtaken() async throws {
        try await SpendingHandlers.with { purse in
            for isKnown in [true, false] {
                let account = try await purse.bench.account()
                if isKnown { try await allow([.processing], account, version: 2, purse) }
                try await choose(account, version: 1, under: 3, purse)
                if !isKnown { try await allow([.processing], account, version: 2, purse) }
                #expect(try await wishes(of: account, purse).place != nil)
                try await allow([.processing, .location, .communityPrices], account, version: 3, purse)
                #expect(try await wishes(of: account, purse).place != nil)
                #expect(try await wishes(of: account, purse).sharesPrices)
                try await allow([.processing, .communityPrices], account, version: 4, purse)
                #expect(try await wishes(of: account, purse).place == nil)
                try await choose(account, version: 2, under: 3, purse)
                #expect(try await wishes(of: account, purse).place == nil, "taken back while it was under way")
            }
        }
    }

    @Test("GW-22: consents: accounts without a record keep the defaults")
    func order() async throws {
        try await SpendingHandlers.with { purse in
            let account = try await purse.bench.account(), unknown = try await purse.bench.account()
            try await choose(account, version: 1, purse)
            try await choose(unknown, version: 1, purse)
            try await allow([.processing, .location, .communityPrices], account, version: 3, purse)
            for _ in 0..<2 { try await allow([.processing], account, version: 2, purse) }
            #expect(try await wishes(of: account, purse).place != nil)
            #expect(try await wishes(of: unknown, purse).sharesPrices)
            try await allow([], try await purse.bench.account(), version: 1, purse)
        }
    }
}
