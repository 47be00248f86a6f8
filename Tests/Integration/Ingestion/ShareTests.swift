import EventContracts
import Foundation
import Imaging
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import IngestionDiary

@Suite("Meal image links through the API") struct ShareTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

    private static func meal(of person: Person) async throws -> String {
        let answer = try await person.send(
            "POST", "/v1/meals", #"{"name":"Lunch","items":[{"foodId":"sr28-09003","grams":150}]}"#,
            headers: ["prefer": "wait=10"])
        guard answer.status == 201, let id = try answer.json["id"]?.string else { throw Unexpected(answer) }
        return id
    }

    private static func share(_ meal: String, _ body: String = "", by person: Person) async throws -> JSONValue {
        let answer = try await person.send("POST", "/v1/meals/\(meal)/share", body)
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }

    /// Path of the shared picture.
    private static func path(_ share: JSONValue) throws -> String {
        let link = try #require(share["url"]?.string)
        #expect(link.hasPrefix("https://food.example/s/"))
        return "/v1/shared/" + link.dropFirst("https://food.example/s/".count)
    }

    @Test("NUT-23: a link opens a page with figures, without scripts")
    func page() async throws {
        try await Self.withGateway { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/meals",
                #"{"name":"Soup & <b>\"bread\"</b>","items":[{"foodId":"sr28-09003","grams":150}]}"#,
                headers: ["prefer": "wait=10"])
            let meal = try #require(try answer.json["id"]?.string)
            let share = try await Self.share(meal, by: person), path = try Self.path(share)
            let address = path.replacing("/v1/shared/", with: "/s/")
            let page = try await gateway.client.get(address, headers: ["accept": "text/html"])
            #expect(page.status == 200 && page.header("content-type") == "text/html; charset=utf-8")
            #expect(page.header("content-security-policy")?.contains("img-src 'self'") == true)
            #expect(page.text.contains("Soup &amp; &lt;b&gt;&quot;bread&quot;&lt;/b&gt;") && !page.text.contains("<b>"))
            #expect(page.text.contains(#"property="og:image" content="https://food.example\#(path)""#))
            #expect(page.text.contains(" kcal") && !page.text.contains("<script"))
            #expect(share["pictureUrl"]?.string == "https://food.example\(path)")
            _ = try await person.client.send("DELETE", "/v1/shares/\(share["id"]?.string ?? "")")
            #expect(try await gateway.client.get(address).status == 404)
            #expect(try await gateway.client.get("/s/AAAA").status == 404)
        }
    }

    private static func withGateway(_ body: @escaping @Sendable (TestGateway) async throws -> Void) async throws {
        try await TestGateway.with {
            $0.plan = .pro
            $0.publicURL = "https://food.example"
        } _: {
            try await body($0)
        }
    }

    @Test("NUT-23, C16: docs/sharing.md lists how each platform is shared to")
    func documented() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/sharing.md")
        var rows: [String: [String]] = [:]
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            if SharePlatform(rawValue: cells[1]) != nil { rows[cells[1]] = cells }
        }
        for platform in SharePlatform.allCases {
            let row = try #require(rows[platform.rawValue])
            #expect(row[2] == platform.way.rawValue)
            #expect(row[3] == (platform.address(sharing: "").map { "`\($0)`" } ?? ""))
        }
    }

    @Test("NUT-23, C16: a link shows its image to anyone until withdrawn")
    func sharesAndWithdraws() async throws {
        try await Self.withGateway { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let meal = try await Self.meal(of: person)
            let share = try await Self.share(meal, by: person)
            let targets = share["targets"]?.items ?? []
            #expect(
                targets.compactMap { $0["platform"]?.string }.sorted() == [
                    "discord", "facebook", "instagram", "messenger", "twitter", "whatsapp",
                ])
            let escaped = try Self.path(share).split(separator: "/").last.map(String.init) ?? ""
            for target in targets where target["way"]?.string == "link" {
                let url = target["url"]?.string ?? ""
                // The token's hyphens and underscores are escaped as well.
                #expect(url.removingPercentEncoding?.contains(escaped) == true, "\(url)")
            }
            #expect(targets.filter { $0["way"]?.string == "web-share" }.allSatisfy { $0["url"] == nil })
            let path = try Self.path(share)
            let picture = try await gateway.client.get(path)
            #expect(picture.status == 200 && picture.header("content-type") == "image/png")
            #expect(picture.header("cache-control") == "no-store" && picture.body.starts(with: Self.png))
            #expect(try await gateway.client.get(path).body == picture.body)
            let listed = try await person.client.get("/v1/shares").json["items"]?.items ?? []
            #expect(listed.map { $0["id"] } == [share["id"]] && listed.first?["url"] == nil)
            #expect(try await other.client.get("/v1/shares").json["items"]?.items.isEmpty == true)
            let own = "/v1/shares/\(share["id"]?.string ?? "")"
            #expect(try await other.client.send("DELETE", own).status == 404)
            #expect(try await gateway.client.get(path).status == 200)
            #expect(try await person.client.send("DELETE", own).status == 204)
            #expect(try await gateway.client.get(path).status == 404)
            #expect(try await person.client.send("DELETE", own).status == 404)
        }
    }

    @Test("NUT-23: a link ends on time and with its meal, and cannot be guessed")
    func ends() async throws {
        try await Self.withGateway { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let meal = try await Self.meal(of: person)
            let brief = try await Self.share(meal, #"{"expiresInDays":1,"nutrients":["iron"]}"#, by: person)
            let long = try await Self.share(meal, "{}", by: person)
            #expect(try Self.path(brief) != Self.path(long))
            #expect(brief["nutrients"]?.items == [.string("iron")])
            for guess in [meal, brief["id"]?.string ?? "", String(repeating: "A", count: 43), "x"] {
                #expect(try await gateway.client.get("/v1/shared/\(guess)").status == 404, "\(guess)")
            }
            gateway.clock.advance(by: .seconds(86_401))
            #expect(try await gateway.client.get(Self.path(brief)).status == 404)
            #expect(try await gateway.client.get(Self.path(long)).status == 200)
            let later = try await gateway.signIn(person)
            let listed = try await later.client.get("/v1/shares").json["items"]?.items ?? []
            #expect(listed.map { $0["id"] } == [long["id"]])
            let stranger = try await gateway.signIn(other)
            #expect(try await stranger.send("POST", "/v1/meals/\(meal)/share", "").status == 404)
            let deleted = try await later.client.send(
                "DELETE", "/v1/meals/\(meal)", headers: ["prefer": "wait=10"])
            #expect(deleted.status == 204)
            #expect(try await gateway.client.get(Self.path(long)).status == 404)
            #expect(try await later.send("POST", "/v1/meals/\(meal)/share", "").status == 404)
        }
    }

    @Test("NUT-23: a day's progress is shared as an image; empty days are not")
    func sharesDay() async throws {
        try await Self.withGateway { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let meal = try await Self.meal(of: person)
            let day = try await person.client.get("/v1/meals/\(meal)").json["day"]?.string ?? ""
            let answer = try await person.send("POST", "/v1/days/\(day)/share", "")
            let share = try answer.json
            #expect(answer.status == 201 && share["date"]?.string == day && share["mealId"] == nil)
            let path = try Self.path(share), picture = try await gateway.client.get(path)
            #expect(picture.status == 200 && picture.body.starts(with: Self.png))
            _ = try await person.send(
                "PUT", "/v1/goals", #"{"energyKcal":2000}"#, headers: ["prefer": "wait=10"])
            let withGoals = try await gateway.client.get(path)
            #expect(withGoals.status == 200 && withGoals.body != picture.body, "progress towards goals is shown")
            let listed = try await person.client.get("/v1/shares").json["items"]?.items ?? []
            #expect(listed.map { $0["date"]?.string } == [day])
            #expect(try await other.send("POST", "/v1/days/\(day)/share", "").status == 404)
            #expect(try await person.send("POST", "/v1/days/2020-01-01/share", "").status == 404)
            #expect(try await person.send("POST", "/v1/days/none/share", "").status == 404)
        }
    }

    @Test("NUT-23: a link shows the photo by choice, without metadata")
    func showsPhoto() async throws {
        try await Self.withGateway { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let file = try SamplePhoto.jpeg.bytes(), stripped = try StrippedPhoto(file)
            let answer = try await person.send("POST", "/v1/meals", photo: file, headers: ["prefer": "wait=10"])
            let meal = try #require(try answer.json["id"]?.string)
            let plain = try await Self.share(meal, by: person)
            #expect(plain["photo"] == .bool(false) && plain["photoUrl"] == nil)
            #expect(try await gateway.client.get("\(Self.path(plain))/photo").status == 404)
            let share = try await Self.share(meal, #"{"photo":true}"#, by: person)
            let path = try Self.path(share)
            #expect(share["photo"] == .bool(true) && share["photoUrl"]?.string == "https://food.example\(path)/photo")
            #expect(try await gateway.client.get(path).header("content-type") == "image/png")
            let photo = try await gateway.client.get("\(path)/photo")
            #expect(photo.status == 200 && photo.header("content-type") == "image/jpeg")
            #expect(photo.header("cache-control") == "no-store")
            #expect(Data(photo.body).range(of: Data(SamplePhoto.secret.utf8)) == nil)
            // The orientation is the only metadata.
            #expect(
                try PhotoHeader(of: photo.body)
                    == PhotoHeader(
                        format: .jpeg, width: 320, height: 240, orientation: 6, focalLength: nil))
            #expect(try StrippedPhoto(photo.body).bytes == stripped.bytes)
            let listed = try await person.client.get("/v1/shares").json["items"]?.items ?? []
            for (made, showsPhoto) in [(plain, false), (share, true)] {
                #expect(listed.first { $0["id"] == made["id"] }?["photo"] == .bool(showsPhoto))
            }
            #expect(listed.allSatisfy { $0["photoUrl"] == nil })
            #expect(try await other.send("POST", "/v1/meals/\(meal)/share", #"{"photo":true}"#).status == 404)
            for guess in [meal, share["id"]?.string ?? "", String(repeating: "A", count: 43)] {
                #expect(try await gateway.client.get("/v1/shared/\(guess)/photo").status == 404, "\(guess)")
            }
            let second = try await Self.path(Self.share(meal, #"{"photo":true}"#, by: person))
            let own = "/v1/shares/\(share["id"]?.string ?? "")"
            #expect(try await person.client.send("DELETE", own).status == 204)
            #expect(try await gateway.client.get("\(path)/photo").status == 404)
            // The photo's retention ends before the link does: the picture stays, but no new link shows the photo.
            try await gateway.database.pool.execute("UPDATE photos SET since = \(gateway.clock.now() - 31 * 86_400)")
            try await Housekeeping(database: gateway.database, photos: gateway.archive, retention: .init()).run()
            #expect(try await gateway.client.get("\(second)/photo").status == 404)
            #expect(try await gateway.client.get(second).status == 200)
            let late = try await person.send("POST", "/v1/meals/\(meal)/share", #"{"photo":true}"#)
            #expect(late.status == 422 && late.pointers == ["/photo"])
        }
    }

    @Test("NUT-23: a shared photo ends with its meal")
    func photoEnds() async throws {
        try await Self.withGateway { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/meals", photo: try SamplePhoto.jpeg.bytes(), headers: ["prefer": "wait=10"])
            let meal = try #require(try answer.json["id"]?.string), day = try answer.json["day"]?.string ?? ""
            let path = try await Self.path(Self.share(meal, #"{"photo":true}"#, by: person))
            #expect(try await gateway.client.get("\(path)/photo").status == 200)
            let deleted = try await person.client.send("DELETE", "/v1/meals/\(meal)", headers: ["prefer": "wait=10"])
            #expect(deleted.status == 204)
            #expect(try await gateway.client.get("\(path)/photo").status == 404)
            let typed = try await Self.meal(of: person)
            for (subject, body) in [
                ("meals/\(typed)", #"{"photo":true}"#), ("meals/\(typed)", #"{"photo":"yes"}"#),
                ("days/\(day)", #"{"photo":true}"#),
            ] {
                let refused = try await person.send("POST", "/v1/\(subject)/share", body)
                #expect(refused.status == 422 && refused.pointers == ["/photo"], "\(subject) \(body)")
            }
            let none = try await Self.share(typed, #"{"photo":false}"#, by: person)
            #expect(none["photo"] == .bool(false))
        }
    }

    @Test("NUT-23, C16: a link is posted once to the user's chat room")
    func posts() async throws {
        try await Self.withGateway { gateway in
            let person = try await gateway.register()
            let meal = try await Self.meal(of: person)
            let none = try await person.send("POST", "/v1/meals/\(meal)/share", #"{"post":["discord"]}"#)
            #expect(none.status == 422 && none.pointers == ["/post/0"])
            #expect(try await person.client.get("/v1/shares").json["items"]?.items.isEmpty == true)
            let published = try await person.send(
                "PUT", "/v1/notification-preferences", #"{"chat":"https://chat.example.org/hook/1"}"#,
                headers: ["if-match": "\"0\""])
            #expect(published.status == 200)
            let other = try await person.send("POST", "/v1/meals/\(meal)/share", #"{"post":["facebook"]}"#)
            #expect(other.status == 422 && other.pointers == ["/post"])
            let share = try await Self.share(meal, #"{"post":["discord"]}"#, by: person)
            let discord = share["targets"]?.items.first { $0["platform"]?.string == "discord" }
            #expect(discord?["way"]?.string == "posted")
            let orders: [Event<PostShare>] = try await gateway.database.events()
            let command = try #require(orders.first).body
            #expect(orders.count == 1 && command.shareID.description == share["id"]?.string)
            let words = try await gateway.sealer.open(
                command.words, .shareWords(command.shareID, of: command.accountID))
            #expect(words == ShareWords(title: "Lunch", link: share["url"]?.string ?? ""))
        }
    }

    @Test("NUT-23: unsupported shares are rejected with a pointer to each fault")
    func refuses() async throws {
        try await Self.withGateway { gateway in
            let person = try await gateway.register()
            let meal = try await Self.meal(of: person)
            let wrong = try await person.send(
                "POST", "/v1/meals/\(meal)/share", #"{"expiresInDays":31,"nutrients":["joy"]}"#)
            #expect(wrong.status == 422 && wrong.pointers.sorted() == ["/expiresInDays", "/nutrients/0"])
            for body in [#"{"expiresInDays":0}"#, #"{"expiresInDays":1.5}"#, #"{"expiresInDays":"7"}"#] {
                let answer = try await person.send("POST", "/v1/meals/\(meal)/share", body)
                #expect(answer.status == 422 && answer.pointers == ["/expiresInDays"], "\(body)")
            }
        }
    }
}
