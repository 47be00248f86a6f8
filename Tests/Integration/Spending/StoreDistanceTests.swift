import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import TestPeers
import TestSupport
import Testing

@testable import SpendingService

@Suite("Distances of shops, computed in SQL (C23)", .timeLimit(.minutes(10))) struct StoreDistanceTests {
    /// A place in hundredths of a degree.
    private struct Spot: Sendable, CustomStringConvertible {
        let latitude: Int64
        let longitude: Int64

        init(_ latitude: Int64, _ longitude: Int64) {
            self.latitude = latitude
            self.longitude = longitude
        }

        var description: String { "\(latitude) \(longitude)" }

        var place: CoarsePlace? { CoarsePlace(latitude: Double(latitude) / 100, longitude: Double(longitude) / 100) }
    }

    /// A degree of a great circle, in kilometers: 2π · 6371 / 360.
    private static let degree = 111.194_926_645

    /// Distances with known values.
    ///
    /// Nashville (BNA) to Los Angeles (LAX): Rosetta Code, "Haversine formula", for a radius of 6371 km. The others
    /// follow from the length of a great circle.
    private static let known: [(Spot, Spot, Double)] = [
        (Spot(3_612, -8_667), Spot(3_394, -11_840), 2_886.444_442_838),
        (Spot(0, 0), Spot(0, 100), degree), (Spot(0, 0), Spot(-100, 0), degree),
        // Across the 180th meridian, which is both 180° east and west.
        (Spot(0, 17_995), Spot(0, -17_995), degree / 10), (Spot(4_500, 18_000), Spot(4_500, -18_000), 0),
        // Across the poles and between them; at a pole every longitude is the same place.
        (Spot(8_995, 0), Spot(8_995, 18_000), degree / 10), (Spot(-8_995, -9_000), Spot(-8_995, 9_000), degree / 10),
        (Spot(9_000, 0), Spot(9_000, 12_345), 0), (Spot(9_000, 77), Spot(-9_000, -5), 180 * degree),
        (Spot(0, 0), Spot(0, 18_000), 180 * degree), (Spot(4_365, -7_938), Spot(4_365, -7_938), 0),
    ]

    @Test("C23: distances match known values and are symmetric, also at poles")
    func knownWays() async throws {
        try await SpendingHandlers.with { handlers in
            for (first, second, kilometres) in Self.known {
                for (here, there) in [(first, second), (second, first)] {
                    let rows = try await handlers.bench.database.pool.query(
                        """
                        SELECT great_circle_kilometres(
                            \(here.latitude)::integer, \(here.longitude)::integer, \(there.latitude)::integer,
                            \(there.longitude)::integer)
                        """)
                    let way = try #require(rows.first).decode(Double.self)
                    #expect(abs(way - kilometres) < 0.000_01, "\(here) to \(there)")
                    // Distances are computed with the same formula as the search for shops.
                    let published = try #require(here.place).kilometres(to: try #require(there.place))
                    #expect(abs(published - way) < 0.000_01, "\(here) to \(there)")
                }
            }
        }
    }

    /// Adds shops all over the world, always the same ones: most in the register, some known from their customers only.
    private static func fill(_ handlers: SpendingHandlers, _ count: Int64, named: Int64) async throws {
        let pool = handlers.bench.database.pool
        for first in stride(from: Int64(1), through: count, by: 10_000) {
            let last = min(count, first + 9_999)
            try await pool.execute(
                """
                INSERT INTO registered_stores (store_id, name, latitude, longitude, source, imported_at)
                SELECT
                    md5('registered ' || number)::uuid, 'Shop ' || number, number * 7919 % 18001 - 9000,
                    number * 104729 % 36001 - 18000, 'test', now()
                FROM generate_series(\(first)::bigint, \(last)::bigint) AS number
                """)
            guard first <= named else { continue }
            try await pool.execute(
                """
                INSERT INTO store_middles (store_id, latitude, longitude)
                SELECT
                    md5('named ' || number)::uuid, number * 15485863 % 18001 - 9000,
                    number * 32452843 % 36001 - 18000
                FROM generate_series(\(first)::bigint, \(last)::bigint) AS number
                """)
        }
        // The register has another location for these, which takes precedence.
        try await pool.execute(
            """
            INSERT INTO store_middles (store_id, latitude, longitude)
            SELECT store_id, 4365, -7938 FROM registered_stores ORDER BY store_id LIMIT 50
            """)
    }

    @Test("C23: the bounding box search equals a full scan, also at map edges")
    func everyStore() async throws {
        try await SpendingHandlers.with { handlers in
            try await Self.fill(handlers, 20_000, named: 20_000)
            let places = [
                Spot(4_365, -7_938), Spot(0, 17_995), Spot(0, -17_995), Spot(1_800, 18_000), Spot(1_800, -18_000),
                Spot(-6_500, 17_900), Spot(9_000, 5), Spot(8_995, 0), Spot(8_821, 17_999), Spot(8_819, -17_999),
                Spot(-9_000, -18_000), Spot(-8_990, 12_300),
            ]
            var found = 0
            for here in places {
                for radius in [1, 25, ShoppingPreferences.radii.upperBound] {
                    let rows = try await handlers.bench.database.pool.query(
                        """
                        WITH near AS (
                            SELECT store_id FROM stores_near(
                                \(here.latitude)::integer, \(here.longitude)::integer,
                                    \(Double(radius))::double precision)
                        ), all_of_them AS (
                            SELECT store_id FROM located_stores
                            WHERE great_circle_kilometres(
                                \(here.latitude)::integer, \(here.longitude)::integer, latitude, longitude)
                                <= \(Double(radius))::double precision
                        )
                        SELECT
                            (SELECT count(*) FROM near), (SELECT count(*) FROM all_of_them),
                            (SELECT count(*) FROM near JOIN all_of_them USING (store_id))
                        """)
                    let (near, all, both) = try #require(rows.first).decode(Int64.self, Int64.self, Int64.self)
                    #expect(near == all && both == all, "\(here), \(radius) km")
                    found += Int(all)
                }
            }
            #expect(found > 1_000, "the places have shops around them")
        }
    }

    @Test("C23: nearby shops among a hundred thousand are found by index")
    func plan() async throws {
        try await SpendingHandlers.with { handlers in
            try await Self.fill(handlers, 100_000, named: 10_000)
            for here in [Spot(4_365, -7_938), Spot(0, 17_995), Spot(8_995, 0)] {
                let rows = try await handlers.bench.database.pool.query(
                    """
                    EXPLAIN SELECT store_id, way FROM stores_near(
                        \(raw: "\(here.latitude)"), \(raw: "\(here.longitude)"), 200)
                    """)
                let lines = try rows.map { try $0.decode(String.self) }
                #expect(lines.contains { $0.contains("registered_stores_place") }, "\(here): \(lines)")
                #expect(lines.contains { $0.contains("store_middles_place") }, "\(here): \(lines)")
                #expect(!lines.contains { $0.contains("Seq Scan") }, "\(here): \(lines)")
            }
        }
    }

    @Test("C23, SPD-15: a shop's place is the median of three or more customers")
    func middle() async throws {
        try await SpendingHandlers.with { handlers in
            let store = StoreID(UUID()), here = try #require(Spot(4_365, -7_938).place)
            func say(_ latitude: Double) async throws -> CoarsePlace? {
                let place = try #require(CoarsePlace(latitude: latitude, longitude: -79.38))
                return try await handlers.bench.database.write(.request(correlationID: UUID())) { transaction in
                    try await CommunityRepository.addVoice(
                        UUID(), fromNetwork: UUID(), at: store, from: place, in: transaction)
                    return try await CommunityRepository.places(of: [store], in: transaction)[store]
                }
            }
            #expect(try await say(43.65) == nil)
            #expect(try await say(43.65) == nil)
            #expect(try await say(43.70) == here)
            #expect(try await say(43.70)?.latitude == 4_370, "of two in the middle the later one")
            #expect(try await say(43.65) == here)
        }
    }
}
