import Foundation
import TestPeers
import TestSupport
import UnitSupport

/// The result of a photo for a person.
struct PhotoScan: Decodable, Sendable {
    struct Photo: Decodable, Sendable { let outcome: String }
    let verdict: String
    let complete: Bool
    let photo: Photo?

    /// Sample photos; those under `decoding/` are made to break a decoder.
    static func file(_ name: String) throws -> [UInt8] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        let place = name.contains("/") ? "Tests/Integration/Vision/Fixtures" : "Shared/Testing/SampleLabels/Labels"
        return Array(try Data(contentsOf: root.appending(path: "\(place)/\(name)")))
    }
}

extension TestPerson {
    /// The command to read a photo, in its current form.
    struct PhotoOperation: Decodable, Sendable {
        let id: UUID
        let status: String
        let delayed: Bool?
        let result: PhotoScan?
    }

    /// Posts a photo; without `wait` the response is the operation.
    func order(photo name: String, type: String = "image/jpeg") async throws -> PhotoOperation {
        try await http.send(
            "POST", "/v1/label-scans", headers: ["content-type": type], body: PhotoScan.file(name)
        ).expect(202)
    }

    /// A command in its current form.
    func photoOperation(_ id: UUID) async throws -> PhotoOperation {
        try await http.get("/v1/operations/\(id.uuidString.lowercased())").expect(200)
    }

    /// Waits for the outcome of a command.
    func answer(to command: PhotoOperation, within limit: Duration = .seconds(120)) async throws -> PhotoScan {
        try await eventually("the photo is answered", within: limit) {
            try await photoOperation(command.id).result
        }
    }

    /// Posts a photo and waits for the answer.
    func answer(toPhoto name: String, type: String = "image/jpeg") async throws -> PhotoScan {
        try await answer(to: order(photo: name, type: type))
    }
}
