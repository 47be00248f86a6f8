import ArgumentParser
import EventContracts
import Foundation
import Kafka
import Sealing
import Testing

@testable import ControlService

@Suite("Tail: one event per line")
struct TailTests {
    private let account = AccountID.random(), scan = ScanID.random(), correlation = UUID()

    private func record(
        _ body: some EventBody, status: OperationStatus? = .succeeded, extra: [KafkaHeader] = []
    ) throws -> KafkaRecord {
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/allergen", type: type(of: body).type,
            time: try #require(EventTime.parse("2026-11-21T07:30:00.125Z")), subject: scan.description,
            key: account.description, sequence: 7, first: 1, epoch: 2, operationID: .random(), operationStatus: status,
            correlationID: correlation)
        let headers = EventHeaders.encode(attributes).map { KafkaHeader(name: $0.name, value: Array($0.value.utf8)) }
        return KafkaRecord(
            topicPartition: TopicPartition(topic: type(of: body).topic.name, partition: 3), offset: 42, timestamp: 5,
            key: Array(account.description.utf8), value: try EventCoding.encode(body), headers: headers + extra)
    }

    private func command(_ text: Sealed<String> = Sealed(bytes: [1, 2, 3, 4, 5, 6])) -> AssessLabelText {
        AssessLabelText(
            accountID: account, scanID: scan, text: text, language: "en", gtin: nil, profileVersion: 1,
            requestedAt: Date(timeIntervalSince1970: 0))
    }

    @Test("fmctl tail: a line has time, ids and status, but no sealed value")
    func line() throws {
        let view = EventView(try record(command()))
        let text = EventLine(paint: Paint(isOn: false)).text(view, data: view.sealedData)
        let begin =
            "07:30:00.125  allergen.commands.v1[3]@42  assess-label-text  key \(account.description.prefix(8))  "
            + "subject \(scan.description.prefix(8))  #7  succeeded  {"
        #expect(text.hasPrefix(begin), "\(text)")
        #expect(text.contains(#""text":"‹sealed, 6 bytes›""#))
    }

    @Test("fmctl tail: JSON has full ids")
    func json() throws {
        let view = EventView(try record(command()))
        let text = EventLine(paint: Paint(isOn: false)).json(view, data: view.sealedData)
        let object = try #require(JSONText(Array(text.utf8)))
        #expect(object.text(at: ["correlation"]) == correlation.uuidString.lowercased())
        #expect(object.text(at: ["subject"]) == scan.description)
        #expect(object.text(at: ["data", "scanID"]) == scan.description)
        #expect(text.contains(#""sequence":7"#))
    }

    @Test("fmctl tail: an invalid record is shown with its error and headers")
    func malformed() throws {
        let record = KafkaRecord(
            topicPartition: TopicPartition(topic: "t", partition: 0), offset: 0, timestamp: 0, key: [0xff],
            value: [0xff, 0xfe], headers: [KafkaHeader(name: "dl_reason", value: Array("poison".utf8))])
        let view = EventView(record)
        let text = EventLine(paint: Paint(isOn: false)).text(view, data: view.sealedData)
        #expect(text.contains("ce_specversion is missing"))
        #expect(text.contains("dl_reason=poison"))
        #expect(text.contains("2 B, not JSON"))
    }

    @Test("fmctl tail: filters by account, resource, type and id prefix")
    func filter() throws {
        let view = EventView(try record(command()))
        let ids = (account.description, scan.description, correlation.uuidString)
        func admits(
            account: String? = nil, resource: String? = nil, correlation: String? = nil, types: [String] = []
        ) throws -> Bool {
            try EventFilter(account: account, resource: resource, correlation: correlation, types: types).admits(view)
        }
        #expect(try admits())
        #expect(try admits(account: ids.0, resource: ids.1, correlation: ids.2))
        #expect(try admits(account: String(ids.0.prefix(8)).uppercased(), resource: String(ids.1.prefix(9))))
        #expect(try !admits(account: ids.1))
        #expect(try !admits(resource: ids.0))
        #expect(try !admits(correlation: ids.0))
        #expect(try admits(types: ["scan-assessed", "AssessLabelText"]))
        #expect(try admits(types: [AssessLabelText.type.name]))
        #expect(try !admits(types: ["scan-assessed"]))
        #expect(throws: ControlFailure.self) { try admits(account: "abc") }
    }

    @Test("fmctl tail: sealed values are decrypted, or show the reason")
    func open() async throws {
        let keys = MemoryKeyRing()
        try await keys.createKey(for: account.uuid)
        let sealer = Sealer(keyRing: keys)
        let context = SealingContext.scanText(scan, of: account)
        let sealed = try await sealer.seal("oats, milk", context)
        let view = EventView(try record(command(sealed)))
        let opened = try #require(await view.openedData(with: sealer))
        #expect(opened.text(at: ["text"]) == "oats, milk")
        try await keys.destroyKey(for: account.uuid)
        let erased = try #require(await view.openedData(with: sealer))
        #expect(erased.text(at: ["text"])?.contains("was erased") == true)
        let tampered = EventView(try record(command(Sealed(bytes: [9]))))
        #expect(await tampered.openedData(with: sealer)?.text(at: ["text"])?.hasPrefix("‹") == true)
    }

    @Test("fmctl tail: nested sealed values are found")
    func nested() throws {
        let notice = Notice(
            accountID: account, noticeID: .random(), version: 1, kind: .scanAssessed, causeID: scan.description,
            urgency: .alert, text: Sealed(bytes: [1, 2, 3]), createdAt: Date(), readAt: nil, deletedAt: nil)
        let view = EventView(try record(NoticeCreated(notice: notice), status: nil))
        #expect(view.sealedData?.text(at: ["notice", "text"]) == "‹sealed, 3 bytes›")
    }

    @Test("fmctl tail: a topic without a service is a usage error")
    func unknownTopic() throws {
        let error = #expect(throws: (any Error).self) {
            try TailCommand.parse(["no.such.topic.v1", Topic.allergenCommands.name, "another"])
        }
        let refused = try #require(error)
        #expect(TailCommand.message(for: refused) == "no topic another, no.such.topic.v1; see fmctl topics list")
        #expect(TailCommand.exitCode(for: refused) == .validationFailure)
        #expect(try TailCommand.parse([Topic.allergenCommands.name]).topics == [Topic.allergenCommands.name])
    }

    @Test("fmctl tail: newest records of all partitions are ordered by time")
    func newest() {
        func record(_ partition: Int32, _ offset: Int64, at time: Int64) -> KafkaRecord {
            KafkaRecord(
                topicPartition: TopicPartition(topic: "t", partition: partition), offset: offset, timestamp: time,
                key: nil, value: nil, headers: [])
        }
        let records = [record(1, 5, at: 30), record(0, 9, at: 10), record(0, 10, at: 30), record(1, 4, at: 20)]
        let newest = Tail.newest(3, of: records)
        #expect(newest.map(\.offset) == [4, 10, 5])
    }
}
