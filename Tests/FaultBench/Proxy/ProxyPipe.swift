import NIOCore

/// One end of a joined pair of connections; both ends are on one event loop.
final class ProxyPipe: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The other end; nil if data must not arrive there.
    var partner: ProxyPipe?
    private let link: ProxyLink
    private let isClient: Bool
    private var rewriter: BrokerAddressRewriter?
    private var channel: (any Channel)?
    /// Chunks on their way to the partner, in order.
    private var inProgress: [ByteBuffer] = []
    private var lastDue = NIODeadline.now()

    init(link: ProxyLink, isClient: Bool, rewriter: BrokerAddressRewriter?) {
        self.link = link
        self.isClient = isClient
        self.rewriter = rewriter
    }

    func handlerAdded(context: ChannelHandlerContext) {
        channel = context.channel
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let piece = unwrapInboundIn(data)
        guard let partner else { return link.broke([context.channel]) }
        switch link.fate(of: context.channel, fromServer: !isClient) {
        case .swallow:
            link.broke([channel, partner.channel].compactMap(\.self))
        case .reset:
            for end in [channel, partner.channel].compactMap(\.self) { ProxyLink.reset(end) }
        case .pass(let delay):
            let whole = rewriter?.take(piece) ?? piece
            guard whole.readableBytes > 0 else { return }
            pass(whole, after: delay, on: context.eventLoop)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // The server's end is hidden from a client whose connection drops all data (`strand`).
        let isSilent = !isClient && link.isSilent(context.channel)
        link.closed(context.channel, isClient: isClient)
        if !isSilent, let partner {
            let loop = context.eventLoop.assumeIsolated()
            loop.scheduleTask(deadline: max(.now(), lastDue)) { partner.channel?.close(promise: nil) }
        }
        partner?.partner = nil
        partner = nil
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        ProxyLink.reset(context.channel)
    }

    /// Passes a chunk to the partner, never before an earlier one.
    private func pass(_ piece: ByteBuffer, after delay: Duration, on loop: any EventLoop) {
        guard delay > .zero || !inProgress.isEmpty else { return write(piece) }
        inProgress.append(piece)
        lastDue = max(lastDue, .now() + TimeAmount(delay))
        loop.assumeIsolated().scheduleTask(deadline: lastDue) {
            guard !self.inProgress.isEmpty else { return }
            self.write(self.inProgress.removeFirst())
        }
    }

    private func write(_ piece: ByteBuffer) {
        guard let channel = partner?.channel else { return }
        var piece = piece
        for count in link.parts(of: piece.readableBytes) {
            if let part = piece.readSlice(length: count) { channel.writeAndFlush(part, promise: nil) }
        }
    }
}
