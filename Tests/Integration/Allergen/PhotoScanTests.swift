import EventContracts
import Foundation
import Messaging
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Label scans from photos")
struct PhotoScanTests {
    /// The text that `vision` reads from a photo with these lines, each as wide as the photo.
    private func read(
        _ lines: [String], of account: AccountID, _ scan: ScanID = .random(), in handlers: AllergenHandlers,
        outcome: LabelRead.Outcome = .read, doubts: [String] = [], places: [DoubtPlace]? = nil,
        advice: [String] = [], profileVersion: Int64 = 0,
        operation: OperationID? = nil
    ) async throws {
        let reading = LabelPrint(
            lines: lines.enumerated().map { index, text in
                let count = text.unicodeScalars.count, top = Double(index) / 10
                return ReadLine(
                    text: text, corners: [0, top, 1, top, 1, top + 0.1, 0, top + 0.1], confidence: 0.97,
                    positions: (0..<count).map { (Double($0) + 0.5) / Double(count) })
            })
        let read = LabelRead(
            accountID: account, scanID: scan, photo: .random(of: account), outcome: outcome, doubts: doubts,
            places: places, advice: advice, confidence: 0.97, predictor: "test/1", milliseconds: 1,
            reading: try await handlers.bench.sealer.seal(reading, .labelPrint(scan, of: account)), language: nil,
            gtin: nil, profileVersion: profileVersion, requestedAt: handlers.bench.clock.now(),
            readAt: handlers.bench.clock.now())
        try await handlers.bench.deliver(read, to: handlers.assessReading, account: account, operation: operation)
    }

