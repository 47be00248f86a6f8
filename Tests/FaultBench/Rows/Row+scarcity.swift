import Foundation
import NIOCore
import NIOPosix
import Postgres
import TestPeers
import TestSupport
import UnitSupport

extension Row {
    /// Faults: too little disk space, memory or processor time.
    static let scarcity = [
        Row(
            23, "no byte left on the database's disk", fault: "a small disk of its own is filled",
            protection: .own("commits are on disk before they are acknowledged"),
            diskMegabytes: 400,
            during: { bench in
                try await withSafeCommits(bench) { try await fillDisk(bench) }
            }),
        Row(
            24, "photos that are bombs, many large ones, connections that say nothing",
            fault: "900 megapixels in 109 kB, 50 photos of 10 MB at once, 1,500 slow connections",
            protection: Protection(
                name: "few photos in memory at once, few connections of an address",
                environment: [
                    "PHOTO_TRANSFER_BYTES": "1073741824", "ADDRESS_CONNECTIONS": "1000000",
                ]),
            during: takeMemory),
        Row(
            25, "processors taken away", fault: "two endless loops per processor, at the same priority",
            protection: .own("an equal share of the processors (only idle time instead)"),
            during: takeProcessors),
    ]

    private static func fillDisk(_ bench: Bench) async throws {
        // The write-ahead log must not fill the disk earlier.
        try await bench.cluster.set("max_wal_size", to: "'96MB'")
        try await bench.pause(bench.duration / 4)
        try await bench.cluster.fillDisk()
        let isFull = try await isSoon("somebody is told to come back", within: Bench.timeout) {
            // Makes the write-ahead log need space too, however little was written.
            _ = try? await bench.stack.admin.execute("SELECT pg_switch_wal()")
            try await bench.cluster.fillDisk()
            return (bench.history.statuses[503] ?? 0) > 0
        }
        if !isFull { bench.report(Finding(.other, "the disk did not become full")) }
        try await bench.pause(bench.duration / 8)
        try await bench.cluster.freeDisk()
        try await bench.stack.waitUntilReady()
        let others = bench.history.statuses.filter { $0.key >= 500 && $0.key != 503 }.values.reduce(0, +)
        bench.note("\(bench.history.statuses[503] ?? 0) answers with 503")
        if others > 0 { bench.report(Finding(.other, "5xx without a reason, on a full disk", count: others)) }
        try await bench.measureRecovery()
    }

    // MARK: - Memory

    /// Maximum growth of the gateway's memory over the whole row, in bytes.
    private static let memoryLimit = 64 << 20
    /// Maximum duration of a refusal on a busy machine; a remark reports the measured one.
    private static let refusalLimit = Duration.seconds(2)
    private static let slowConnections = 1_500, largePhotos = 50, senders = 10

    private static func takeMemory(_ bench: Bench) async throws {
        try await bench.pause(bench.duration / 8)
        let quiet = try await bench.readTimes()
        let gateway = bench.stack.services[0]
        ProcessFigures.forgetPeak(of: gateway)
        let before = ProcessFigures(of: gateway)?.peakBytes ?? 0
        let bomb = SamplePhoto.png(width: 30_000, height: 30_000, dataCount: 109_000)
        let begin = ContinuousClock.now
        let refusal = try await bench.probe.http.send(
            "POST", "/v1/photos", headers: ["content-type": "image/png"], body: bomb)
        let time = ContinuousClock.now - begin
        bench.note(String(format: "a bomb refused in %.0f ms", time / .milliseconds(1)))
        if refusal.status != 413 {
            bench.report(Finding(.other, "a decompression bomb was answered with \(refusal.status)"))
        }
        if time > refusalLimit * bench.leniency {
            bench.report(Finding(.other, "a decompression bomb was refused late"))
        }
        let slow = await SlowConnections.open(slowConnections, to: bench.stack.gatewayPort)
        let withConnections = ProcessFigures(of: gateway)?.peakBytes ?? .max
        bench.note(
            "\(slow.count) of \(slowConnections) slow connections kept, with \((withConnections - before) >> 20) MiB")
        async let answers = sendLargePhotos(bench)
        let during = try await bench.readTimes()
        let statuses = try await answers
        let peak = ProcessFigures(of: gateway)?.peakBytes ?? .max
        await slow.close()
        bench.note(
            """
            large photos: \
            \(statuses.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", "))
            """
        )
        bench.note("gateway \((peak - before) >> 20) MiB more at its peak")
        bench.compare(quiet, during, "people who read wait for others' photos")
        if !gateway.isRunning { bench.report(Finding(.other, "the gateway ended")) }
        if peak - before > memoryLimit { bench.report(Finding(.other, "the gateway took more than 64 MiB")) }
        // A refusal for lack of memory is sent before the photo is read, so the response may be lost with the
        // connection.
        if !Set(statuses.keys).isSubset(of: [0, 413, 429, 503]) || statuses[413] == nil {
            bench.report(Finding(.other, "large photos: answers other than 413, 429 and 503"))
        }
        try await bench.measureRecovery()
    }

