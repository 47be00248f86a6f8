import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Photos
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Depth maps of meal photos through the API") struct MealDepthTests {
    private static let held = ["prefer": "wait=10"]
    private static let formType = "multipart/form-data; boundary=edge"
    private static let intrinsics =
        #""intrinsics":{"fx":411.1111111111111,"fy":411,"cx":160,"cy":120,"width":320,"height":240}"#
    private static let map = #""depth":{"width":4,"height":3,"encoding":"uint16","unit":0.001}"#
    private static let camera = "{\(intrinsics),\"gravity\":[0,0.6,0.8],\(map)}"

    private func form(_ photo: [UInt8]?, camera: String?, depth: [UInt8]?, name: String = "Lunch") -> [UInt8] {
        func part(_ name: String, _ type: String?, _ content: [UInt8]) -> [UInt8] {
            let head =
                "--edge\r\ncontent-disposition: form-data; name=\"\(name)\""
                + (type.map { "\r\ncontent-type: \($0)" } ?? "")
            return Array("\(head)\r\n\r\n".utf8) + content + Array("\r\n".utf8)
        }
        var body = part("name", nil, Array(name.utf8))
        if let camera { body += part("camera", "application/json", Array(camera.utf8)) }
        if let depth { body += part("depth", "application/octet-stream", depth) }
        if let photo { body += part("photo", "image/jpeg", photo) }
        return body + Array("--edge--\r\n".utf8)
    }

    @Test(
        "VIS-03, VIS-05: a depth map is sealed and sent with its photo"
    )
    func accepted() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let depth = (0..<24).map { UInt8($0) }, photo = try SamplePhoto.jpeg.bytes()
            let answer = try await person.send(
                "POST", "/v1/meals", photo: form(photo, camera: Self.camera, depth: depth), type: Self.formType,
                headers: Self.held)
            #expect(answer.status == 201, "\(answer.text)")
            let command = try #require(gateway.neighbors.mealPhotoOrders.first)
            #expect(
                command.camera
                    == MealCamera(
                        focalX: 411.1111111111111, focalY: 411, centerX: 160, centerY: 120, width: 320, height: 240,
                        gravity: [0, 0.6, 0.8]))
            let map = try #require(command.depth)
            #expect(map.width == 4 && map.height == 3 && map.encoding == .uint16 && map.measure == .depth)
            #expect(map.unit == 0.001 && !map.isUpright && map.key.account == person.account)
            #expect(try await gateway.photos.photo(at: map.key) == depth)
            // The depth map belongs to the meal and is never served as a photo.
            let rows = try await gateway.database.pool.query(
                "SELECT format, state, scan_id FROM photos ORDER BY format"
            ).map { try $0.decode(String.self, String.self, UUID?.self) }
            #expect(
                rows.map(\.0) == ["depth", "jpeg"] && rows.allSatisfy { $0.1 == "kept" && $0.2 == command.mealID.uuid })
        }
    }

    @Test("VIS-05: inconsistent data is rejected with pointers and not stored")
    func refused() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let photo = try SamplePhoto.jpeg.bytes(), depth = [UInt8](repeating: 1, count: 24)
            let lens = Self.intrinsics
            let cases: [(String?, [UInt8]?, [String])] = [
                (nil, depth, ["/camera"]), ("no json", depth, ["/camera"]), ("[]", depth, ["/camera"]),
                ("{}", depth, ["/camera/intrinsics/fx"]), (Self.camera, nil, ["/depth"]),
                (Self.camera, [1, 2, 3], ["/depth"]), ("{\(lens)}", depth, ["/camera/depth/width"]),
                (#"{\#(lens),"depth":{"width":4,"height":3,"encoding":"int8"}}"#, depth, ["/camera/depth/encoding"]),
                (#"{\#(lens),"depth":{"width":2048,"height":2048,"encoding":"uint16"}}"#, depth, ["/camera/depth"]),
                (#"{\#(lens),"gravity":[0,0,0],\#(Self.map)}"#, depth, ["/camera/gravity"]),
                (#"{\#(lens),"gravity":[0,1],\#(Self.map)}"#, depth, ["/camera/gravity"]),
                (#"{"intrinsics":{"fx":0,"fy":1,"cx":1,"cy":1,"width":2,"height":2}}"#, nil, ["/camera/intrinsics/fx"]),
            ]
            for (camera, depth, pointers) in cases {
                let answer = try await person.send(
                    "POST", "/v1/meals", photo: form(photo, camera: camera, depth: depth), type: Self.formType)
                #expect(answer.status == 422 && answer.pointers == pointers, "\(camera ?? "-"): \(answer.text)")
            }
            // For labels it is an unknown field, and not read as text.
            let label = try await person.send(
                "POST", "/v1/label-scans", photo: form(photo, camera: nil, depth: [0xff, 0xfe]), type: Self.formType)
            #expect(label.status == 400)
            #expect(try await gateway.database.count("SELECT count(*) FROM photos") == 0)
            // The camera's properties may be sent without a depth map.
            let alone = try await person.send(
                "POST", "/v1/meals", photo: form(photo, camera: "{\(lens)}", depth: nil), type: Self.formType,
                headers: Self.held)
            #expect(alone.status == 201 && gateway.neighbors.mealPhotoOrders.last?.depth == nil, "\(alone.text)")
            #expect(gateway.neighbors.mealPhotoOrders.last?.camera?.focalY == 411)
        }
    }

    @Test("GW-05: the same photo with another depth map is another meal")
    func repeated() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let photo = try SamplePhoto.jpeg.bytes()
            let headers = Self.held.merging(["idempotency-key": UUID().uuidString]) { $1 }
            func send(_ value: UInt8) async throws -> TestHTTPClient.Answer {
                let depth = [UInt8](repeating: value, count: 24)
                return try await person.send(
                    "POST", "/v1/meals", photo: form(photo, camera: Self.camera, depth: depth), type: Self.formType,
                    headers: headers)
            }
            let first = try await send(1), again = try await send(1)
            #expect(first.status == 201 && again.status == 201)
            #expect(try first.json["id"]?.string == again.json["id"]?.string)
            #expect(try await send(2).status == 422)
            #expect(gateway.neighbors.mealPhotoOrders.count == 1)
        }
    }
}
