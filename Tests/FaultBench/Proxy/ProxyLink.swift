import NIOCore
import NIOPosix
import Synchronization

/// The shared state of all connections of a proxy: their target and the conditions.
final class ProxyLink: Sendable {
    private struct State {
        /// Targets of new connections, in turn.
        var servers: [Int]
        var next = 0
        var conditions = NetworkConditions.clear
        var port = 0
        /// Ports of the proxies by the ports of their brokers, without this proxy's.
        var others: [Int: Int] = [:]
        var channels: [ObjectIdentifier: any Channel] = [:]
        /// Connections with dropped data.
        var broken: Set<ObjectIdentifier> = []
        /// Connections that no longer forward anything, whatever the conditions.
        var stranded: Set<ObjectIdentifier> = []
        var givenUp: (count: Int, last: ContinuousClock.Instant?) = (0, nil)
    }

    private let host: String
    private let isBroker: Bool
    private let state: Mutex<State>

    init(host: String, server: Int, isBroker: Bool) {
        self.host = host
        self.isBroker = isBroker
        state = Mutex(State(servers: [server]))
    }

    /// Directs new connections to these ports, in turn.
    func lead(to servers: [Int]) {
        precondition(!servers.isEmpty, "a proxy leads somewhere")
        state.withLock { $0.servers = servers }
    }

    /// What happens to a chunk received over a connection.
    func fate(of channel: any Channel, fromServer: Bool) -> NetworkConditions.Fate {
        let (conditions, isStranded) = state.withLock { state in
            (state.conditions, state.stranded.contains(ObjectIdentifier(channel)))
        }
        return isStranded ? .swallow : conditions.fate(fromServer: fromServer)
    }

    /// The sizes of the parts in which a chunk is forwarded.
    func parts(of count: Int) -> [Int] { state.withLock { $0.conditions }.parts(of: count) }

    /// Whether the end of a connection is hidden from the other side.
    func isSilent(_ channel: any Channel) -> Bool {
        state.withLock { $0.conditions.isHalfOpen || $0.stranded.contains(ObjectIdentifier(channel)) }
    }

    /// Drops all further data of the existing connections; new connections work.
    func strand() {
        state.withLock { state in
            state.stranded.formUnion(state.channels.keys)
            state.givenUp = (0, nil)
        }
    }

    var givenUp: (count: Int, last: ContinuousClock.Instant?) { state.withLock { $0.givenUp } }
    var connections: Int { state.withLock { $0.channels.count } }

    /// Sets the proxies of the cluster's other brokers.
    func note(_ others: [Int: Int]) {
        state.withLock { $0.others = others }
    }

    /// Records the proxy's own port.
    func opened(at port: Int) {
        state.withLock { $0.port = port }
    }

    func set(_ conditions: NetworkConditions) {
        let victims = state.withLock { state -> [any Channel] in
            let wasHalfOpen = state.conditions.isHalfOpen
            state.conditions = conditions
            state.givenUp = (0, nil)
            if conditions.isCut { return Array(state.channels.values) }
            guard wasHalfOpen, !conditions.isHalfOpen else { return [] }
            return state.broken.compactMap { state.channels[$0] }
        }
        for channel in victims { Self.reset(channel) }
    }

    func resetAll() {
        for channel in state.withLock({ Array($0.channels.values) }) { Self.reset(channel) }
    }

    /// Marks connections whose data was dropped, so that they can no longer be used.
    func broke(_ channels: [any Channel]) {
        state.withLock { $0.broken.formUnion(channels.map { ObjectIdentifier($0) }) }
    }

    /// Removes a connection that has ended.
    func closed(_ channel: any Channel, isClient: Bool) {
        state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = nil
            state.broken.remove(ObjectIdentifier(channel))
            let isStranded = state.stranded.remove(ObjectIdentifier(channel)) != nil
            if isClient, isStranded || state.conditions.isHalfOpen { state.givenUp = (state.givenUp.count + 1, .now) }
        }
    }

    /// Connects a client's connection to a new one to the server.
    func join(_ client: any Channel) -> EventLoopFuture<Void> {
        let (conditions, port, server, others) = state.withLock { state in
            state.channels[ObjectIdentifier(client)] = client
            state.next += 1
            return (
                state.conditions, state.port, state.servers[state.next % state.servers.count], state.others
            )
        }
        guard !conditions.isCut else {
            closed(client, isClient: true)
            Self.reset(client)
            return client.eventLoop.makeSucceededVoidFuture()
        }
        guard !conditions.isHalfOpen else {
            broke([client])
            return client.eventLoop.makeCompletedFuture {
                try client.pipeline.syncOperations.addHandler(ProxyPipe(link: self, isClient: true, rewriter: nil))
            }.flatMap { client.setOption(.autoRead, value: true) }
        }
        let rewriter = isBroker ? BrokerAddressRewriter(host: host, ports: others.merging([server: port]) { $1 }) : nil
        return ClientBootstrap(group: client.eventLoop)
            .channelOption(.autoRead, value: false)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: host, port: server)
            .flatMapThrowing { server in
                self.state.withLock { $0.channels[ObjectIdentifier(server)] = server }
                let clientSide = ProxyPipe(link: self, isClient: true, rewriter: nil)
                let serverSide = ProxyPipe(link: self, isClient: false, rewriter: rewriter)
                clientSide.partner = serverSide
                serverSide.partner = clientSide
                try client.pipeline.syncOperations.addHandler(clientSide)
                try server.pipeline.syncOperations.addHandler(serverSide)
                return server
            }
            .flatMap { (server: any Channel) in
                client.setOption(.autoRead, value: true).and(server.setOption(.autoRead, value: true)).map { _ in }
            }
    }

    /// Closes a connection with a reset.
    static func reset(_ channel: any Channel) {
        let close: @Sendable () -> Void = { channel.close(promise: nil) }
        guard let socket = channel as? any SocketOptionProvider else { return close() }
        socket.unsafeSetSocketOption(level: .socket, name: .so_linger, value: NoLinger()).whenComplete { _ in close() }
    }

    /// The kernel's `struct linger`: on, with a time of zero.
    private struct NoLinger: Sendable {
        let isOn: CInt = 1
        let seconds: CInt = 0
    }
}
