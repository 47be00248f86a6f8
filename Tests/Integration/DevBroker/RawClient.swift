import CChecksum
import Foundation
import Glibc

/// A connection for raw Kafka requests, including invalid ones.
final class RawClient: Sendable {
    /// The broker closed the connection.
    struct Ended: Error {}

    /// API keys with versions.
    enum API {
        static let produce: (Int16, Int16) = (0, 7)
        static let fetch: (Int16, Int16) = (1, 11)
        static let metadata: (Int16, Int16) = (3, 1)
        static let joinGroup: (Int16, Int16) = (11, 5)
        static let syncGroup: (Int16, Int16) = (14, 3)
        static let heartbeat: (Int16, Int16) = (12, 3)
    }

    private let descriptor: Int32

    /// Connects to `host:port` on this machine.
    init(_ brokers: String) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(brokers.split(separator: ":").last.flatMap { UInt16($0) } ?? 0).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw Ended() }
        // A missing answer fails the test.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Sends raw bytes.
    func send(_ bytes: [UInt8]) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Ended()
        }
    }

    /// Sends a request without waiting for its answer.
    func send(_ api: (Int16, Int16), _ body: [UInt8]) throws {
        let message = Wire.int(api.0) + Wire.int(api.1) + Wire.int(Int32(7)) + Wire.text("raw") + body
        try send(Wire.int(Int32(message.count)) + message)
    }

    /// Reads an answer, without its header.
    func receive() throws -> [UInt8] {
        let length = try take(4).reduce(0) { $0 << 8 | Int($1) }
        return Array(try take(length).dropFirst(4))
    }

    func call(_ api: (Int16, Int16), _ body: [UInt8]) throws -> [UInt8] {
        try send(api, body)
        return try receive()
    }

    private func take(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = bytes.withUnsafeMutableBytes { rest in
                recv(descriptor, rest.baseAddress.map { $0 + filled }, count - filled, 0)
            }
            guard read > 0 else { throw Ended() }
            filled += read
        }
        return bytes
    }

    // MARK: Requests

    /// The result of producing a batch.
    struct Produced: Equatable {
        let error: Int16
        let offset: Int64
    }

    /// Sends a batch to a partition.
    func produce(_ batch: [UInt8], to topic: String, _ partition: Int32 = 0) throws -> Produced {
        let start = Wire.int(Int16(-1)) + Wire.int(Int16(-1)) + Wire.int(Int32(5_000))
        let place = Wire.int(Int32(1)) + Wire.text(topic) + Wire.int(Int32(1)) + Wire.int(partition)
        let answer = try call(API.produce, start + place + Wire.int(Int32(batch.count)) + batch)
        let result = answer.dropFirst(4 + 2 + topic.utf8.count + 4 + 4)
        return Produced(error: Wire.number(result), offset: Wire.number(result.dropFirst(2)))
    }

    /// The body of a fetch of one partition.
    static func fetch(_ topic: String, from offset: Int64, milliseconds: Int32) -> [UInt8] {
        let limits = Wire.int(milliseconds) + Wire.int(Int32(1)) + Wire.int(Int32(1 << 20))
        let session = [0] + Wire.int(Int32(0)) + Wire.int(Int32(-1))
        let place = Wire.int(Int32(1)) + Wire.text(topic) + Wire.int(Int32(1)) + Wire.int(Int32(0))
        let from = Wire.int(Int32(-1)) + Wire.int(offset) + Wire.int(Int64(-1)) + Wire.int(Int32(1 << 20))
        return Wire.int(Int32(-1)) + limits + session + place + from + Wire.int(Int32(0)) + Wire.text("")
    }

    /// Joins a group as a static member with one protocol.
    ///
    /// - Returns: The error, the generation and the member's id.
    func join(
        _ group: String, instanceID: String, memberID: String = ""
    ) throws -> (error: Int16, generation: Int32, memberID: String) {
        let times = Wire.int(Int32(10_000)) + Wire.int(Int32(10_000))
        let body =
            Wire.text(group) + times + Wire.text(memberID) + Wire.text(instanceID) + Wire.text("test")
            + Wire.int(Int32(1)) + Wire.text("only") + Wire.int(Int32(0))
        var rest = try call(API.joinGroup, body).dropFirst(4)
        let error: Int16 = Wire.number(rest)
        let generation: Int32 = Wire.number(rest.dropFirst(2))
        rest = rest.dropFirst(6)
        var texts: [String] = []
        for _ in ["protocol", "leader", "member"] {
            let length = Int(Wire.number(rest) as Int16)
            texts.append(String(decoding: rest.dropFirst(2).prefix(length), as: UTF8.self))
            rest = rest.dropFirst(2 + length)
        }
        return (error, generation, texts[2])
    }

    /// Syncs with the group; the leader assigns one byte to each member.
    ///
    /// - Returns: The error, and the assignment.
    func sync(
        _ group: String, _ generation: Int32, _ memberID: String, instanceID: String, assigning members: [String] = []
    ) throws -> (error: Int16, assignment: [UInt8]) {
        let assignments = members.flatMap { Wire.text($0) + Wire.int(Int32(1)) + [UInt8(42)] }
        let body =
            Wire.text(group) + Wire.int(generation) + Wire.text(memberID) + Wire.text(instanceID)
            + Wire.int(Int32(members.count)) + assignments
        let answer = try call(API.syncGroup, body).dropFirst(4)
        return (Wire.number(answer), Array(answer.dropFirst(6)))
    }

    /// - Returns: The error of a heartbeat.
    func heartbeat(_ group: String, _ generation: Int32, _ memberID: String, instanceID: String) throws -> Int16 {
        let body = Wire.text(group) + Wire.int(generation) + Wire.text(memberID) + Wire.text(instanceID)
        return Wire.number(try call(API.heartbeat, body).dropFirst(4))
    }
}

/// Encodes protocol fields and record batches of format 2.
enum Wire {
    static func int(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    static func text(_ text: String) -> [UInt8] { int(Int16(text.utf8.count)) + text.utf8 }

    static func number<Value: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Value {
        bytes.prefix(MemoryLayout<Value>.size).reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    static func number<Value: FixedWidthInteger>(_ bytes: [UInt8]) -> Value { number(bytes[...]) }

    /// A batch of equal records.
    static func batch(
        _ count: Int32 = 1, value: [UInt8] = [1], time: Int64 = 1_000, producer: Int64 = -1, epoch: Int16 = -1,
        sequence: Int32 = -1
    ) -> [UInt8] {
        let records = (0..<count).flatMap { index in
            let record =
                [0] + varint(0) + varint(Int(index)) + varint(-1) + varint(value.count) + value + varint(0)
            return varint(record.count) + record
        }
        let body =
            int(Int16(0)) + int(count - 1) + int(time) + int(time) + int(producer) + int(epoch) + int(sequence)
            + int(count) + records
        let checksum = int(checksum_crc32c(body, body.count))
        return int(Int64(0)) + int(Int32(9 + body.count)) + int(Int32(-1)) + [2] + checksum + body
    }

    private static func varint(_ value: Int) -> [UInt8] {
        var rest = UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
