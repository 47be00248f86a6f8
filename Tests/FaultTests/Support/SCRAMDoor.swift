import Crypto
import Foundation
import NIOCore
import NIOTLS

/// Lets nothing by but the question for versions until the client has proven a password by SCRAM-SHA-512 (RFC 5802).
final class SCRAMDoor: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        case first
        case final(password: String, bare: String, reply: String)
        case open
    }

    private static let versionsKey: Int16 = 18
    private static let rounds = 4_096

    private let door: GuardedBroker
    private let users: [String: String]
    private var state = State.first
    private var held = ByteBuffer()
    private var isSecure = false

    init(_ door: GuardedBroker, _ users: [String: String]) {
        self.door = door
        self.users = users
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event { isSecure = true }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isSecure { door.count { $0.withoutTLS += 1 } }
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var piece = unwrapInboundIn(data)
        held.writeBuffer(&piece)
        while let size = held.getInteger(at: held.readerIndex, as: Int32.self), size >= 0,
            let frame = held.readSlice(length: 4 + Int(size))
        {
            take(frame, context)
        }
        held.discardReadBytes()
    }

    private func take(_ frame: ByteBuffer, _ context: ChannelHandlerContext) {
        let text = String(decoding: frame.readableBytesView.dropFirst(4), as: UTF8.self)
        switch state {
        case .open: context.fireChannelRead(wrapInboundOut(frame))
        case .first where text.hasPrefix("n,,"): answerFirst(String(text.dropFirst(3)), context)
        case .final(let password, let bare, let reply): answerFinal(text, password, bare, reply, context)
        case .first:
            let key = frame.getInteger(at: frame.readerIndex + 4, as: Int16.self)
            if key == Self.versionsKey {
                context.fireChannelRead(wrapInboundOut(frame))
            } else {
                turnAway(context)
            }
        }
    }

    private func answerFirst(_ bare: String, _ context: ChannelHandlerContext) {
        let fields = Self.fields(bare)
        // Of a user who is not there the same is asked, and no proof is good.
        let password = fields["n"].flatMap { users[$0] } ?? UUID().uuidString
        let salt = Data("a salt of the test's own".utf8).base64EncodedString()
        let reply = "r=\(fields["r"] ?? "")\(UUID().uuidString),s=\(salt),i=\(Self.rounds)"
        state = .final(password: password, bare: bare, reply: reply)
        say(reply, context)
    }

    private func answerFinal(
        _ text: String, _ password: String, _ bare: String, _ reply: String, _ context: ChannelHandlerContext
    ) {
        let said = Self.fields(text), offered = Self.fields(reply)
        guard let nonce = said["r"], nonce == offered["r"], let channel = said["c"],
            let proof = said["p"].flatMap({ Data(base64Encoded: $0) }),
            let salt = offered["s"].flatMap({ Data(base64Encoded: $0) })
        else { return turnAway(context) }
        let all = Data("\(bare),\(reply),c=\(channel),r=\(nonce)".utf8)
        let salted = SymmetricKey(data: Self.salted(password, salt))
        let client = Self.sign(Data("Client Key".utf8), salted)
        let signature = Self.sign(all, SymmetricKey(data: Data(SHA512.hash(data: client))))
        guard proof == Data(zip(client, signature).map { $0 ^ $1 }) else { return turnAway(context) }
        state = .open
        door.count { $0.letIn += 1 }
        let server = SymmetricKey(data: Self.sign(Data("Server Key".utf8), salted))
        say("v=\(Self.sign(all, server).base64EncodedString())", context)
    }

    private func turnAway(_ context: ChannelHandlerContext) {
        door.count { $0.turnedAway += 1 }
        context.close(promise: nil)
    }

    private func say(_ text: String, _ context: ChannelHandlerContext) {
        var frame = context.channel.allocator.buffer(capacity: text.utf8.count + 4)
        frame.writeInteger(Int32(text.utf8.count))
        frame.writeString(text)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    private static func fields(_ text: String) -> [String: String] {
        Dictionary(
            text.split(separator: ",").map { (String($0.prefix(1)), String($0.dropFirst(2))) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func sign(_ data: Data, _ key: SymmetricKey) -> Data {
        Data(HMAC<SHA512>.authenticationCode(for: data, using: key))
    }

    /// `Hi` of RFC 5802.
    private static func salted(_ password: String, _ salt: Data) -> Data {
        let key = SymmetricKey(data: Data(password.utf8))
        var round = sign(salt + [0, 0, 0, 1], key), result = round
        for _ in 1..<rounds {
            round = sign(round, key)
            result = Data(zip(result, round).map { $0 ^ $1 })
        }
        return result
    }
}
