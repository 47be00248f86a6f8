import EventContracts
import Foundation
import IngestionAccounts
import IngestionCore
import IngestionGovernance
import IngestionService
import Logging
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Data export through the API") struct ExportTests {
    func ask(_ person: Person, headers: [String: String] = [:]) async throws -> TestHTTPClient.Answer {
        try await person.send(
            "POST", "/v1/export", #"{"currentPassword":"\#(person.password)"}"#, headers: headers)
    }

    func asked(_ person: Person) async throws -> ExportID {
        let answer = try await ask(person)
        guard answer.status == 202 else { throw Unexpected(answer) }
        return try #require(try answer.json["id"]?.string.flatMap(ExportID.init(text:)))
    }

    func state(_ export: ExportID, _ person: Person) async throws -> JSONValue {
        let answer = try await person.client.get("/v1/exports/\(export)")
        guard answer.status == 200 else { throw Unexpected(answer) }
        return try answer.json
    }

    /// Plays a service that sends a part, as its consumer would receive it.
    func publish<Service: ExportingService>(
        _ service: Service.Type, _ export: ExportID, of account: AccountID, part: Int = 1, parts: Int = 1,
        rows lines: String? = nil, _ gateway: TestGateway
    ) async throws {
        var content: Sealed<ExportedRows>?
        if let lines {
            content = try await gateway.sealer.seal(
                ExportedRows(table: "things", lines: lines), .exportRows(export, of: account))
        }
        let body = DataExported<Service>(
            accountID: account, exportID: export, part: part, parts: parts, content: content)
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: DataExported<Service>.type, time: gateway.clock.now(),
            subject: nil, key: account.description, correlationID: UUID())
        try await gateway.database.write(.event(attributes, consumer: "ingestion")) { transaction in
            try await ExportedDataProjection(service).handle(
                Event(attributes: attributes, body: body), in: transaction)
        }
    }

    /// Publishes, for every service except the named ones, that it has no data.
    func tellNothing(
        _ export: ExportID, of account: AccountID, but left: Set<String> = [], _ gateway: TestGateway
    ) async throws {
        func publish<Service: ExportingService>(_ service: Service.Type) async throws {
            guard !left.contains(Service.name) else { return }
            try await self.publish(service, export, of: account, gateway)
        }
        try await publish(Exporting.Vision.self)
        try await publish(Exporting.Nutrition.self)
        try await publish(Exporting.Allergen.self)
        try await publish(Exporting.Notification.self)
        try await publish(Exporting.Spending.self)
        try await publish(Exporting.Billing.self)
    }

    func ready(_ export: ExportID, _ person: Person) async throws {
        // At most as often as the rate limit allows.
        try await eventually("it is ready", every: .milliseconds(200)) {
            try await state(export, person)["state"]?.string == "ready"
        }
    }

    /// The names and contents of a ZIP file, read by another implementation.
    func unpack(_ bytes: [UInt8]) async throws -> [String: String] {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "all.zip")
            try Data(bytes).write(to: file)
            let process = Process(), pipe = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                "python3", "-c",
                """
                import sys, zipfile, json
                z = zipfile.ZipFile(sys.argv[1])
                assert z.testzip() is None
                names = [i.filename for i in z.infolist()]
                assert len(names) == len(set(names)), names
                print(json.dumps({n: z.read(n).decode('latin-1' if n[:6] in ('photos', 'depths') else 'utf-8')
                    for n in names}))
                """, file.path(),
            ]
            process.standardOutput = pipe
            try process.run()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try JSONDecoder().decode([String: String].self, from: output)
        }
    }

    @Test("GW-22: an export needs the password, one at a time, three a day")
    func asking() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), thief = try await gateway.register()
            let wrong = try await thief.send("POST", "/v1/export", #"{"currentPassword":"not the password"}"#)
            #expect(wrong.status == 422 && wrong.pointers == ["/currentPassword"])
            #expect(try await person.send("POST", "/v1/export", "{}").pointers == ["/currentPassword"])
            #expect(try await gateway.client.send("POST", "/v1/export", json: ["currentPassword": "x"]).status == 401)
            for round in 1...3 {
                let first = try await ask(person, headers: ["idempotency-key": "\(round)"])
                #expect(try first.status == 202 && first.json["state"]?.string == "pending")
                let again = try await ask(person, headers: ["idempotency-key": "\(round)"])
                #expect(again.status == 202 && again.body == first.body)
                let second = try await ask(person)
                if round < 3 { #expect(second.status == 409 && second.problem == "conflict") }
                let export = try #require(try first.json["id"]?.string.flatMap(ExportID.init(text:)))
                try await tellNothing(export, of: person.account, gateway)
                try await ready(export, person)
            }
            let fourth = try await ask(person)
            #expect(fourth.status == 429 && fourth.header("retry-after") != nil)
            gateway.clock.advance(by: .seconds(86_401))
            let back = try await gateway.signIn(person)
            #expect(try await ask(back).status == 202)
            let asked = try await gateway.database.pool.query(
                "SELECT FROM audit_entries WHERE action = 'export-asked' AND category = 'security'")
            #expect(asked.count == 4)
            let said = try await gateway.database.pool.query(
                "SELECT FROM outbox WHERE type = \(ExportRequested.type.name)")
            #expect(said.count == 4)
        }
    }

    @Test("GW-22, GW-49: export with a second factor needs a code, valid once")
    func secondFactor() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let added = try await person.send(
                "POST", "/v1/account/totp", #"{"currentPassword":"\#(person.password)"}"#)
            let uri = try #require(try added.json["uri"]?.string)
            let stored = try await gateway.database.pool.query("SELECT secret_sealed FROM second_factors")
            let secret = try await gateway.sealer.open(
                bytes: try #require(stored.first).decode("secret_sealed", as: [UInt8].self),
                SealingContext(
                    account: person.account.uuid, field: "account.second-factor",
                    resource: person.account.description))
            #expect(uri.hasPrefix("otpauth://"))
            func code() -> String { TOTP.code(secret, step: TOTP.step(at: gateway.clock.now())) }
            #expect(
                try await person.send("POST", "/v1/account/totp/confirm", #"{"code":"\#(code())"}"#).status == 200)
            gateway.clock.advance(by: .seconds(60))
            let without = try await self.ask(person)
            #expect(without.status == 422 && without.pointers == ["/code"])
            func ask(_ code: String) async throws -> TestHTTPClient.Answer {
                try await person.send(
                    "POST", "/v1/export", #"{"currentPassword":"\#(person.password)","code":"\#(code)"}"#)
            }
            gateway.clock.advance(by: .seconds(60))
            let answer = try await eventually("the pause after a wrong code is over") {
                () -> TestHTTPClient.Answer? in
                let answer = try await ask(code())
                return answer.status == 429 ? nil : answer
            }
            #expect(answer.status == 202, "\(answer.text)")
            #expect(try await ask(code()).status == 422, "used")
        }
    }

    @Test("GW-22: export: becomes ready once, after its last part")
    func parts() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let export = try await asked(person)
            let waiting = try await person.client.get("/v1/exports/\(export)/content")
            #expect(waiting.status == 409)
            try await tellNothing(export, of: person.account, but: ["nutrition"], gateway)
            try await publish(
                Exporting.Nutrition.self, export, of: person.account, part: 2, parts: 2, rows: "{\"n\": 2}\n", gateway)
            for _ in 0..<2 {
                try await publish(
                    Exporting.Nutrition.self, export, of: person.account, part: 2, parts: 2, rows: "{\"n\": 3}\n",
                    gateway)
            }
            try await eventually(
                "the gateway has reported its own part", every: .milliseconds(200)
            ) {
                try await state(export, person)["missing"]?.items.compactMap(\.string) == ["nutrition"]
            }
            #expect(try await state(export, person)["state"]?.string == "pending")
            // Parts of another person's export, and of an unknown one, are ignored.
            try await publish(
                Exporting.Nutrition.self, export, of: other.account, part: 1, parts: 2, rows: "{}\n", gateway)
            try await publish(Exporting.Nutrition.self, .random(), of: person.account, rows: "{}\n", gateway)
            #expect(try await state(export, person)["state"]?.string == "pending")
            try await publish(
                Exporting.Nutrition.self, export, of: person.account, part: 1, parts: 2, rows: "{\"n\": 1}\n", gateway)
            #expect(try await state(export, person)["state"]?.string == "ready")
            try await publish(
                Exporting.Nutrition.self, export, of: person.account, part: 1, parts: 2, rows: "{\"n\": 4}\n", gateway)
            let said = try await gateway.database.pool.query(
                "SELECT body FROM outbox WHERE type = \(ExportReady.type.name)")
            #expect(said.count == 1)
            let files = try await unpack(try await person.client.get("/v1/exports/\(export)/content").body)
            #expect(files["services/nutrition/things.jsonl"] == "{\"n\": 1}\n{\"n\": 2}\n")
            #expect(files["README.txt"]?.contains("Every service has answered.") == true)
            for path in ["/v1/exports/\(export)", "/v1/exports/\(export)/content"] {
                #expect(try await other.client.get(path).status == 404)
                #expect(try await gateway.client.get(path).status == 401)
            }
        }
    }

    @Test(
        "GW-22: after an hour an export lists missing services")
    func missing() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), export = try await asked(person)
            try await tellNothing(export, of: person.account, but: ["billing", "vision"], gateway)
            try await eventually(
                "the gateway has reported its own part", every: .milliseconds(200)
            ) {
                try await state(export, person)["missing"]?.items.compactMap(\.string) == ["vision", "billing"]
            }
            gateway.clock.advance(by: .seconds(3_601))
            let back = try await gateway.signIn(person)
            try await ready(export, back)
            #expect(try await state(export, back)["missing"]?.items.compactMap(\.string) == ["vision", "billing"])
            let files = try await unpack(try await back.client.get("/v1/exports/\(export)/content").body)
            #expect(files["README.txt"]?.contains("have not answered: vision, billing") == true)
            try await publish(Exporting.Billing.self, export, of: person.account, rows: "{\"late\": 1}\n", gateway)
            let later = try await unpack(try await back.client.get("/v1/exports/\(export)/content").body)
            #expect(later["services/billing/things.jsonl"] == "{\"late\": 1}\n")
            #expect(
                try await gateway.database.pool.query("SELECT FROM outbox WHERE type = \(ExportReady.type.name)").count
                    == 1)
        }
    }

    @Test("GW-22: only sessions begun after the request can download")
    func fetching() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), phone = try await gateway.signIn(person)
            gateway.clock.advance(by: .seconds(1))
            let export = try await asked(person)
            try await tellNothing(export, of: person.account, gateway)
            try await ready(export, person)
            let path = "/v1/exports/\(export)/content"
            let stolen = try await phone.client.get(path)
            #expect(stolen.status == 403 && stolen.problem == "forbidden")
            gateway.clock.advance(by: .seconds(1))
            let later = try await gateway.signIn(person)
            for client in [person.client, later.client] {
                let answer = try await client.get(path)
                #expect(answer.status == 200 && answer.header("content-type") == "application/zip")
                #expect(answer.header("content-disposition")?.hasPrefix("attachment; filename=\"food-magic-") == true)
                #expect(answer.header("cache-control") == "no-store")
            }
            let fetched = try await gateway.database.pool.query(
                "SELECT FROM audit_entries WHERE action = 'export-fetched' AND resource = \(export.description)")
            #expect(fetched.count == 2)
        }
    }

    @Test("GW-22, VIS-05: depth maps are exported as sent, with their meal")
    func depths() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let depth = (0..<24).map { UInt8($0) }
            let camera = """
                {"intrinsics":{"fx":411,"fy":411,"cx":160,"cy":120,"width":320,"height":240},\
                "depth":{"width":4,"height":3,"encoding":"uint16","unit":0.001}}
                """
            func part(_ name: String, _ type: String, _ content: [UInt8]) -> [UInt8] {
                let head = "--edge\r\ncontent-disposition: form-data; name=\"\(name)\"\r\ncontent-type: \(type)"
                return Array("\(head)\r\n\r\n".utf8) + content + Array("\r\n".utf8)
            }
            let form =
                part("camera", "application/json", Array(camera.utf8))
                + part("depth", "application/octet-stream", depth)
                + part("photo", "image/jpeg", try SamplePhoto.jpeg.bytes()) + Array("--edge--\r\n".utf8)
            let answer = try await person.send(
                "POST", "/v1/meals", photo: form, type: "multipart/form-data; boundary=edge",
                headers: ["prefer": "wait=10"])
            #expect(answer.status == 201, "\(answer.text)")
            let meal = try #require(try answer.json["id"]?.string)
            let map = try #require(gateway.neighbors.mealPhotoOrders.first?.depth)
            let export = try await asked(person), others = try await asked(other)
            for (export, account) in [(export, person.account), (others, other.account)] {
                try await tellNothing(export, of: account, gateway)
            }
            try await ready(export, person)
            try await ready(others, other)
            let files = try await unpack(try await person.client.get("/v1/exports/\(export)/content").body)
            let name = "\(map.key.id.uuidString.lowercased()).depth"
            #expect(files["depths/\(name)"].map { Array($0.unicodeScalars.map(\.value)) } == (0..<24).map(UInt32.init))
            #expect(files["depths/index.csv"] == "meal,file,width,height,bytes\r\n\(meal),\(name),4,3,24\r\n")
            #expect(files.keys.filter { $0.hasPrefix("photos/") }.count == 1, "shown as no photo")
            let none = try await unpack(try await other.client.get("/v1/exports/\(others)/content").body)
            #expect(!none.keys.contains { $0.hasPrefix("depths/") })
            // A photo missing in the store is reported and does not stop the rest.
            try await gateway.photos.remove(map.key)
            let rest = try await unpack(try await person.client.get("/v1/exports/\(export)/content").body)
            #expect(rest["depths/\(name)"] == nil)
            #expect(rest["depths/index.csv"] == "meal,file,width,height,bytes\r\n\(meal),,4,3,24\r\n")
        }
    }

    @Test("GW-22: the export has all data of the person, without secrets")
    func contents() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("anna@example.com")
            let change = #"{"name":"=Anna","username":"anna","locale":"fr-CA","currentPassword":"\#(person.password)"}"#
            #expect(try await person.send("PATCH", "/v1/account", change).status == 200)
            _ = try await person.scan("Ingredients: milk, sucre d’érable")
            let photo = try SamplePhoto.jpeg.bytes()
            #expect(try await person.send("POST", "/v1/photos", photo: photo).status == 201)
            let meal = #"{"name":"Soupe \"du jour\", chaude","items":[{"name":"Pain","grams":50,"energyKcal":120}]}"#
            #expect(try await person.send("POST", "/v1/meals", meal, headers: ["prefer": "wait=10"]).status == 201)
            let receipt = #"""
                {"merchant":"Épicerie","purchasedAt":"2026-01-14","items":[{"name":"Lait",
                "amount":{"amount":"3.50","currency":"CAD"}}],"total":{"amount":"3.50","currency":"CAD"}}
                """#
            #expect(
                try await person.send("POST", "/v1/receipts", receipt, headers: ["prefer": "wait=10"]).status == 201)
            let export = try await asked(person)
            try await tellNothing(export, of: person.account, gateway)
            try await ready(export, person)
            let stored = try await gateway.database.pool.query(
                "SELECT content FROM export_parts WHERE content IS NOT NULL")
            #expect(!stored.isEmpty)
            for row in stored {
                let bytes = try row.decode("content", as: [UInt8].self), text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("anna") && !text.contains("accounts"))
            }
            let files = try await unpack(try await person.client.get("/v1/exports/\(export)/content").body)
            #expect(files["README.txt"]?.contains("Vos données Food Magic") == true)
            #expect(files["account/accounts.json"]?.contains("anna@example.com") == true)
            #expect(files["account/accounts.csv"]?.contains("'=Anna") == true, "no formula")
            #expect(files["account/sessions.json"] != nil && files["account/consents.csv"] != nil)
            #expect(files["records/label-scans.json"]?.contains("sucre d’érable") == true)
            #expect(files["records/label-scans.csv"]?.contains("milk") == true)
            #expect(files["records/meals.json"]?.contains(#"Soupe \"du jour\", chaude"#) == true)
            #expect(files["records/meals.csv"]?.contains("\"Soupe \"\"du jour\"\", chaude\"") == true)
            #expect(files["records/meal-items.csv"]?.contains("Pain") == true)
            #expect(files["records/receipts.csv"]?.contains("Épicerie") == true)
            #expect(files["records/receipt-items.csv"]?.contains("Lait") == true)
            for (name, text) in files where name.hasSuffix(".json") {
                _ = try JSONReader.read(Array(text.utf8))
            }
            let photos = files.filter { $0.key.hasPrefix("photos/") }
            #expect(photos.count == 1 && photos.keys.first?.hasSuffix(".jpeg") == true)
            let all = files.values.joined()
            #expect(!all.contains("argon2id") && !all.contains("\\\\x"))
            #expect(!all.contains("could not be opened"))

            gateway.clock.advance(by: .seconds(7 * 86_400))
            let back = try await gateway.signIn(person)
            #expect(try await state(export, back)["state"]?.string == "expired")
            #expect(try await back.client.get("/v1/exports/\(export)/content").status == 404)
            try await eventually("the parts are gone") {
                try await gateway.database.pool.query("SELECT FROM export_parts").isEmpty
            }
            gateway.clock.advance(by: .seconds(30 * 86_400 + 1))
            try await eventually("and that there was one") {
                try await gateway.database.pool.query("SELECT FROM exports").isEmpty
            }
        }
    }
}
