import ArgumentParser
import EventContracts
import Foundation
import Hexadecimal
import Kafka
import ServiceRuntime

/// The command `fmctl dead-letters show`.
struct DeadLettersShowCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one dead letter in full; sealed values stay encrypted.")

    @Argument(help: "As listed, such as allergen:12.")
    var id: DeadLetterID

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let database = try OperatorDatabase(from: .process())
        let (letter, record) = try await database.withSchema(id.service) { pool in
            let store = DeadLetterStore(service: id.service, pool: pool)
            return (
                try await store.list(withParked: true).first { $0.id == id }, try await store.record(id.number)
            )
        }
        guard let letter, let record else { throw ControlFailure.problem("there is no dead letter \(id)") }
        let view = EventView(record)
        if output.isJSON {
            console.line(EventLine(paint: Paint(isOn: false)).json(view, data: view.sealedData))
            return .clean
        }
        let fields: [(String, String?)] = [
            ("id", id.description), ("state", letter.state.rawValue), ("reason", letter.reason),
            ("since", EventTime.format(letter.failedAt)), ("tries", String(letter.attempts)),
            ("replays", String(letter.replays)), ("behind it", String(letter.behind)),
            ("place", "\(letter.topic)[\(record.topicPartition.partition)]@\(record.offset)"), ("type", letter.type),
            ("key", letter.key), ("resource", letter.resource),
            ("correlation", letter.correlation?.text), ("fault", view.fault),
            ("data", view.sealedData?.line ?? "\(Figures.bytes(view.size)), not JSON"),
        ]
        for case (let name, let value?) in fields {
            console.line(console.paint(DisplayWidth.pad(name, to: 12), .bold) + value)
        }
        for header in record.headers {
            console.line(
                console.paint(DisplayWidth.pad("header", to: 12), .dim)
                    + "\(header.name): \(String(decoding: header.value.prefix(200), as: UTF8.self))")
        }
        return .clean
    }
}
