import Foundation

/// The directory of the running program, which also contains the repository's other programs; read once.
package let programDirectory: URL = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
}()
