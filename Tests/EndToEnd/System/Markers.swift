import Foundation
import Hexadecimal
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Texts that cannot occur by chance, and a search for them.
enum Markers {
    /// Creates a marker of letters only, which no encoding escapes or folds.
    static func make() -> String {
        let letters = UUID().uuidString.lowercased().filter { $0 != "-" }.map { character in
            character.isNumber
                ? Character(UnicodeScalar(UInt8(ascii: "g") + UInt8(character.wholeNumberValue ?? 0))) : character
        }
        return "q" + String(letters.prefix(20))
    }

    /// The forms of a marker: plain, in base64 at each alignment, in hexadecimal.
    static func forms(of marker: String) -> [String] {
        let shifted = (0..<3).map { shift in
            let encoded = Data(repeating: 0, count: shift) + Data(marker.utf8)
            return String(encoded.base64EncodedString().dropFirst(4).prefix(16))
        }
        return [marker] + shifted + [marker.utf8.hexadecimal]
    }

    /// The markers that occur in some bytes, in any form.
    static func found(_ markers: [String], in bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        return markers.filter { forms(of: $0).contains { text.contains($0) } }
    }

    /// The files under some directories that contain one of the markers, in any form.
    static func files(with markers: [String], under directories: [String]) async throws -> [String] {
        try await withTemporaryDirectory { directory in
            let patterns = directory.appending(path: "patterns")
            let text = markers.flatMap(forms).map { $0 + "\n" }.joined()
            try Data(text.utf8).write(to: patterns)
            let process = Process(), pipe = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["LC_ALL=C", "grep", "-rlaF", "-f", patterns.path()] + directories
            process.standardOutput = pipe
            try process.run()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            // 1 means that nothing was found.
            #expect([0, 1].contains(process.terminationStatus), "the search itself went wrong")
            return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }
}
