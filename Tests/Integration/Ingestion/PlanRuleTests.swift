import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import Quantities
import TestPeers
import TestSupport
import Testing

@Suite("Plan rules of routes (BIL-15, NUT-15)") struct PlanRuleTests {
    /// Energy of the old meal in kcal, a figure that occurs nowhere else.
    private static let marker = "4321"
    private static let day = "2026-01-15"
    /// Routes that suggest entries from the person's own history.
    private static let ownEntries: Set = ["readSuggestions"]

    private func old(of person: Person) async throws -> String {
        let body = """
            {"eatenAt":"\(Self.day)T12:00:00Z","items":[{"name":"feast","energyKcal":\(Self.marker)}]}
            """
        let answer = try await person.send("POST", "/v1/meals", body, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try #require(try answer.json["id"]?.string)
    }

    private static func path(of route: Route, meal: String) -> String {
        let filled = route.path.replacing("{id}", with: meal).replacing("{date}", with: day)
        let query =
            switch route.operation {
            case "readIntake": "?from=\(day)&through=\(day)"
            case "readCalendar": "?month=\(day.prefix(7))"
            case "listMeals": "?date=\(day)"
            default: ""
            }
        return filled + query
    }

    @Test("plan rules: every route allows or refuses other days by its rule")
    func walk() async throws {
        try await TestGateway.with({ $0.plan = .basic }) { gateway in
            let person = try await gateway.register(), meal = try await old(of: person)
            for route in RouteTable.gateway.routes {
                guard case .signedIn = route.access, !route.isStream else { continue }
                let rule = route.plan, path = Self.path(of: route, meal: meal)
                if route.method == .get {
                    let answer = try await person.client.get(path)
                    if rule == .everything() || rule == .otherDays || rule == .mealsOfOtherDays {
                        #expect(answer.status == 403, "\(path): \(answer.status)")
                    }
                    if answer.text.contains(Self.marker) {
                        #expect(Self.ownEntries.contains(route.operation), "\(path) shows another day")
                    }
                } else if [.otherDays, .mealsOfOtherDays, .everything(because: .importPlan)].contains(rule) {
                    let answer = try await person.send(route.method.rawValue, path, "{}")
                    #expect(answer.status == 403 && answer.problem == "forbidden", "\(path): \(answer.status)")
                }
            }
            #expect(try await person.send("POST", "/v1/reports", #"{"mealId":"\#(meal)"}"#).status == 403)
            #expect(try await person.send("POST", "/v1/reports", #"{"date":"\#(Self.day)"}"#).status == 403)
        }
    }

    @Test("plan rules: every route with a day in its path has one")
    func days() {
        for route in RouteTable.gateway.routes where route.path.contains("{date}") {
            #expect(route.plan == .otherDays, "\(route.path)")
        }
    }

    @Test("plan rules: requests with history, or about today, are accepted")
    func allowed() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), meal = try await old(of: person)
            for path in ["/v1/meals/\(meal)/report", "/v1/days/\(Self.day)/report", "/v1/trend"] {
                #expect(try await person.client.get(path).status == 200, "\(path)")
            }
            #expect(try await person.send("POST", "/v1/meals/\(meal)/share", "{}").status == 201)
        }
        try await TestGateway.with({ $0.plan = .basic }) { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/meals", #"{"items":[{"energyKcal":100}]}"#, headers: ["prefer": "wait=10"])
            let meal = try #require(try answer.json["id"]?.string)
            #expect(try await person.client.get("/v1/meals/\(meal)/report").status == 200)
            #expect(try await person.send("POST", "/v1/meals/\(meal)/share", "{}").status == 201)
        }
    }
}
