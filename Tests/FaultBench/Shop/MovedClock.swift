import Foundation

/// The time of day of one service, moved while it runs (libfaketime); its monotonic clock and its timers are
/// unaffected.
struct MovedClock: Sendable {
    /// A library that moves clocks is not there.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Maximum delay of a change: the file is read once a second.
    static let onset = Duration.milliseconds(2_500)

    private let file: URL
    private let libraries: [String]

    /// A clock that is correct until it is moved.
    ///
    /// - Parameters:
    ///   - name: Name of the service.
    ///   - directory: Directory of the clock's file.
    /// - Throws: `Missing`, or an error of Foundation.
    init(of name: String, in directory: URL) throws {
        let places = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        let copies = places.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
        guard let library = copies.first(where: FileManager.default.fileExists(atPath:)) else {
            throw Missing(description: "libfaketime is not there: deploy/setup installs it")
        }
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let timers = program.deletingLastPathComponent().appending(path: "libPlainTimers.so").path()
        guard FileManager.default.fileExists(atPath: timers) else {
            throw Missing(description: "no \(timers): build it")
        }
        libraries = [timers, library]
        file = directory.appending(path: "\(name).clock")
        try write(0)
    }

    /// The environment of the service.
    var environment: [String: String] {
        [
            "LD_PRELOAD": libraries.joined(separator: " "), "FAKETIME_TIMESTAMP_FILE": file.path(),
            "FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_RESET": "1",
        ]
    }

    /// Moves the clock and waits until the service has read the change.
    func move(by seconds: TimeInterval) async throws {
        try write(seconds)
        try await Task.sleep(for: Self.onset)
    }

    /// Moves the clock; the service reads the change within about a second.
    func write(_ seconds: TimeInterval) throws {
        try Data(String(format: "%+.3f\n", seconds).utf8).write(to: file, options: .atomic)
    }
}
