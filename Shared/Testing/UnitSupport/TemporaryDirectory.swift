import Foundation

/// Runs a body with a new empty directory, which is removed afterwards with its content.
///
/// - Parameter body: Receives the directory.
/// - Returns: The result of the body.
/// - Throws: The error of the body, or a Foundation error if the directory cannot be created.
package func withTemporaryDirectory<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "foodmagic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
}
