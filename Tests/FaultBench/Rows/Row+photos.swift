import Foundation
import SampleLabels
import TestPeers
import TestSupport
import UnitSupport

extension Row {
    /// Failures of the analysis of photos.
    static let photos = [
        Row(
            26, "what decodes photos is killed, crashes or hangs",
            fault: "SIGKILL, SIGSEGV or SIGSTOP for a decoder, twice a second",
            protection: .setting(
                "VISION_DECODER_TIMEOUT_SECONDS", "600", "a decoder that hangs is ended after 3 s"),
            during: breakDecoders)
    ]

    private static let signals = [SIGKILL, SIGSEGV, SIGSTOP]
    /// Maximum time until the last photo has an outcome; each may need two analyses of 20 s.
    private static let answerLimit = Duration.seconds(60)
    private static let photoEvery = Duration.seconds(1)

    private struct Told: Decodable, Sendable {
        struct Result: Decodable, Sendable { let verdict: String }
        let id: UUID
        let status: String
        let result: Result?
    }

    private static func breakDecoders(_ bench: Bench) async throws {
        let label = try SampleLabel.all().first { $0.contains.contains("milk") && $0.file.hasPrefix("clean") }
        guard let label else { return bench.report(Finding(.other, "no sample label with milk")) }
        let photo = try SampleLabel.photo(label.file)
        let person = try await bench.stack.gateway.register()
        try await person.setProfile(.init(["milk"]))
        let faults = Task { try await signalDecoders(bench) }
        defer { faults.cancel() }
        var orders: [UUID] = []
        let end = ContinuousClock.now + bench.duration * 2 / 3
        while ContinuousClock.now < end || orders.count < 3 {
            let answer = try? await person.http.send(
                "POST", "/v1/label-scans", headers: ["content-type": "image/jpeg"], body: photo)
            if let answer, answer.status == 202 {
                let published: Told = try answer.expect(202)
                orders.append(published.id)
            }
            try await bench.pause(photoEvery)
        }
        faults.cancel()
        let broken = (try? await faults.value) ?? 0
        var verdicts: [String: Int] = [:]
        let limit = ContinuousClock.now + answerLimit * bench.leniency
        for order in orders {
            // The type is declared, since an inferred optional would make nil count as a value.
            let published = try? await eventually("an answer", within: max(.seconds(1), limit - .now)) { () -> Told? in
                let path = "/v1/operations/\(order.uuidString.lowercased())"
                guard let now: Told = try? await person.http.get(path).expect(200) else { return nil }
                return now.status == "pending" ? nil : now
            }
            guard let published else {
                bench.report(Finding(.other, "a photo without an answer"))
                continue
            }
            verdicts[published.result?.verdict ?? published.status, default: 0] += 1
        }
        let counts = verdicts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        bench.note("\(broken) decoders broken; photos: \(counts.joined(separator: ", "))")
        if broken == 0 { bench.report(Finding(.other, "no decoder was broken")) }
        let wrong = verdicts.filter { !["contains", "couldNotRead"].contains($0.key) }.values.reduce(0, +)
        if wrong > 0 {
            bench.report(Finding(.other, "photos of milk with another result than milk or not readable", count: wrong))
        }
        try await bench.measureRecovery()
    }

    /// Sends a signal to a random decoder of `vision`, repeatedly.
    ///
    /// - Returns: The number of signals, once it is cancelled.
    private static func signalDecoders(_ bench: Bench) async throws -> Int {
        var count = 0
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(500))
            guard let vision = bench.stack.services.first(where: { $0.name == "vision" })?.processID,
                let decoder = children(of: vision).randomElement()
            else { continue }
            if kill(decoder, signals[count % signals.count]) == 0 { count += 1 }
        }
        return count
    }

    /// Decoders that have neither ended nor hang, since `vision` itself must detect a hung one.
    private static func children(of parent: Int32) -> [Int32] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap(Int32.init).filter { process in
            guard let record = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let end = record.lastIndex(of: ")")
            else { return false }
            let fields = record[record.index(after: end)...].split(separator: " ")
            return fields.count > 1 && !["Z", "T"].contains(fields[0]) && Int32(fields[1]) == parent
        }
    }
}
