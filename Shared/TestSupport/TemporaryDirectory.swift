import Foundation

/// Runs a body with a new empty directory, which is removed afterwards with all that is in it.
///
/// - Parameter body: Receives the directory.
/// - Returns: What the body returns.
/// - Throws: What the body throws, or a Foundation error when the directory cannot be made.
package func withTemporaryDirectory<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "foodmagic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
}
