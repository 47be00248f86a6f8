/// A request to join a group.
struct JoinRequest {
    /// Empty for a new member.
    let memberID: String
    /// Static membership: the same id after a restart.
    let instanceID: String?
    let clientID: String
    let clientHost: String
    /// Milliseconds without a heartbeat after which the member is removed.
    let sessionTimeout: Int
    /// Milliseconds that a rebalance waits for this member.
    let rebalanceTimeout: Int
    let protocolType: String
    /// Assignment strategies, the preferred one first.
    let protocols: [GroupProtocol]
    /// Whether a new member first gets an id and joins again with it (KIP-394), so that a lost answer leaves no member.
    let asksForID: Bool
}

/// An assignment strategy with the member's metadata for it.
struct GroupProtocol {
    let name: String
    let metadata: [UInt8]

    /// The subscribed topics of a consumer; the whole metadata for other protocol types.
    ///
    /// The rest of a consumer's metadata, such as its owned partitions, changes with each join.
    func subscription(of protocolType: String) -> [UInt8] {
        guard protocolType == "consumer" else { return metadata }
        let topics: [String]? = metadata.withUnsafeBytes { bytes in
            var reader = RequestReader(bytes)
            guard (try? reader.int16()) != nil else { return nil }
            return try? reader.array { try $0.string() }
        }
        return topics.map { Array($0.sorted().joined(separator: "\n").utf8) } ?? metadata
    }
}

/// The answer to a join.
struct JoinAnswer {
    var error = ErrorCode.none
    var generation: Int32 = -1
    var protocolType: String?
    var protocolName: String?
    var leader = ""
    var memberID = ""
    /// All members, for the leader alone.
    var members: [(id: String, instanceID: String?, metadata: [UInt8])] = []
}

/// The answer to a sync: the member's assignment.
struct SyncAnswer {
    var error = ErrorCode.none
    var protocolType: String?
    var protocolName: String?
    var assignment: [UInt8] = []
}

/// Identifies the member that sent a request.
struct MemberIdentity {
    let memberID: String
    let instanceID: String?
}

/// One member of a group.
final class GroupMember {
    let id: String
    let instanceID: String?
    let clientID: String
    let clientHost: String
    private(set) var sessionTimeout: Int
    private(set) var rebalanceTimeout: Int
    private(set) var protocols: [GroupProtocol]
    var assignment: [UInt8] = []
    /// The pending reply to a join.
    private var joinReply: ((JoinAnswer) -> Void)?
    /// The pending reply to a sync.
    private var syncReply: ((SyncAnswer) -> Void)?
    private var session: Timer?
    /// Deadline of the session, in monotonic nanoseconds.
    private var sessionEnd: Int64 = 0

    init(id: String, _ request: JoinRequest) {
        self.id = id
        instanceID = request.instanceID
        clientID = request.clientID
        clientHost = request.clientHost
        sessionTimeout = request.sessionTimeout
        rebalanceTimeout = request.rebalanceTimeout
        protocols = request.protocols
    }

    /// Takes the values of another join.
    func update(_ request: JoinRequest) {
        sessionTimeout = request.sessionTimeout
        rebalanceTimeout = request.rebalanceTimeout
        protocols = request.protocols
    }

    func metadata(for name: String) -> [UInt8] { protocols.first { $0.name == name }?.metadata ?? [] }

    func subscription(for name: String, of protocolType: String) -> [UInt8] {
        protocols.first { $0.name == name }?.subscription(of: protocolType) ?? []
    }

    // MARK: Answers

    var isJoining: Bool { joinReply != nil }
    var isSyncing: Bool { syncReply != nil }

    /// Keeps the reply to a join.
    ///
    /// The session timeout is suspended: the connection is blocked, so no heartbeat can arrive.
    func waitForJoin(_ reply: @escaping (JoinAnswer) -> Void) {
        // The client has given up on its earlier request.
        joinReply?(JoinAnswer(error: .unknownMemberID, memberID: id))
        joinReply = reply
        endSession()
    }

    func waitForSync(_ reply: @escaping (SyncAnswer) -> Void) {
        syncReply?(SyncAnswer(error: .rebalanceInProgress))
        syncReply = reply
        endSession()
    }

    /// Answers a pending join.
    func answerJoin(_ answer: JoinAnswer) {
        let reply = joinReply
        joinReply = nil
        reply?(answer)
    }

    /// Answers a pending sync.
    func answerSync(_ answer: SyncAnswer) {
        let reply = syncReply
        syncReply = nil
        reply?(answer)
    }

    // MARK: Session

    /// Restarts the session timeout.
    ///
    /// A running timer is kept; it checks the new deadline when it fires.
    func beginSession(_ timers: Timers, onEnd: @escaping () -> Void) {
        sessionEnd = Timers.now + Int64(sessionTimeout) * 1_000_000
        guard session?.isPending != true else { return }
        startTimer(timers, milliseconds: sessionTimeout, onEnd)
    }

    func endSession() {
        session?.cancel()
        session = nil
    }

    private func startTimer(_ timers: Timers, milliseconds: Int, _ onEnd: @escaping () -> Void) {
        session = timers.after(milliseconds: milliseconds) { [weak self] in
            guard let self else { return }
            let rest = self.sessionEnd - Timers.now
            guard rest > 0 else { return onEnd() }
            self.startTimer(timers, milliseconds: Int(rest / 1_000_000) + 1, onEnd)
        }
    }
}