    @Test(
        "VIS-17: lines of a photo form one list with positions")
    func findingsWithBoxes() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), operation = OperationID.random()
            try await read(
                ["Ingredients: sugar, cocoa", "butter, hazelnuts, salt"], of: account, in: handlers,
                operation: operation)
            let event = try #require(try await handlers.assessed().first)
            #expect(event.attributes.operationID == operation && event.attributes.operationStatus == .succeeded)
            #expect(event.body.verdict == .contains && event.body.contains == [.nuts] && event.body.complete)
            let details = try await handlers.details(event.body)
            #expect(details.text == "Ingredients: sugar, cocoa\nbutter, hazelnuts, salt")
            #expect(details.photo?.outcome == .read)
            let evidence = try #require(details.contains.first?.evidence.first)
            let box = try #require(evidence.box)
            // "hazelnuts" is characters 8 to 16 of 23 in the second line.
            #expect(evidence.text == "hazelnuts")
            #expect(abs(box[0] - 8.0 / 23) < 0.01 && abs(box[2] - 17.0 / 23) < 0.01)
            #expect(abs(box[1] - 0.1) < 0.001 && abs(box[7] - 0.2) < 0.001)
        }
    }

    @Test("C17: an unreliable reading is never \"not detected\" and gives advice")
    func doubts() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let clean = ["Ingredients: rice, water,", "salt, sunflower oil"]
            try await read(clean, of: account, in: handlers)
            try await read(clean, of: account, in: handlers, doubts: ["printTooSmall"], advice: ["photograph-closer"])
            try await read(
                ["Ingredients: rice, milk,", "salt"], of: account, in: handlers, doubts: ["unreadRegion"],
                advice: ["photograph-flat"])
            try await read(
                ["Ingredients: rice, salt.", "May contain milk"], of: account, in: handlers, doubts: ["cutOff"],
                advice: ["show-whole-list"])
            try await read([], of: account, in: handlers, outcome: .noText, doubts: ["noText"])
            try await read([], of: account, in: handlers, outcome: .undecodable)
            try await read(["salt, sunflower oil.", "Keep cool."], of: account, in: handlers)
            let long = Array(repeating: "sugar, salt, water,", count: LabelLimits.maxTextLength / 19)
            try await read(["Ingredients:"] + long, of: account, in: handlers)
            let scans = try await handlers.assessed().map(\.body)
            #expect(
                scans.map(\.verdict) == [.notDetected, .couldNotRead, .contains, .couldNotRead] + [
                    .couldNotRead, .couldNotRead, .couldNotRead, .couldNotRead,
                ])
            #expect(scans.map(\.complete) == [true] + Array(repeating: false, count: 7))
            var advice: [String?] = []
            for scan in scans { advice.append(try await handlers.details(scan).advice) }
            #expect(
                advice == [nil, "photograph-closer", "photograph-flat", "show-whole-list"]
                    + Array(repeating: "photograph-again", count: 4))
        }
    }

    @Test("C17: damaged print makes a scan incomplete and is located in the photo")
    func lostPrint() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let places = [DoubtPlace(doubt: "lostPrint", corners: [0.5, 0.1, 1, 0.1, 1, 0.2, 0.5, 0.2])]
            try await read(
                ["Ingredients: rice, water (tap,", "salt, sunflower oil."], of: account, in: handlers,
                doubts: ["lostPrint"],
                places: places, advice: ["photograph-flat"])
            let scan = try #require(try await handlers.assessed().first).body
            #expect(scan.verdict == .couldNotRead && !scan.complete)
            let details = try await handlers.details(scan)
            #expect(details.photo?.places == places && details.advice == "photograph-flat")
        }
    }

    @Test(
        "ALG-11: photo scan: stays unreliable after a profile change"
    )
    func recheck() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.fish])
            try await read(
                ["Ingredients: rice, milk,", "salt"], of: account, in: handlers, doubts: ["cutOff"], profileVersion: 1)
            try await handlers.setProfile(of: account, version: 2, [.milk])
            let scans = try await handlers.assessed().map(\.body)
            #expect(scans.map(\.verdict) == [.couldNotRead, .contains])
            #expect(try await handlers.details(try #require(scans.last)).contains.first?.evidence.first?.box != nil)
        }
    }

    @Test("ALG-03: a reading waits for the profile version in its event")
    func waitsForProfile() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await read(["Ingredients: rice, milk,", "salt"], of: account, in: handlers, profileVersion: 1)
            #expect(try await handlers.assessed().isEmpty)
            try await handlers.setProfile(of: account, version: 1, [.milk])
            let scan = try #require(try await handlers.assessed().first?.body)
            #expect(scan.verdict == .contains && scan.profileVersion == 1)
            #expect(try await handlers.details(scan).photo != nil)
        }
    }

    private func correct(
        _ scan: ScanID, of account: AccountID, _ text: String, in handlers: AllergenHandlers,
        operation: OperationID? = nil
    ) async throws {
        let command = CorrectLabelText(
            accountID: account, scanID: scan,
            text: try await handlers.bench.sealer.seal(text, .scanText(scan, of: account)),
            requestedAt: handlers.bench.clock.now())
        try await handlers.bench.deliver(command, to: handlers.correctText, account: account, operation: operation)
    }

    @Test("VIS-16: a correction is judged, and the original reading is kept")
    func corrects() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), scan = ScanID.random(), operation = OperationID.random()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await read(
                ["Ingredients: rice, rnilk,", "salt"], of: account, scan, in: handlers, doubts: ["blurred"],
                advice: ["hold-still"], profileVersion: 1)
            try await correct(scan, of: account, "Ingredients: rice, milk, salt", in: handlers, operation: operation)
            let event = try #require(try await handlers.assessed().last)
            #expect(event.attributes.operationID == operation && event.attributes.operationStatus == .succeeded)
            #expect(event.body.version == 2 && event.body.verdict == .contains && event.body.complete)
            #expect(event.body.reassessment == nil, "it answers the person")
            let details = try await handlers.details(event.body)
            #expect(details.text == "Ingredients: rice, milk, salt" && details.advice == nil)
            #expect(details.photo?.textAsRead == "Ingredients: rice, rnilk,\nsalt")
            #expect(details.photo?.correctedAt == handlers.bench.clock.now() && details.photo?.doubts == ["blurred"])
            #expect(details.contains.first?.evidence.first?.box == nil)

            try await handlers.setProfile(of: account, version: 2, [.fish])
            let rechecked = try #require(try await handlers.assessed().last?.body)
            #expect(rechecked.verdict == .notDetected && rechecked.complete, "the correction stands")
            #expect(handlers.registry.exposition().contains("foodmagic_allergen_silent_dangers_total 0\n"))
            try await correct(scan, of: account, "Ingredients: rice, cod", in: handlers)
            #expect(try await handlers.assessed().last?.body.verdict == .contains, "it can be corrected again")
            #expect(handlers.registry.exposition().contains("foodmagic_allergen_silent_dangers_total 1\n"))
        }
    }

    @Test("photo scan: only the owner corrects it; a late profile still applies")
    func correctsNothingElse() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let scan = ScanID.random(), typed = ScanID.random()
            try await read(["Ingredients: rice,", "salt"], of: account, scan, in: handlers, profileVersion: 1)
            handlers.bench.clock.advance(by: .seconds(6))
            try await handlers.sweeper.sweep()
            #expect(try await handlers.assessed().last?.body.profilePending == true)
            try await handlers.assess("sugar", of: account, typed)
            for (scan, owner) in [(typed, account), (ScanID.random(), account), (scan, other)] {
                await #expect(throws: Rejection.self) { try await correct(scan, of: owner, "milk", in: handlers) }
            }
            try await correct(scan, of: account, "Ingredients: rice, milk", in: handlers)
            #expect(try await handlers.assessed().last?.body.profilePending == true)
            try await handlers.setProfile(of: account, version: 1, [.milk])
            let last = try #require(try await handlers.assessed().last { $0.body.scanID == scan }?.body)
            #expect(last.verdict == .contains && !last.profilePending && last.profileVersion == 1)
            #expect(try await handlers.details(last).text == "Ingredients: rice, milk")
        }
    }
}
