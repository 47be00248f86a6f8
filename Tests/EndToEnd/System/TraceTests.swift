import EventContracts
import Foundation
import Hexadecimal
import Kafka
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs.EndToEnd {
    @Suite("Tracing and plaintext", .timeLimit(.minutes(10)))
    struct TraceTests {
        @Test("tracing: one correlation id links request, topics and notice")
        func followsOneScan() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                let answer = try await person.postScan("Ingredients: milk.")
                let scan: TestPerson.Scan = try answer.expect(201)
                let correlation = try #require(answer.header("x-correlation-id").flatMap(UUID.init(uuidString:)))
                try await eventually("the notice") { try await person.notices().count == 1 }
                let attributes = try await TopicDump.read(stack.broker).compactMap { try? $0.attributes }
                let flow = attributes.filter { $0.correlationID == correlation }
                #expect(
                    Set(flow.map(\.type)) == [AssessLabelText.type, ScanAssessed.type, NoticeCreated.type],
                    "order, verdict, notice")
                #expect(flow.count == 3, "each once")
                #expect(Set(flow.map(\.key)) == [person.id.uuidString.lowercased()])
                #expect(flow.filter { $0.operationStatus == .succeeded }.map(\.type) == [ScanAssessed.type])
                #expect(flow.first { $0.type == ScanAssessed.type }?.subject == scan.id.uuidString.lowercased())
            }
        }

        @Test("GW-36, GW-49: user text appears in no topic, log or table")
        func nothingPersonal() async throws {
            let markers = (
                email: Markers.make(), text: Markers.make(), other: Markers.make(), cause: Markers.make(),
                notes: Markers.make(), password: Markers.make()
            )
            let all = [markers.email, markers.text, markers.other, markers.cause, markers.notes, markers.password]
            try await withBackbone { stack in
                let person = try await stack.gateway.register(
                    email: "\(markers.email)@example.org", password: markers.password)
                try await person.setProfile(.init(["milk"], otherIngredients: [markers.other]))
                let scan = try await person.scan("Ingredients: milk, \(markers.text), \(markers.other).")
                #expect(scan.text?.contains(markers.text) == true, "the person reads it")
                try await person.recordReaction(on: "2026-01-02", cause: markers.cause, notes: markers.notes)
                #expect(try await person.postScan("Ingredients: \(markers.text)", language: "xx").status == 422)
                try await eventually("the notice") { try await person.notices().count == 1 }

                let records = try await TopicDump.read(stack.broker)
                #expect(records.count >= 7)
                for record in records {
                    let bytes = (record.key ?? []) + (record.value ?? []) + record.headers.flatMap(\.value)
                    #expect(Markers.found(all, in: bytes).isEmpty, "topic \(record.topicPartition.topic)")
                }
                for service in stack.services {
                    let log = [UInt8](try Data(contentsOf: service.log))
                    #expect(!log.isEmpty)
                    #expect(Markers.found(all, in: log).isEmpty, "log of \(service.name)")
                }
                for (column, bytes) in try await Self.columns(of: stack) {
                    #expect(Markers.found(all, in: bytes).isEmpty, "column \(column)")
                }
            }
        }

        @Test("trace scan: a marker is found as text, base64 and hexadecimal")
        func findsMarkers() {
            let marker = Markers.make(), bytes = Array(marker.utf8)
            for before in 0..<3 {
                let text = [UInt8](repeating: UInt8(ascii: "x"), count: before) + bytes + Array("the rest".utf8)
                #expect(Markers.found([marker], in: text) == [marker])
                #expect(Markers.found([marker], in: Array(Data(text).base64EncodedString().utf8)) == [marker])
                let hexadecimal = text.hexadecimal
                #expect(Markers.found([marker], in: Array(hexadecimal.utf8)) == [marker])
            }
            #expect(Markers.found([marker], in: Array(Markers.make().utf8)).isEmpty)
        }

        /// All values in columns of text, bytes or JSON.
        private static func columns(of stack: TestStack) async throws -> [(name: String, bytes: [UInt8])] {
            let columns = try await stack.admin.query(
                """
                SELECT format('%I.%I', table_schema, table_name), quote_ident(column_name), data_type
                FROM information_schema.columns
                JOIN information_schema.tables USING (table_schema, table_name)
                WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
                    AND data_type IN ('text', 'bytea', 'json', 'jsonb', 'ARRAY', 'character varying', 'USER-DEFINED')
                """
            ).map { try $0.decode(String.self, String.self, String.self) }
            #expect(columns.count > 50)
            var all: [(name: String, bytes: [UInt8])] = []
            for (table, column, type) in columns {
                let value =
                    type == "bytea"
                    ? "string_agg(\(column), '\\x0a')" : "convert_to(string_agg(\(column)::text, chr(10)), 'UTF8')"
                let rows = try await stack.admin.query("SELECT coalesce(\(raw: value), '') FROM \(raw: table)")
                guard let row = rows.first else { continue }
                all.append(("\(table).\(column)", try row.decode([UInt8].self)))
            }
            return all
        }
    }
}
