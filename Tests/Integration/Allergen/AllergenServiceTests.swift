import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Allergen service, fully composed")
struct AllergenServiceTests {
    @Test(
        "ALG-03, ALG-12: verdicts wait at most 5 s for a late profile"
    )
    func ordersInVerdictsOut() async throws {
        try await ServiceBench.with(
            service: "allergen", migrations: try AllergenMigrations.all(), neighbor: "ingestion"
        ) { bench in
            let service = try AllergenService.build(.init(settings: bench.settings), clock: bench.clock)
            let account = try await bench.account()
            let operations = (0..<5).map { _ in OperationID.random() }
            try await bench.running(service) {
                try await bench.setProfile(of: account, version: 1, [.milk], operation: operations[0])
                try await bench.assess(
                    "Ingredients: milk, sugar", of: account, profileVersion: 1, operation: operations[1])
                try await bench.assess(
                    "Ingredients: peanuts, sugar", of: account, profileVersion: 2, operation: operations[2])
                try await eventually("the first scan is answered") {
                    try await bench.database.events(ScanAssessed.self).count == 1
                }
                bench.clock.advance(by: .seconds(6))
                try await eventually("the second scan is answered without its profile") {
                    try await bench.database.events(ScanAssessed.self).last?.body.profilePending == true
                }
                try await bench.setProfile(of: account, version: 2, [.peanuts], operation: operations[3])
                try await eventually("the second scan is judged by its profile, the first is rechecked") {
                    try await bench.database.events(ScanAssessed.self).count == 4
                }
                try await bench.assess(
                    String(repeating: "a", count: 20_001), of: account, profileVersion: 2, operation: operations[4])
                try await eventually("the endless text is rejected") {
                    try await bench.database.events(AllergenCommandRejected.self).count == 1
                }
                try await eventually("all events are sent") {
                    try await bench.database.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
            }
            let scans = try await bench.database.events(ScanAssessed.self)
            #expect(scans.map(\.body.contains) == [[.milk], [.peanuts], [.peanuts], []])
            #expect(scans.map(\.attributes.operationStatus) == [.succeeded, .succeeded, nil, nil])
            #expect(scans[0...1].map(\.attributes.operationID) == [operations[1], operations[2]])
            let rejected = try await bench.database.events(AllergenCommandRejected.self)
            #expect(rejected.map(\.attributes.operationID) == [operations[4]])
            #expect(rejected.map(\.body.problem.status) == [413])
        }
    }

    @Test("ALG-03: a scan and its profile in one batch: the scan uses the profile")
    func profileAndScanTogether() async throws {
        try await ServiceBench.with(
            service: "allergen", migrations: try AllergenMigrations.all(), neighbor: "ingestion"
        ) { bench in
            let service = try AllergenService.build(.init(settings: bench.settings), clock: bench.clock)
            let account = try await bench.account()
            for version in Int64(1)...2 {
                try await bench.setProfile(
                    of: account, version: version, version == 1 ? [.milk] : [.peanuts], operation: .random())
                try await bench.assess(
                    "Ingredients: milk, peanuts", of: account, profileVersion: version, operation: .random())
            }
            try await bench.running(service) {
                try await eventually(
                    "both are answered, the first is rechecked with the second profile"
                ) {
                    try await bench.database.events(ScanAssessed.self).count == 3
                }
            }
            let scans = try await bench.database.events(ScanAssessed.self).map(\.body)
            #expect(scans.map(\.contains) == [[.milk], [.peanuts], [.peanuts]])
            #expect(scans.map(\.profileVersion) == [1, 2, 2])
            #expect(scans.allSatisfy { !$0.profilePending })
        }
    }
}

extension ServiceBench {
    fileprivate func setProfile(
        of account: AccountID, version: Int64, _ allergens: [AllergenChoice], operation: OperationID
    ) async throws {
        let command = SetAllergenProfile(
            accountID: account, version: version, allergens: allergens,
            otherIngredients: try await sealer.seal([], .otherIngredients(of: account)), diets: [], traces: .warn)
        try await publish(command, of: account, subject: account, operation: operation)
    }

    fileprivate func assess(
        _ text: String, of account: AccountID, profileVersion: Int64, operation: OperationID
    ) async throws {
        let scan = ScanID.random()
        let command = AssessLabelText(
            accountID: account, scanID: scan, text: try await sealer.seal(text, .scanText(scan, of: account)),
            language: nil, gtin: nil, profileVersion: profileVersion, requestedAt: clock.now())
        try await publish(command, of: account, subject: scan, operation: operation)
    }
}
