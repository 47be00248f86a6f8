/// What a client asks for when it joins a group.
struct JoinRequest {
    /// Empty for a client that is new.
    let memberID: String
    /// Static membership: the client's name for itself, the same after a restart.
    let instanceID: String?
    let clientID: String
    let clientHost: String
    /// Milliseconds of silence after which the member is gone.
    let sessionTimeout: Int
    /// Milliseconds that the others wait for this member in a rebalance.
    let rebalanceTimeout: Int
    let protocolType: String
    /// Ways to assign partitions, the preferred one first.
    let protocols: [GroupProtocol]
    /// Whether a new client is given its id first and joins with it then, so that a lost answer leaves no member behind.
    let asksForID: Bool
}

/// A way to assign partitions, with what a member says for it.
struct GroupProtocol {
    let name: String
    let metadata: [UInt8]

    /// The topics a consumer subscribes to, as they are written in its metadata; all of the metadata of others.
    ///
    /// What stands behind them, as the partitions owned so far, changes from one join to the next.
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

/// The answer to a sync: what the leader assigned to the member.
struct SyncAnswer {
    var error = ErrorCode.none
    var protocolType: String?
    var protocolName: String?
    var assignment: [UInt8] = []
}

/// How a request names the member it comes from.
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
    /// Answers the join that waits for the others.
    private var joinReply: ((JoinAnswer) -> Void)?
    /// Answers the sync that waits for the leader.
    private var syncReply: ((SyncAnswer) -> Void)?
    private var session: Timer?
    /// When the session ends, unless the member is heard of before.
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

    /// Takes what a further join says.
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

    /// Keeps the answer for later.
    ///
    /// The session stands still meanwhile: the connection waits, so no heartbeat can come.
    func waitForJoin(_ reply: @escaping (JoinAnswer) -> Void) {
        // A client that asks again no longer listens to the answer before.
        joinReply?(JoinAnswer(error: .unknownMemberID, memberID: id))
        joinReply = reply
        endSession()
    }

    func waitForSync(_ reply: @escaping (SyncAnswer) -> Void) {
        syncReply?(SyncAnswer(error: .rebalanceInProgress))
        syncReply = reply
        endSession()
    }

    /// Answers the join that waits, if there is one.
    func answerJoin(_ answer: JoinAnswer) {
        let reply = joinReply
        joinReply = nil
        reply?(answer)
    }

    /// Answers the sync that waits, if there is one.
    func answerSync(_ answer: SyncAnswer) {
        let reply = syncReply
        syncReply = nil
        reply?(answer)
    }

    // MARK: Session

    /// Begins the session anew: silence from now on ends it.
    ///
    /// The timer that runs already looks at the new end when its time has come.
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
