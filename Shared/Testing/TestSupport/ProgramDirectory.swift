import Foundation

/// The directory of the running program, where the other programs of this repository are built too; read once.
package let programDirectory: URL = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
}()
