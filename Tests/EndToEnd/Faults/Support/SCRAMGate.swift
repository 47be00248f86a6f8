import NIOCore

/// Forwards only ApiVersions requests until the client has proven a password by SCRAM-SHA-512.
///
/// The protocol since Kafka 1.0: `SaslHandshake` chooses the mechanism, `SaslAuthenticate` carries the messages.
/// librdkafka uses SCRAM only with brokers that list `SaslHandshake` among their supported requests.
final class SCRAMGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        case first
        case final(SCRAMExchange)
        case open
    }

    private enum Key {
        static let handshake: Int16 = 17
        static let versions: Int16 = 18
        static let authenticate: Int16 = 36
    }

    /// Error codes of Kafka's protocol.
    private enum Code {
        static let unsupportedMechanism: Int16 = 33
        static let unsupportedVersion: Int16 = 35
        static let authenticationFailed: Int16 = 58
    }

    private static let mechanism = "SCRAM-SHA-512"
    /// From version 3 on, the ApiVersions response has another format.
    private static let lastVersionsVersion: Int16 = 2

    private let door: GuardedBroker
    private let users: [String: String]
    private var state = State.first
    private var held = ByteBuffer()
    private var isSecure = false

    init(_ door: GuardedBroker, _ users: [String: String]) {
        self.door = door
        self.users = users
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isSecure { door.count { $0.withoutTLS += 1 } }
        context.fireChannelInactive()
    }

    /// Only bytes decrypted by TLS arrive here.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isSecure = true
        var piece = unwrapInboundIn(data)
        held.writeBuffer(&piece)
        while let size = held.getInteger(at: held.readerIndex, as: Int32.self), size >= 0,
            let frame = held.readSlice(length: 4 + Int(size))
        {
            take(frame, context)
        }
        held.discardReadBytes()
    }

    /// Adds the requests supported by the gate to the broker's ApiVersions response; once it is open, all other
    /// responses pass.
    func announce(in answer: ByteBuffer) -> ByteBuffer {
        var rest = answer
        if case .open = state { return answer }
        guard let size = rest.readInteger(as: Int32.self), let correlation = rest.readInteger(as: Int32.self),
            let code = rest.readInteger(as: Int16.self), code == 0, let count = rest.readInteger(as: Int32.self)
        else { return answer }
        var longer = ByteBuffer()
        longer.writeMultipleIntegers(size + 12, correlation, code, count + 2)
        longer.writeMultipleIntegers(Key.handshake, Int16(0), Int16(1))
        longer.writeMultipleIntegers(Key.authenticate, Int16(0), Int16(0))
        longer.writeBuffer(&rest)
        return longer
    }

    private func take(_ frame: ByteBuffer, _ context: ChannelHandlerContext) {
        if case .open = state { return context.fireChannelRead(wrapInboundOut(frame)) }
        guard let request = Request(frame) else { return turnAway(context) }
        switch request.key {
        case Key.versions where request.version <= Self.lastVersionsVersion:
            context.fireChannelRead(wrapInboundOut(frame))
        case Key.versions:
            say(to: request, context) { answer in
                answer.writeMultipleIntegers(Code.unsupportedVersion, Int32(1))
                answer.writeMultipleIntegers(Key.versions, Int16(0), Self.lastVersionsVersion)
            }
        case Key.handshake: choose(request, context)
        case Key.authenticate: authenticate(request, context)
        default: turnAway(context)
        }
    }

    private func choose(_ request: Request, _ context: ChannelHandlerContext) {
        let isOurs = request.text(of: Int16.self) == Self.mechanism
        say(to: request, context) { answer in
            answer.writeMultipleIntegers(isOurs ? 0 : Code.unsupportedMechanism, Int32(1))
            answer.writeText(Self.mechanism, as: Int16.self)
        }
        if !isOurs { turnAway(context) }
    }

    private func authenticate(_ request: Request, _ context: ChannelHandlerContext) {
        let text = request.text(of: Int32.self) ?? ""
        switch state {
        case .first:
            if let exchange = SCRAMExchange(text, users: users) {
                state = .final(exchange)
                return say(exchange.challenge, to: request, context)
            }
        case .final(let exchange):
            if let answer = exchange.answer(text) {
                state = .open
                door.count { $0.letIn += 1 }
                return say(answer, to: request, context)
            }
        case .open: break
        }
        say(to: request, context) { answer in
            answer.writeInteger(Code.authenticationFailed)
            answer.writeText("Authentication failed: invalid credentials", as: Int16.self)
            answer.writeInteger(Int32(0))
        }
        turnAway(context)
    }

    private func turnAway(_ context: ChannelHandlerContext) {
        door.count { $0.turnedAway += 1 }
        context.close(promise: nil)
    }

    private func say(_ text: String, to request: Request, _ context: ChannelHandlerContext) {
        say(to: request, context) { answer in
            // No error code, and no error message.
            answer.writeMultipleIntegers(Int16(0), Int16(-1))
            answer.writeText(text, as: Int32.self)
        }
    }

    private func say(to request: Request, _ context: ChannelHandlerContext, _ body: (inout ByteBuffer) -> Void) {
        var answer = ByteBuffer()
        body(&answer)
        var frame = ByteBuffer()
        frame.writeMultipleIntegers(Int32(answer.readableBytes + 4), request.correlation)
        frame.writeBuffer(&answer)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }
}

/// The part of a Kafka request that the gate parses.
private struct Request {
    let key: Int16
    let version: Int16
    let correlation: Int32
    private let body: ByteBuffer

    init?(_ frame: ByteBuffer) {
        var rest = frame
        guard let (_, key, version, correlation) = rest.readMultipleIntegers(as: (Int32, Int16, Int16, Int32).self),
            let length = rest.readInteger(as: Int16.self), rest.readSlice(length: max(0, Int(length))) != nil
        else { return nil }
        self.key = key
        self.version = version
        self.correlation = correlation
        body = rest
    }

    /// The length-prefixed text at the start of the body.
    func text<Length: FixedWidthInteger>(of length: Length.Type) -> String? {
        var rest = body
        return rest.readInteger(as: length).flatMap { rest.readString(length: max(0, Int($0))) }
    }
}

extension ByteBuffer {
    /// Writes a length-prefixed text.
    fileprivate mutating func writeText<Length: FixedWidthInteger>(_ text: String, as length: Length.Type) {
        writeInteger(Length(text.utf8.count))
        writeString(text)
    }
}
