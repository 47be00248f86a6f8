import CEpoll
import Glibc

/// The event loop of the broker's only thread: sockets, timers and signals.
final class EventLoop {
    private static let eventsPerWait: Int32 = 128

    private let epoll: Int32
    private let listener: Listener
    private let broker: Broker
    private let signals: Int32
    /// Descriptor of standard input, if the program ends when that is closed; nil otherwise.
    private let input: Int32?
    private var spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
    private var connections: [Int32: Connection] = [:]
    private var scheduled: [Connection] = []
    private var isOver = false

    /// - Throws: `BrokerFailure` if a system call fails.
    init(listener: Listener, broker: Broker, endsWithInput: Bool) throws {
        self.listener = listener
        self.broker = broker
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT] { sigaddset(&set, number) }
        sigprocmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        signals = signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
        input = endsWithInput ? STDIN_FILENO : nil
        guard epoll >= 0, signals >= 0, watch(listener.descriptor, EPOLLIN.rawValue),
            watch(signals, EPOLLIN.rawValue)
        else { throw BrokerFailure(doing: "watch sockets") }
        // epoll does not support files, which are always at their end.
        if let input, !watch(input, EPOLLIN.rawValue) { isOver = true }
    }

    deinit {
        for descriptor in [epoll, signals, listener.descriptor, spare] { close(descriptor) }
    }

    /// Runs until SIGTERM, SIGINT or the end of standard input.
    func run() throws {
        var events = [epoll_event](repeating: epoll_event(), count: Int(Self.eventsPerWait))
        while !isOver {
            let wait = scheduled.isEmpty ? broker.timers.millisecondsUntilNext : 0
            let count = epoll_wait(epoll, &events, Self.eventsPerWait, wait)
            guard count >= 0 || errno == EINTR else { throw BrokerFailure(doing: "wait for sockets") }
            for event in events.prefix(Int(max(0, count))) { take(event) }
            broker.timers.fireDue()
            repeat {
                broker.fetches.answerReady()
                advanceScheduled()
            } while broker.fetches.hasReady
        }
    }

    /// Lets scheduled connections continue.
    ///
    /// A connection that uses up its turn continues after the next events.
    private func advanceScheduled() {
        let due = scheduled
        scheduled.removeAll(keepingCapacity: true)
        for connection in due {
            connection.isScheduled = false
            connection.advance()
        }
    }

    private func take(_ event: epoll_event) {
        let descriptor = event.data.fd
        switch descriptor {
        case listener.descriptor: acceptAll()
        case signals: isOver = true
        case input: isOver = inputHasEnded()
        default:
            connections[descriptor]?.noteReady(isReadable: event.events & ~EPOLLOUT.rawValue != 0)
        }
    }

    private func acceptAll() {
        while true {
            switch listener.accept(spare: &spare) {
            case .none: return
            case .turnedAway: continue
            case .accepted(let client):
                let flags = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
                guard watch(client, flags) else {
                    close(client)
                    continue
                }
                connections[client] = Connection(descriptor: client, handler: self)
            }
        }
    }

    private func inputHasEnded() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        return read(STDIN_FILENO, &bytes, bytes.count) <= 0
    }

    private func watch(_ descriptor: Int32, _ events: UInt32) -> Bool {
        var event = epoll_event()
        event.events = events
        event.data.fd = descriptor
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }
}

extension EventLoop: Connection.Handler {
    func handle(_ request: inout RequestReader, _ reply: Reply) throws {
        try broker.handle(&request, reply)
    }

    func schedule(_ connection: Connection) {
        guard !connection.isScheduled, !connection.isClosed else { return }
        connection.isScheduled = true
        scheduled.append(connection)
    }

    func noteClosed(_ connection: Connection) {
        connections[connection.descriptor] = nil
    }
}