    /// Sends large photos concurrently, each of which is refused after the upload for its number of pixels.
    ///
    /// - Returns: The number of responses by status; 0 means no response.
    private static func sendLargePhotos(_ bench: Bench) async throws -> [Int: Int] {
        let file = SamplePhoto.png(width: 30_000, height: 30_000, dataCount: 10_000_000)
        var people: [TestPerson] = []
        for _ in 0..<senders { people.append(try await bench.stack.gateway.register()) }
        return await withTaskGroup(of: Int.self) { requests in
            for index in 0..<largePhotos {
                let person = people[index % people.count]
                requests.addTask {
                    let answer = try? await person.http.send(
                        "POST", "/v1/photos", headers: ["content-type": "image/png"], body: file)
                    return answer?.status ?? 0
                }
            }
            return await requests.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    // MARK: - Processors

    /// The maximum time for a verdict under any load (row 25 of the fault bench).
    private static let verdictLimit = Duration.seconds(5)

    private static func takeProcessors(_ bench: Bench) async throws {
        if !bench.isProtected {
            for service in bench.stack.services {
                guard let process = service.processID else { continue }
                let chrt = ["/usr/bin/chrt", "--idle", "--all-tasks", "--pid", "0", "\(process)"]
                let status = try await SideProgram(chrt).status(within: .seconds(10))
                if status != 0 { bench.report(Finding(.other, "\(service.name) keeps its share")) }
            }
        }
        try await bench.pause(bench.duration / 4)
        var loops: [SideProgram] = []
        for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
            loops.append(try await SideProgram(["/bin/sh", "-c", "while :; do :; done"]))
        }
        let end = ContinuousClock.now + bench.duration / 2
        var times: [Duration] = []
        while .now < end || times.count < 10 {
            let begin = ContinuousClock.now
            let answer = try? await bench.probe.postScan("Ingredients: milk.", isHeld: true)
            times.append(answer?.status == 201 ? .now - begin : .seconds(60))
            try await bench.pause(.milliseconds(100))
        }
        for loop in loops { loop.end() }
        times.sort()
        let slow = times[times.count * 95 / 100]
        bench.note(
            String(
                format: "verdicts p50 %.0f ms, p95 %.0f ms", times[times.count / 2] / .milliseconds(1),
                slow / .milliseconds(1)))
        if slow > verdictLimit * bench.leniency { bench.report(Finding(.other, "verdicts later than 5 s")) }
        try await bench.measureRecovery()
    }
}

/// Connections from one address whose clients send the beginning of a request and then nothing.
struct SlowConnections: Sendable {
    private let channels: [any Channel]

    /// Number of connections that the server kept.
    let count: Int

    /// Opens connections, a few at a time; the server closes those above its limit.
    static func open(_ count: Int, to port: Int) async -> SlowConnections {
        var channels: [any Channel] = []
        for _ in 0..<count {
            guard
                let address = try? SocketAddress(ipAddress: "127.0.0.2", port: 0),
                let channel = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .bind(to: address).connect(host: "127.0.0.1", port: port).get()
            else { continue }
            let start = ByteBuffer(string: "GET /v1/terms HTTP/1.1\r\nhost: slow\r\nx-slow: ")
            channel.writeAndFlush(start, promise: nil)
            channels.append(channel)
        }
        // Refused connections are closed by then.
        try? await Task.sleep(for: .seconds(1))
        return SlowConnections(channels: channels, count: channels.count(where: \.isActive))
    }

    private init(channels: [any Channel], count: Int) {
        self.channels = channels
        self.count = count
    }

    func close() async {
        for channel in channels { try? await channel.close().get() }
    }
}
