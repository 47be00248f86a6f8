import Foundation
import Hexadecimal

/// The current position in a distributed trace (W3C Trace Context, level 1), with a correlation id for everything that
/// one request caused.
///
/// Ids are random or come from a caller, and reveal nothing about a person.
package struct TraceContext: Sendable, Hashable {
    /// The context of the running task; log lines take their ids from it.
    @TaskLocal package static var current: TraceContext?

    /// The trace id: 16 bytes, not all zero.
    package let traceID: UUID
    /// The span of the caller or of this work: 8 bytes, not zero.
    package let spanID: UInt64
    /// Whether the caller records this trace.
    package let isSampled: Bool
    /// Shared by all events and log lines of one request.
    package let correlationID: UUID

    /// A context from known ids.
    package init(traceID: UUID, spanID: UInt64, isSampled: Bool = true, correlationID: UUID) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.correlationID = correlationID
    }

    /// The start of a new trace; the trace id serves as correlation id unless one is given.
    package static func root(
        correlationID: UUID? = nil, using generator: inout some RandomNumberGenerator
    ) -> Self {
        let traceID = UUID.random(using: &generator)
        return Self(
            traceID: traceID, spanID: nonZero(using: &generator), correlationID: correlationID ?? traceID)
    }

    /// The start of a new trace with random ids from the system.
    package static func root(correlationID: UUID? = nil) -> Self {
        var generator = SystemRandomNumberGenerator()
        return root(correlationID: correlationID, using: &generator)
    }

    /// Continues the trace of a `traceparent` header.
    ///
    /// The text is `00-<32 hex>-<16 hex>-<2 hex>`; later versions are read by these four fields too. Nil if it is
    /// malformed or an id is zero, in which case the caller starts a new trace.
    package init?(traceparent: String, correlationID: UUID) {
        let text = Array(traceparent.utf8)
        guard text.count >= 55, text.count <= 256,
            text[2] == Self.dash, text[35] == Self.dash, text[52] == Self.dash,
            let version = Self.hexadecimal(text[0..<2]), version != 0xff,
            let high = Self.hexadecimal(text[3..<19]), let low = Self.hexadecimal(text[19..<35]),
            let span = Self.hexadecimal(text[36..<52]), let flags = Self.hexadecimal(text[53..<55]),
            version == 0 ? text.count == 55 : (text.count == 55 || text[55] == Self.dash),
            high != 0 || low != 0, span != 0
        else { return nil }
        self.init(
            traceID: UUID(high: high, low: low), spanID: span, isSampled: flags & 1 == 1, correlationID: correlationID)
    }

    /// A new span below this one, in the same trace.
    package func child() -> Self {
        var generator = SystemRandomNumberGenerator()
        return child(using: &generator)
    }

    /// A new span below this one, in the same trace.
    package func child(using generator: inout some RandomNumberGenerator) -> Self {
        Self(
            traceID: traceID, spanID: Self.nonZero(using: &generator), isSampled: isSampled,
            correlationID: correlationID)
    }

    /// The header's text, version 00.
    package var traceparent: String { "00-\(traceIDText)-\(spanIDText)-\(isSampled ? "01" : "00")" }

    /// The trace id in 32 lower-case hexadecimal digits.
    package var traceIDText: String { Self.text(ofTrace: traceID) }

    /// A trace id in 32 lower-case hexadecimal digits.
    package static func text(ofTrace traceID: UUID) -> String {
        traceID.text.filter { $0 != "-" }
    }

    /// The span id in 16 lower-case hexadecimal digits.
    package var spanIDText: String { Self.text(ofSpan: spanID) }

    /// A span id in 16 lower-case hexadecimal digits.
    package static func text(ofSpan spanID: UInt64) -> String {
        let digits = String(spanID, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The correlation id as logs, problems and headers show it.
    package var correlationIDText: String { correlationID.text }

    private static let dash = UInt8(ascii: "-")

    /// The value of at most 16 lower-case hexadecimal digits; nil for anything else (the standard refuses upper case).
    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }

    private static func nonZero(using generator: inout some RandomNumberGenerator) -> UInt64 {
        UInt64.random(in: 1...UInt64.max, using: &generator)
    }
}

extension UUID {
    /// A UUID from two big-endian halves.
    fileprivate init(high: UInt64, low: UInt64) {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { buffer in
            buffer.storeBytes(of: high.bigEndian, as: UInt64.self)
            buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        self.init(uuid: bytes)
    }

    /// A random UUID (version 4, RFC 9562) from the generator.
    package static func random(using generator: inout some RandomNumberGenerator) -> UUID {
        let high = UInt64.random(in: 0...UInt64.max, using: &generator)
        let low = UInt64.random(in: 0...UInt64.max, using: &generator)
        return UUID(high: high & ~0xf000 | 0x4000, low: low & ~(0b11 << 62) | (0b10 << 62))
    }
}
