import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Learning from meal photos") struct MealTeachingTests {
    private static let held = ["prefer": "wait=10"]

    /// A meal whose photo shows an apple and an unknown food.
    private func photograph(_ person: Person) async throws -> (path: String, ids: [String]) {
        let answer = try await person.send(
            "POST", "/v1/meals", photo: try SamplePhoto.jpeg.bytes(), headers: Self.held)
        #expect(answer.status == 201)
        let meal = try answer.json
        return ("/v1/meals/\(meal["id"]?.string ?? "")", meal["items"]?.items.compactMap { $0["id"]?.string } ?? [])
    }

    private func change(_ person: Person, _ path: String, _ items: String) async throws {
        let answer = try await person.send("PATCH", path, #"{"items":[\#(items)]}"#, headers: Self.held)
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func lessons(_ gateway: TestGateway, _ count: Int) async throws -> [LearnFood] {
        try await eventually("\(count) lessons") { gateway.neighbors.lessonOrders.taught.count == count }
        return gateway.neighbors.lessonOrders.taught
    }

    @Test("VIS-12: corrected and typed foods are taught with the meal's version")
    func teaches() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let (path, ids) = try await photograph(person)
            // A changed mass alone is not a lesson.
            try await change(person, path, #"{"id":"\#(ids[0])","grams":120},{"id":"\#(ids[1])"}"#)
            try await change(
                person, path,
                #"{"id":"\#(ids[0])","foodId":"sr28-09040"},{"id":"\#(ids[1])","name":"my stew","grams":300}"#)
            let first = try #require(try await lessons(gateway, 1).first), meal = first.mealID
            #expect(first.version == 3 && !first.mayTrain && first.accountID == person.account)
            let apple = RegionID(of: meal, at: 0), other = RegionID(of: meal, at: 1)
            #expect(
                first.foods == [
                    TaughtFood(regionID: apple, foodID: "sr28-09040", milligrams: 120_000),
                    TaughtFood(regionID: other, milligrams: 300_000),
                ])
            let names = try await gateway.sealer.open(
                #require(first.names), .taughtFoodNames(meal, of: person.account))
            #expect(names.regions == [other.description: "my stew"])
            // A further change keeps the lesson; changing back to the model's food withdraws it.
            try await change(
                person, path, #"{"id":"\#(ids[0])","foodId":"sr28-09003"},{"id":"\#(ids[1])","grams":310}"#)
            let second = try await lessons(gateway, 2)[1]
            #expect(second.foods == [TaughtFood(regionID: other, milligrams: 310_000)] && second.version == 4)
            let kept = try await gateway.sealer.open(
                #require(second.names), .taughtFoodNames(meal, of: person.account))
            #expect(kept.regions == [other.description: "my stew"])
        }
    }

    @Test("teaching: deleted meals and removed items are not taught")
    func deleted() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let (path, ids) = try await photograph(person)
            try await change(person, path, #"{"id":"\#(ids[0])","foodId":"sr28-09040"},{"id":"\#(ids[1])"}"#)
            let taught = try await lessons(gateway, 1)[0].foods
            #expect(try await person.client.send("DELETE", path, headers: Self.held).status == 204)
            #expect(try await lessons(gateway, 2)[1].foods.isEmpty)
            #expect(try await person.send("POST", "\(path)/restore", "", headers: Self.held).status == 200)
            #expect(try await lessons(gateway, 3)[2].foods == taught)
            try await change(person, path, #"{"id":"\#(ids[1])"}"#)
            let last = try await lessons(gateway, 4)[3]
            #expect(last.foods.isEmpty && last.version == 5)
        }
    }

    @Test("VIS-12: teaching: a corrected name teaches the food, or its figures")
    func names() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let own = try await person.send(
                "POST", "/v1/foods", #"{"name":"Gran's stew","energyKcal":90}"#, headers: Self.held)
            #expect(own.status == 201, "\(own.text)")
            let stew = try own.json["id"]?.string
            let (path, ids) = try await photograph(person)
            try await change(
                person, path, #"{"id":"\#(ids[0])","name":"Banana"},{"id":"\#(ids[1])","name":"gran's stew"}"#)
            let named = try await lessons(gateway, 1)[0]
            #expect(named.foods.map(\.foodID) == ["sr28-09040", stew] && named.names == nil)
            let shown = try await person.client.get(path).json["items"]?.items ?? []
            #expect(shown.map { $0["food"]?["id"]?.string } == ["sr28-09040", stew])
            try await change(
                person, path,
                #"{"id":"\#(ids[0])","name":"aunt's persimmon"},"#
                    + #"{"id":"\#(ids[1])","name":"soup","energyKcal":150,"grams":250}"#)
            let second = try await lessons(gateway, 2)[1], region = RegionID(of: second.mealID, at: 1)
            #expect(second.foods.first?.foodID == "sr28-09040")
            #expect(
                second.foods.last
                    == TaughtFood(
                        regionID: region, milligrams: 250_000,
                        figures: TaughtFigures(amounts: ["energy": 150_000], milligrams: 250_000)))
            let names = try await gateway.sealer.open(
                #require(second.names), .taughtFoodNames(second.mealID, of: person.account))
            #expect(
                names.regions == [
                    RegionID(of: second.mealID, at: 0).description: "aunt's persimmon", region.description: "soup",
                ])
        }
    }

    @Test("VIS-13, GW-22, OPS-20: lessons are reviewed with consent, by role")
    func reviewed() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), senior = try await gateway.staff(.foodSenior)
            let support = try await gateway.staff(.databaseSupport)
            let allowed = try await person.send("PUT", "/v1/consents", #"{"purposes":{"trainingPhotos":true}}"#)
            #expect(allowed.status == 200, "\(allowed.text)")
            let (path, ids) = try await photograph(person)
            try await change(person, path, #"{"id":"\#(ids[0])","foodId":"sr28-09040"},{"id":"\#(ids[1])"}"#)
            let command = try await lessons(gateway, 1)[0]
            #expect(command.mayTrain && command.consentVersion > 0)
            let photo = try #require(gateway.neighbors.mealPhotoOrders.first).photo, id = LessonID.random()
            func published(_ state: LessonState, version: Int64, id: LessonID = id) -> LessonChanged {
                LessonChanged(
                    accountID: person.account, lessonID: id, version: version, state: state, mealID: command.mealID,
                    foodID: "sr28-09040", label: "apple", score: 0.9, box: [0, 0, 1, 1], photo: photo,
                    doubts: ["modelWasSure"], taughtAt: gateway.clock.now(), changedAt: gateway.clock.now())
            }
            try await gateway.neighbors.publish(published(.proposed, version: 2))
            let address = "/v1/admin/reviews/\(id)"
            let list = try await senior.client.get("/v1/admin/reviews?kind=lesson").json["items"]?.items ?? []
            #expect(list.map { $0["id"]?.string } == [id.description])
            #expect(list.first?["doubts"]?.items.first?.string == "modelWasSure")
            let shown = try await senior.client.get(address).json
            #expect(shown["lesson"]?["label"]?.string == "apple" && shown["aboutFood"]?.string == "sr28-09040")
            #expect(try await support.client.get(address).status == 404)
            #expect(try await support.client.get("\(address)/photo").status == 404)
            let picture = try await senior.client.get("\(address)/photo")
            #expect(picture.status == 200 && picture.header("content-type") == "image/jpeg")
            let log = try await person.client.get("/v1/access-log").json
            #expect(String(describing: log).contains("readReviewPhoto"))
            #expect(try await senior.send("POST", address, #"{"decision":"accept"}"#).status == 409)
            #expect(try await senior.send("POST", "\(address)/claim", "").status == 200)
            #expect(try await senior.send("POST", address, #"{"decision":"done"}"#).status == 422)
            let decided = try await senior.send("POST", address, #"{"decision":"accept"}"#)
            #expect(try decided.json["state"]?.string == "accepted", "\(decided.text)")
            try await eventually("the decision is sent") {
                gateway.neighbors.lessonOrders.decided.map(\.lessonID) == [id]
            }
            #expect(gateway.neighbors.lessonOrders.decided.first?.isAccepted == true)
            #expect(try await senior.client.get("\(address)/photo").status == 404, "hidden after the decision")
            // Repeated or late events do not reopen a decided lesson; a withdrawn one leaves the queue.
            try await gateway.neighbors.publish(published(.proposed, version: 2))
            #expect(try await senior.client.get(address).json["state"]?.string == "accepted")
            let back = LessonID.random()
            try await gateway.neighbors.publish(published(.proposed, version: 2, id: back))
            try await gateway.neighbors.publish(published(.personal, version: 3, id: back))
            #expect(try await senior.client.get("/v1/admin/reviews?kind=lesson").json["items"]?.items.isEmpty == true)
            #expect(try await senior.client.get("/v1/admin/reviews/\(back)/photo").status == 404)
        }
    }

    @Test("VIS-13, OPS-20: a lesson without its photo leaves the review queue")
    func photoGone() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), senior = try await gateway.staff(.foodSenior)
            _ = try await photograph(person)
            let command = try #require(gateway.neighbors.mealPhotoOrders.first), id = LessonID.random()
            func published(_ state: LessonState, version: Int64) -> LessonChanged {
                LessonChanged(
                    accountID: person.account, lessonID: id, version: version, state: state, mealID: command.mealID,
                    foodID: "sr28-09040", label: "apple", score: 0.9, box: [0, 0, 1, 1], photo: command.photo,
                    doubts: [],
                    taughtAt: gateway.clock.now(), changedAt: gateway.clock.now())
            }
            try await gateway.neighbors.publish(published(.proposed, version: 2))
            let housekeeping = Housekeeping(
                database: gateway.database, photos: gateway.archive, retention: .init())
            try await housekeeping.run()
            let address = "/v1/admin/reviews/\(id)"
            #expect(try await senior.client.get(address).json["state"]?.string == "open", "its photo is kept")
            #expect(try await senior.send("POST", "\(address)/claim", "").status == 200)
            try await gateway.database.pool.execute("UPDATE photos SET since = \(gateway.clock.now() - 31 * 86_400)")
            for _ in 0..<2 { try await housekeeping.run() }
            let closed = try await senior.client.get(address).json
            #expect(closed["state"]?.string == "withdrawn" && closed["reason"]?.string == "photo-gone")
            #expect(closed["decidedAt"]?.string != nil && closed["isMine"] == .bool(false))
            #expect(try await senior.client.get("/v1/admin/reviews?kind=lesson").json["items"]?.items.isEmpty == true)
            #expect(try await senior.send("POST", address, #"{"decision":"accept"}"#).status == 409)
            // Late and repeated events do not reopen it.
            try await gateway.neighbors.publish(published(.proposed, version: 2))
            try await gateway.neighbors.publish(published(.proposed, version: 3))
            #expect(try await senior.client.get(address).json["state"]?.string == "withdrawn")
        }
    }
}
