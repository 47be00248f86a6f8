import EventContracts
import Foundation
import Imaging
import Messaging
import Photos
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport
import VisionService

@testable import ControlService

@Suite("Corrections as a training data set")
struct LessonExportTests {
    private struct Line: Decodable {
        struct Item: Decodable { let cls: String?, food: String, box: [Double] }
        let file: String, dataset: String, split: String, width: Int, height: Int, orientation: Int
        let group_id: String, objects: [Item]
    }

    private func lesson(
        _ food: String, of account: AccountID, on photo: PhotoKey, state: String = "accepted", orientation: Int = 1,
        in pool: PostgresPool
    ) async throws {
        let region = UUID(), look: [UInt8] = [1, 2, 3], now = Date()
        try await pool.execute(
            """
            INSERT INTO regions (region_id, account_id, meal_id, label, score, box, photo, orientation, space, look,
                seen_at)
            VALUES (\(region), \(account.uuid), \(UUID()), 'other food', 0.5, '[0.1,0.2,0.5,1]', \(photo.description),
                \(Int64(orientation))::smallint, 'food-small/1', \(look), \(now))
            """)
        try await pool.execute(
            """
            INSERT INTO lessons (region_id, lesson_id, account_id, meal_id, food_id, state, version, taught_at,
                changed_at)
            VALUES (\(region), \(UUID()), \(account.uuid), \(UUID()), \(food), \(state), 1, \(now), \(now))
            """)
    }

    private func consent(_ account: AccountID, _ mayTrain: Bool, version: Int64, in pool: PostgresPool) async throws {
        try await pool.execute(
            """
            INSERT INTO consents (account_id, version, may_train) VALUES (\(account.uuid), \(version), \(mayTrain))
            ON CONFLICT (account_id) DO UPDATE SET version = excluded.version, may_train = excluded.may_train
            """)
    }

    @Test(
        "VIS-14: only approved photos with consent are exported, anonymously"
    )
    func exports() async throws {
        try await HandlerBench.with(service: "vision", migrations: VisionMigrations.all()) { bench in
            let pool = bench.database.pool,
                folder = FileManager.default.temporaryDirectory.appending(
                    path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = FilePhotoStore(root: folder.appending(path: "store").path)
            let photos = SealedPhotos(store: store, sealer: bench.sealer)
            let willing = try await bench.account(), unwilling = try await bench.account()
            let first = PhotoKey.random(of: willing), turned = PhotoKey.random(of: willing)
            let other = PhotoKey.random(of: unwilling), gone = PhotoKey.random(of: willing)
            let file = try StrippedPhoto(SamplePhoto.jpeg.bytes())
            for key in [first, turned, other] { try await photos.put(file.bytes, at: key) }
            try await consent(willing, true, version: 1, in: pool)
            try await consent(unwilling, false, version: 1, in: pool)
            try await lesson("sr28-09003", of: willing, on: first, in: pool)
            try await lesson("sr28-99999", of: willing, on: first, in: pool)
            try await lesson("sr28-09040", of: willing, on: turned, orientation: 6, in: pool)
            try await lesson("sr28-09003", of: willing, on: turned, state: "proposed", in: pool)
            try await lesson("sr28-09003", of: unwilling, on: other, in: pool)
            try await lesson("sr28-09003", of: willing, on: gone, in: pool)
            let target = folder.appending(path: "set")
            let export = LessonExport(
                database: OperatorDatabase(bench.connection), photos: photos, names: try LessonExport.names())
            #expect(try await export.run(to: target) == .init(photos: 2, foods: 3, missing: 1, removed: 0))
            let text = try String(contentsOf: target.appending(path: LessonExport.labels), encoding: .utf8)
            for secret in [willing.description, unwilling.description] { #expect(!text.contains(secret)) }
            let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
            #expect(lines.count == 2 && Set(lines.map(\.group_id)).count == 1 && Set(lines.map(\.split)).count == 1)
            let upright = try #require(lines.first { $0.orientation == 1 })
            #expect(upright.objects.map(\.cls).contains("apple") && upright.objects.map(\.cls).contains(nil))
            let on = try #require(lines.first { $0.orientation == 6 })
            #expect((on.width, on.height) == (file.header.height, file.header.width))
            #expect(on.file.hasSuffix(".o6.jpeg") && on.objects.first?.cls == "banana")
            #expect(on.objects.first?.box[2] == (Double(on.width) * 5).rounded() / 10)
            let written = try Data(contentsOf: target.appending(path: on.file))
            #expect(Array(written) == file.bytes)
            // The person has withdrawn consent.
            try await consent(willing, false, version: 2, in: pool)
            #expect(try await export.run(to: target) == .init(photos: 0, foods: 0, missing: 0, removed: 2))
            #expect(try FileManager.default.contentsOfDirectory(atPath: target.appending(path: "images").path).isEmpty)
        }
    }
}
