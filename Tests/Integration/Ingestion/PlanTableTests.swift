import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import Quantities
import TestPeers
import TestSupport
import Testing

/// A row of the table in docs/plans.md.
@Suite("Plans, route by route (BIL-15, NUT-15, NUT-16)") struct PlanTableTests {
    private struct Row: Sendable, CustomStringConvertible {
        let method: String
        let path: String
        let basicToday: String
        let basicOther: String
        let proOther: String

        var description: String { "\(method) \(path)" }

        /// The path without its query.
        var pattern: String { String(path.split(separator: "?")[0]) }
    }

    private static func rows() throws -> [Row] {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/plans.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let space = cells[0].firstIndex(of: " "), cells[0].contains("/v1/") else {
                return nil
            }
            return Row(
                method: String(cells[0][..<space]), path: String(cells[0][cells[0].index(after: space)...]),
                basicToday: cells[1], basicOther: cells[2], proOther: cells[3])
        }
    }

    /// A meal with 14 g of carbohydrate at noon of a day.
    private func meal(of person: Person, on day: String) async throws -> String {
        let body = #"{"eatenAt":"\#(day)T12:00:00Z","items":[{"energyKcal":60,"nutrients":{"carbohydrateG":14}}]}"#
        let answer = try await person.send("POST", "/v1/meals", body, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try #require(try answer.json["id"]?.string)
    }

    private func check(_ rows: [Row], _ person: Person, on day: String, _ expected: KeyPath<Row, String>) async throws {
        let id = try await meal(of: person, on: day)
        for row in rows {
            let path = row.path.replacing("{id}", with: id).replacing("{date}", with: day)
                .replacing("{month}", with: day.prefix(7))
            let wanted = row[keyPath: expected], place = "\(row) on \(day): \(wanted)"
            let answer =
                row.method == "GET"
                ? try await person.client.get(path)
                : try await person.send(
                    row.method, path, row.method == "PATCH" ? #"{"name":"noon"}"# : "{}",
                    headers: ["prefer": "wait=10"])
            guard wanted != "403" else {
                #expect(answer.status == 403 && answer.problem == "forbidden", "\(place): \(answer.status)")
                continue
            }
            #expect((200..<300).contains(answer.status), "\(place): \(answer.status)")
            // The response's carbohydrate: the name may be shown, the amount must not, neither as an object nor in a
            // list.
            let text = answer.text
            let hasAmounts = text.contains(#""carbohydrateG":{"#) || text.contains(#""nutrients":[{"#)
            switch wanted {
            case "energy":
                #expect(text.contains("energyKcal") && text.contains("carbohydrateG") && !hasAmounts, "\(place)")
            case "names": #expect(text.contains("nutrientNames") && !hasAmounts, "\(place)")
            case "amounts": #expect(hasAmounts, "\(place)")
            case "shown", "today": #expect(!hasAmounts, "\(place)")
            default: Issue.record("\(place) is no answer of the table")
            }
            if wanted == "today", expected == \.basicOther { #expect(!text.contains(day), "\(place) is left out") }
        }
    }

    @Test("C12: docs/plans.md: matches the routes for Basic, current day")
    func basicToday() async throws {
        try await TestGateway.with({ $0.plan = .basic }) { gateway in
            let zone = try #require(TimeZone(identifier: "America/Toronto"))
            let today = CalendarDay(gateway.clock.now(), in: zone)
            try await check(try Self.rows(), gateway.register(), on: "\(today)", \.basicToday)
        }
    }

    @Test("C12: docs/plans.md: matches the routes for Basic, another day")
    func basicOther() async throws {
        try await TestGateway.with({ $0.plan = .basic }) { gateway in
            try await check(try Self.rows(), gateway.register(), on: "2026-01-03", \.basicOther)
        }
    }

    @Test("C12: docs/plans.md: matches the routes for Pro, another day")
    func proOther() async throws {
        try await TestGateway.with { gateway in
            try await check(try Self.rows(), gateway.register(), on: "2026-01-03", \.proOther)
        }
    }

    @Test("C12: docs/plans.md names every route with a rule about plans")
    func complete() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/plans.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let rows = try Self.rows()
        #expect(rows.count > 15)
        for route in RouteTable.gateway.routes where route.plan != .none || route.showsFigures {
            let name = "\(route.method.rawValue) \(route.path)"
            #expect(
                rows.contains { $0.method == route.method.rawValue && $0.pattern == route.path }
                    || text.contains("`\(name)`"), "\(name)")
        }
    }

    @Test("C12: after an upgrade no cached Basic response is used")
    func entityTags() async throws {
        try await TestGateway.with({ $0.plan = .basic }) { gateway in
            let person = try await gateway.register()
            let zone = try #require(TimeZone(identifier: "America/Toronto"))
            let id = try await meal(of: person, on: "\(CalendarDay(gateway.clock.now(), in: zone))")
            let path = "/v1/meals/\(id)"
            let tag = try #require(try await person.client.get(path).header("etag"))
            #expect(tag.hasSuffix(".basic\""))
            let same = try await person.client.get(path, headers: ["if-none-match": tag])
            #expect(same.status == 304 && same.header("etag") == tag)
            let whole = tag.replacing(".basic", with: "")
            #expect(try await person.client.get(path, headers: ["if-none-match": whole]).status == 200)
            let changed = try await person.send(
                "PATCH", path, #"{"name":"noon"}"#, headers: ["if-match": tag, "prefer": "wait=10"])
            #expect(changed.status == 200)
        }
    }
}
