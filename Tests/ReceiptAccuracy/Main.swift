import Foundation
import Quantities
import ReceiptReading

/// Parses receipts with a known print, and prints the results: one JSON object a line for each line of input.
///
/// `deploy/accuracy receipts` scores the output. A line of input is the output of `vision-evaluation receipts`, with
/// `"today"` if the day of upload is known. Arguments: none, `rows` to see the rows instead, or `parts` to parse each
/// print as two overlapping photos. `products FILE` measures `ProductRun` instead.
@main
enum Main {
    private struct Print: Decodable {
        struct Line: Decodable {
            let text: String
            let quad: [Double]
            let confidence: Double?
            let positions: [Double]?
        }

        let file: String
        let lines: [Line]
        let today: String?
    }

    private struct Reading: Encodable {
        struct Item: Encodable {
            let name: String
            let quantity: Double
            let unit: String?
            let unitPrice: Int64?
            let amount: Int64
            let discount: Int64
            let deposit: Int64
            let taxCode: String?
        }

        struct Charge: Encodable {
            let kind: String
            let label: String
            let amount: Int64
            let isIncluded: Bool
        }

        let file: String
        let merchant: String?
        let country: String?
        let day: String?
        let time: String?
        let currency: String?
        let items: [Item]
        let discounts: [Int64]
        let charges: [Charge]
        let subtotal: Int64?
        let total: Int64?
        let change: Int64?
        let tenders: [Charge]
        let loyalty: [String]
        let advice: [String]
        let isBalanced: Bool?
        let difference: Int64?
        /// Time of parsing alone.
        let seconds: Double
    }

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "products", arguments.count == 2 {
            Swift.print(try ProductRun.table(arguments[2]))
            return
        }
        let showsRows = arguments.first == "rows", isDivided = arguments.first == "parts"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        while let line = readLine() {
            let print = try JSONDecoder().decode(Print.self, from: Data(line.utf8))
            let lines = print.lines.map { line in
                PrintedLine(
                    line.text,
                    corners: stride(from: 0, to: 8, by: 2).map { PicturePoint(x: line.quad[$0], y: line.quad[$0 + 1]) },
                    confidence: line.confidence ?? 1, positions: line.positions ?? [])
            }
            let start = ContinuousClock.now
            let context = ReceiptContext(today: print.today.flatMap { CalendarDay($0) })
            let receipt = ReceiptParser(context).parse(isDivided ? parts(of: lines) : [lines])
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            if showsRows { Swift.print("== \(print.file)", receipt.rows.joined(separator: "\n"), separator: "\n") }
            let reading = reading(of: receipt, file: print.file, seconds: seconds)
            Swift.print(String(decoding: try encoder.encode(reading), as: UTF8.self))
        }
    }

    /// The upper and the lower 60 % of a print, the lower one as photographed from a greater distance.
    private static func parts(of lines: [PrintedLine]) -> [[PrintedLine]] {
        let heights = lines.map { line in line.corners.reduce(0.0) { $0 + $1.y } / 4 }
        guard let top = heights.min(), let bottom = heights.max() else { return [lines] }
        let upper = lines.indices.filter { heights[$0] <= top + 0.6 * (bottom - top) }
        let lower = lines.indices.filter { heights[$0] >= top + 0.4 * (bottom - top) }
        let distant = lower.map { place in
            var line = lines[place]
            line.corners = line.corners.map { PicturePoint(x: $0.x * 0.8 + 60, y: $0.y * 0.8) }
            return line
        }
        return [upper.map { lines[$0] }, distant]
    }

    private static func reading(of receipt: Receipt, file: String, seconds: Double) -> Reading {
        let checks = ReceiptChecks(receipt)
        return Reading(
            file: file, merchant: receipt.merchant?.value, country: receipt.store.country,
            day: receipt.purchasedOn?.value.description, time: receipt.time?.value.description,
            currency: receipt.currency?.value.code,
            items: receipt.items.map { item in
                Reading.Item(
                    name: item.name.value, quantity: item.quantity.value, unit: item.quantity.unit?.rawValue,
                    unitPrice: item.unitPrice?.value.minorUnits, amount: item.amount.value.minorUnits,
                    discount: sum(item.discounts), deposit: sum(item.charges), taxCode: item.taxCode)
            }, discounts: receipt.discounts.map(\.amount.value.minorUnits),
            charges: receipt.charges.map(charge(of:)), subtotal: receipt.subtotal?.value.minorUnits,
            total: receipt.total?.value.minorUnits,
            change: receipt.change?.value.minorUnits, tenders: receipt.tenders.map(charge(of:)),
            loyalty: receipt.loyalty.map(\.value), advice: receipt.advice.map(\.rawValue),
            isBalanced: checks.itemsMatchTotal, difference: checks.difference?.minorUnits, seconds: seconds)
    }

    private static func charge(of charge: Receipt.Charge) -> Reading.Charge {
        Reading.Charge(
            kind: charge.kind.rawValue, label: charge.label, amount: charge.amount.value.minorUnits,
            isIncluded: charge.isIncluded)
    }

    private static func sum(_ charges: [Receipt.Charge]) -> Int64 {
        charges.reduce(0) { $0 + $1.amount.value.minorUnits }
    }
}
