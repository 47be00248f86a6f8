import Crypto
import EventContracts
import Foundation
import IngestionCore
import IngestionGovernance
import IngestionService
import Messaging
import Photos
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Account erasure through the API") struct ErasureTests {
    private func erase(_ person: Person, now: Bool = false) async throws -> JSONValue {
        let answer = try await person.send(
            "DELETE", "/v1/account", #"{"currentPassword":"\#(person.password)","now":\#(now)}"#)
        guard answer.status == 202 else { throw Unexpected(answer) }
        return try answer.json
    }

    private func receipt(_ erasure: JSONValue, _ gateway: TestGateway) async throws -> JSONValue {
        let link = try #require(erasure["link"]?.string)
        let answer = try await gateway.client.get("/v1/erasures/\(link.split(separator: "/").last ?? "")")
        guard answer.status == 200 else { throw Unexpected(answer) }
        return try answer.json
    }

    /// The gateway's own tables that contain the account in any column.
    private func traces(of account: AccountID, _ gateway: TestGateway) async throws -> Set<String> {
        let pool = gateway.database.pool
        let tables = try await pool.query(
            """
            SELECT table_name::text FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
            """
        ).map { try $0.decode(String.self) }
        var found: Set<String> = []
        for table in tables {
            let text = account.description, hex = text.filter { $0 != "-" }
            let rows = try await pool.query(
                """
                SELECT count(*) FROM \(identifier: table) AS r
                WHERE r::text LIKE \("%\(text)%") OR r::text LIKE \("%\(hex)%")
                """)
            if try rows[0].decode(Int64.self) > 0 { found.insert(table) }
        }
        return found
    }

    @Test("GW-19, C8: before erasure a person can read and cancel, nothing else")
    func thinksItOver() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), phone = try await gateway.signIn(person)
            let wrong = try await person.send("DELETE", "/v1/account", #"{"currentPassword":"not the password"}"#)
            #expect(wrong.status == 422 && wrong.pointers == ["/currentPassword"])
            #expect(try await person.client.send("DELETE", "/v1/account").status == 415)
            #expect(try await person.client.get("/v1/account").json["status"]?.string == "active")
            let erasure = try await erase(person)
            #expect(erasure["state"]?.string == "scheduled" && erasure["erasedAt"] == nil)
            for session in [person, phone] {
                #expect(try await session.client.get("/v1/account").problem == "session-ended")
            }
            let back = try await gateway.signIn(person)
            let account = try await back.client.get("/v1/account")
            #expect(try account.json["status"]?.string == "erasing")
            #expect(try account.json["erasedAt"]?.string == erasure["dueAt"]?.string)
            for (method, path) in [
                ("GET", "/v1/meals"), ("GET", "/v1/sessions"), ("GET", "/v1/events"), ("DELETE", "/v1/account"),
                ("POST", "/v1/label-scans"), ("PATCH", "/v1/account"),
            ] {
                let refused = try await back.send(method, path, #"{}"#)
                #expect(refused.status == 403 && refused.problem == "account-erasing", "\(method) \(path)")
            }
            #expect(try await receipt(erasure, gateway)["state"]?.string == "scheduled")
            let restored = try await back.client.send("POST", "/v1/account/restore")
            #expect(try restored.status == 200 && restored.json["status"]?.string == "active")
            #expect(try await receipt(erasure, gateway)["state"]?.string == "withdrawn")
            #expect(try await back.client.get("/v1/meals").status == 200)
            #expect(try await back.client.send("POST", "/v1/account/restore").problem == "conflict")
            // Another account is due by then: once it is erased, the job has run.
            let other = try await gateway.register()
            _ = try await erase(other)
            gateway.clock.advance(by: .seconds(8 * 86_400))
            try await eventually("the job has run") {
                try await gateway.database.events(AccountErased.self).map(\.body.accountID) == [other.account]
            }
            #expect(try await gateway.database.pool.query("SELECT FROM accounts").count == 1, "it stays")
        }
    }

    @Test("GW-19: erasure: the mail goes to the account's address only")
    func mail() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("anna@example.com")
            let erasure = try await erase(person)
            let mails = try await gateway.database.pool.query(
                "SELECT body FROM outbox WHERE type = \(AccountMailRequested.type.name)"
            ).map { try EventCoding.decode(AccountMailRequested.self, from: try $0.decode([UInt8].self)) }
                .filter { $0.kind == .erasureScheduled }
            let mail = try #require(mails.first)
            #expect(mails.count == 1 && mail.accountID == person.account)
            let parameters = try await gateway.sealer.open(
                mail.parameters, .accountMailParameters(mail.mailID, of: person.account))
            #expect(parameters == AccountMailParameters(to: "anna@example.com"))
            #expect(EventTime.format(mail.expiresAt) == erasure["dueAt"]?.string)
        }
    }

    @Test("GW-19, C8: a due erasure removes the account's key, rows and photos")
    func erases() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("anna@example.com"), other = try await gateway.register()
            _ = try await person.scan()
            _ = try await other.scan()
            let photo = try await person.send(
                "POST", "/v1/photos", photo: SamplePhoto.jpeg.bytes(), headers: ["idempotency-key": "one"])
            #expect(photo.status == 201)
            let object = try await gateway.database.pool.query("SELECT object_id FROM photos")[0].decode(UUID.self)
            var pictures = SmallPictures()
            pictures.add([1, 2, 3], of: .thumbnail)
            try await gateway.photos.put(pictures, of: PhotoKey(account: person.account, id: object))
            let body = #"{"name":"Anna","username":"anna","currentPassword":"\#(person.password)"}"#
            #expect(try await person.send("PATCH", "/v1/account", body).status == 200)
            let files = try FileManager.default.subpathsOfDirectory(atPath: gateway.photoRoot)
            #expect(files.contains { $0.contains(person.account.description) })
            #expect(try await traces(of: person.account, gateway).contains("accounts"))
            let erasure = try await erase(person)
            gateway.clock.advance(by: .seconds(7 * 86_400 + 1))
            try await eventually("it is logged") {
                try await gateway.database.pool.query(
                    "SELECT FROM outbox WHERE type = \(AccountErased.type.name)"
                ).count == 1
            }
            await #expect(throws: SealingError.erased(account: person.account.uuid)) {
                try await gateway.sealer.requireKey(for: person.account.uuid)
            }
            // Random ids remain in numbered outbox rows and in the signed erasure receipt, but no data of the gateway
            // itself.
            try await eventually("only the permitted data remains") {
                try await traces(of: person.account, gateway).subtracting([
                    "outbox", "outbox_keys", "consumed", "erased_accounts", "erasures", "audit_entries",
                ]).isEmpty
            }
            let left = try FileManager.default.subpathsOfDirectory(atPath: gateway.photoRoot)
            #expect(
                !left.contains { $0.contains(person.account.description) && !$0.hasSuffix(person.account.description) })
            #expect(try await receipt(erasure, gateway)["state"]?.string == "erasing")
            #expect(
                try await gateway.client.send(
                    "POST", "/v1/sessions",
                    json: [
                        "email": person.email, "password": person.password,
                    ]
                ).status == 401)
            let again = try await gateway.register("anna@example.com")
            #expect(again.account != person.account)
            let others = try await gateway.signIn(other).client.get("/v1/label-scans")
            #expect(try others.json["items"]?.items.count == 1)
        }
    }

    /// Delivers a service's report about an erased account.
    private func deliver<Body: ErasureReportBody>(_ report: Body, to gateway: TestGateway) async throws {
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: Body.type, time: Date(), subject: nil,
            key: report.accountID.description, correlationID: UUID())
        try await gateway.database.write(.event(attributes, consumer: "ingestion")) { transaction in
            try await ErasureReportProjection(Body.self).handle(
                Event(attributes: attributes, body: report), in: transaction)
        }
    }

    @Test("GW-19, OPS-14: the receipt is signed after all services' reports")
    func reports() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let erasure = try await erase(person, now: true)
            let id = try #require(erasure["id"]?.string.flatMap(ErasureID.init(text:)))
            #expect(try await gateway.database.pool.query("SELECT FROM accounts").isEmpty, "at once")
            let before = try await receipt(erasure, gateway)
            #expect(before["state"]?.string == "erasing" && before["proof"] == nil)
            #expect(before["services"]?.items.map { $0["service"]?.string } == ["ingestion"])
            func report<Body: ErasureReportBody>(_ type: Body.Type, _ count: Int) async throws {
                try await deliver(
                    Body(accountID: person.account, erasureID: id, deleted: ["things": count], erasedAt: Date()),
                    to: gateway)
            }
            try await report(VisionDataErased.self, 1)
            try await report(NutritionDataErased.self, 2)
            try await report(AllergenDataErased.self, 3)
            try await report(NotificationDataErased.self, 4)
            try await report(SpendingDataErased.self, 5)
            // Repeated: the first counts, and nothing is complete too early.
            try await report(SpendingDataErased.self, 0)
            #expect(try await receipt(erasure, gateway)["completedAt"] == nil)
            try await report(BillingDataErased.self, 6)
            let complete = try await receipt(erasure, gateway)
            #expect(complete["state"]?.string == "complete" && complete["completedAt"] != nil)
            #expect(complete["link"] == nil, "told once")
            let spending = complete["services"]?.items.first { $0["service"]?.string == "spending" }
            #expect(spending?["deleted"]?["things"]?.number == 5)

            let parts = try #require(complete["proof"]?.string).split(separator: ".").map(String.init)
            let key = try P256.Signing.PublicKey(
                rawRepresentation: ["x", "y"].flatMap { Base64URL.decode(complete["key"]?[$0]?.string ?? "") ?? [] })
            #expect(key.rawRepresentation == TestGateway.signingKey.publicKey.rawRepresentation)
            let signature = try P256.Signing.ECDSASignature(
                rawRepresentation: #require(Base64URL.decode(parts[2])))
            #expect(key.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8)))
            // The receipt's key has a fixed address that forged receipts cannot change.
            let header = try JSONReader.read(#require(Base64URL.decode(parts[0])))
            let old = P256.Signing.PrivateKey().publicKey
            try await gateway.database.pool.execute(
                """
                INSERT INTO erasure_keys (key_id, public_key, since)
                VALUES (\(AccessTokens.keyID(of: old)), \(Array(old.x963Representation)),
                    \(gateway.clock.now().addingTimeInterval(-86_400)))
                """)
            let listed = try await gateway.client.get("/v1/erasure-keys").json["keys"]?.items ?? []
            #expect(listed.map { $0["kid"]?.string } == [header["kid"]?.string, AccessTokens.keyID(of: old)])
            #expect(listed.first?["x"]?.string == complete["key"]?["x"]?.string)
            let claims = try JSONReader.read(#require(Base64URL.decode(parts[1])))
            #expect(claims["aud"]?.items.first?.string ?? claims["aud"]?.string == "foodmagic-erasure")
            #expect(claims["deleted"]?["nutrition"]?["things"]?.number == 2)
            var thief = gateway.client
            thief.headers["authorization"] = "Bearer \(parts.joined(separator: "."))"
            #expect(try await thief.get("/v1/account").status == 401, "a receipt opens nothing")
            for token in ["x", Base64URL.encode([UInt8](repeating: 1, count: 32)), id.description] {
                #expect(try await gateway.client.get("/v1/erasures/\(token)").status == 404)
            }
        }
    }

    @Test("GW-19: erasure list: covers every table with an account id")
    func listed() async throws {
        try await HandlerBench.with(service: "ingestion", migrations: try IngestionMigrations.all()) { bench in
            let missing = try await IngestionErasure.list.missing(in: bench.database.pool)
            #expect(missing == [])
        }
    }
}
