import Crypto
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import SwiftASN1
import Synchronization
import TestPeers
import TestSupport
import X509

/// A mail server for the used part of SMTP (RFC 5321, 3207, 4954), with its own certificate.
final class SMTPPeer: Sendable {
    /// An accepted mail.
    struct Mail: Sendable, Equatable {
        let sender: String
        let recipient: String
        /// The content as received, without dot-stuffing.
        let text: String
        let wasSecured: Bool
    }

    /// The server's behavior.
    struct Manners: Sendable {
        var offersTLS = true
        /// The required `user` and `password`.
        var credentials: (String, String)?
        /// The server's reply to a recipient instead of 250.
        var recipientReply: String?
        /// Delay of the reply to a recipient, in seconds.
        var thinks: Int64 = 0
        /// Whether it closes the connection instead of the last reply.
        var hangsUp = false
    }

    private let state = Mutex<(mails: [Mail], manners: Manners)>(([], Manners()))
    let port: Int
    /// A file with the certificate to trust.
    let trustFile: String

    private init(port: Int, trustFile: String) {
        self.port = port
        self.trustFile = trustFile
    }

    /// The accepted mails, in order.
    var mails: [Mail] { state.withLock(\.mails) }

    /// Sets the behavior for further connections.
    func behave(_ manners: Manners) { state.withLock { $0.manners = manners } }

    fileprivate var manners: Manners { state.withLock(\.manners) }

    fileprivate func take(_ mail: Mail) { state.withLock { $0.mails.append(mail) } }

    /// Runs a server while the body runs.
    static func with(_ body: (SMTPPeer) async throws -> Void) async throws {
        let (certificate, key) = try selfSigned()
        let directory = FileManager.default.temporaryDirectory
        let file = directory.appending(path: "smtp-\(UUID().uuidString).pem")
        try Data(certificate.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map {
            NIOSSLCertificateSource.certificate($0)
        }
        let privateKey = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(privateKey)))
        let holder = Mutex<SMTPPeer?>(nil)
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let peer = holder.withLock({ $0 }) else { throw ChannelError.ioOnClosedChannel }
                    try channel.pipeline.syncOperations.addHandler(SMTPConversation(peer, tls))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let peer = SMTPPeer(port: server.localAddress?.port ?? 0, trustFile: file.path())
        holder.withLock { $0 = peer }
        do {
            try await body(peer)
        } catch {
            try? await server.close()
            throw error
        }
        try await server.close()
    }

    /// A certificate for 127.0.0.1 and its key, both in PEM.
    private static func selfSigned() throws -> (certificate: String, key: String) {
        let key = P256.Signing.PrivateKey(), name = try DistinguishedName { CommonName("mail.test") }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
            notValidBefore: .now - 3_600, notValidAfter: .now + 86_400, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames([.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))])
            },
            issuerPrivateKey: .init(key))
        return (try certificate.serializeAsPEM().pemString, key.pemRepresentation)
    }
}

/// One connection; lives on its event loop.
private final class SMTPConversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let peer: SMTPPeer
    private let tls: NIOSSLContext
    private var input = "", isSecured = false, isSigningIn = false, isSignedIn = false
    private var sender = "", recipient = "", data: [Substring]?

    init(_ peer: SMTPPeer, _ tls: NIOSSLContext) {
        self.peer = peer
        self.tls = tls
    }

    func channelActive(context: ChannelHandlerContext) { say("220 mail.test ready", context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        input += String(buffer: unwrapInboundIn(data))
        // In Swift, CR LF is one character.
        while let end = input.firstIndex(of: "\r\n") {
            let line = input[..<end]
            input = String(input[input.index(after: end)...])
            hear(line, context)
        }
    }

    private func hear(_ line: Substring, _ context: ChannelHandlerContext) {
        guard data == nil else { return hearData(line, context) }
        guard !isSigningIn else { return signIn(line, context) }
        let manners = peer.manners, words = line.split(separator: " ")
        switch words.first?.uppercased() {
        case "EHLO":
            let offers =
                (manners.offersTLS && !isSecured ? ["STARTTLS"] : [])
                + (manners.credentials == nil ? [] : ["AUTH PLAIN"]) + ["8BITMIME"]
            say(
                (["mail.test"] + offers.dropLast()).map { "250-\($0)\r\n" }.joined() + "250 \(offers.last ?? "")",
                context)
        case "STARTTLS":
            say("220 go ahead", context)
            isSecured = true
            try? context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first)
        case "AUTH":
            guard words.count == 2 else { return signIn(words.last ?? "", context) }
            isSigningIn = true
            say("334 ", context)
        case "MAIL":
            guard manners.credentials == nil || isSignedIn else { return say("530 sign in first", context) }
            sender = address(line)
            say("250 ok", context)
        case "RCPT":
            recipient = address(line)
            let reply = manners.recipientReply ?? "250 ok", bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            let conversation = NIOLoopBound(self, eventLoop: context.eventLoop)
            guard manners.thinks > 0 else { return say(reply, context) }
            context.eventLoop.scheduleTask(in: .seconds(manners.thinks)) { conversation.value.say(reply, bound.value) }
        case "DATA":
            data = []
            say("354 go on", context)
        case "QUIT":
            say("221 bye", context)
            context.close(promise: nil)
        default: say("502 what", context)
        }
    }

    private func signIn(_ response: Substring, _ context: ChannelHandlerContext) {
        isSigningIn = false
        let given = Data(base64Encoded: String(response)).map { String(decoding: $0, as: UTF8.self) }
        isSignedIn = peer.manners.credentials.map { given == "\0\($0.0)\0\($0.1)" } ?? false
        say(isSignedIn ? "235 welcome" : "535 wrong", context)
    }

    private func hearData(_ line: Substring, _ context: ChannelHandlerContext) {
        guard line == "." else {
            data?.append(line.hasPrefix(".") ? line.dropFirst() : line)
            return
        }
        let lines = data ?? []
        data = nil
        guard !peer.manners.hangsUp else { return context.close(promise: nil) }
        peer.take(
            .init(
                sender: sender, recipient: recipient, text: lines.joined(separator: "\n"), wasSecured: isSecured))
        say("250 taken", context)
    }

    private func address(_ line: Substring) -> String {
        String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
    }

    private func say(_ line: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: line + "\r\n")), promise: nil)
    }
}
