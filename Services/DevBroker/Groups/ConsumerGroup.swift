/// A group with its members and their assignments, by Kafka's classic rebalance protocol.
///
/// In a rebalance all members join, the leader assigns the partitions, and all members fetch their assignments (sync).
final class ConsumerGroup {
    enum State: String {
        case empty = "Empty"
        /// Waiting for members to join.
        case preparing = "PreparingRebalance"
        /// Waiting for the leader's assignments.
        case completing = "CompletingRebalance"
        case stable = "Stable"
    }

    /// Milliseconds that the first member waits for others, extended by each new one; Kafka's default is 3 s.
    static let initialDelay = 100
    /// Maximum number of initial delays in a row.
    private static let maxInitialDelays = 10

    let id: String
    let timers: Timers
    private(set) var state = State.empty
    private(set) var members: [GroupMember] = []
    private(set) var generation: Int32 = 0
    private(set) var protocolType: String?
    private(set) var protocolName: String?
    private var leader = ""
    /// New member ids that have not joined yet.
    private var expected: [String: Timer] = [:]
    /// Timeout of the current state.
    private var stateTimer: Timer?
    /// Number of initial delays so far; 0 if the group had members before.
    private var initialDelays = 0
    var offsets = CommittedOffsets()

    init(id: String, timers: Timers) {
        self.id = id
        self.timers = timers
    }

    /// Whether the group has neither members nor offsets.
    var isForgettable: Bool { state == .empty && expected.isEmpty && offsets.isEmpty }

    // MARK: Members

    /// Finds the member that sent a request.
    ///
    /// - Throws: `GroupRefusal.unknownMember`, or `.fenced` if another member has taken its instance id.
    func member(_ identity: MemberIdentity) throws(GroupRefusal) -> GroupMember {
        if let instanceID = identity.instanceID {
            guard let member = members.first(where: { $0.instanceID == instanceID }) else { throw .unknownMember }
            guard member.id == identity.memberID else { throw .fenced }
            return member
        }
        guard let member = members.first(where: { $0.id == identity.memberID }) else { throw .unknownMember }
        return member
    }

    func member(withInstanceID instanceID: String) -> GroupMember? {
        members.first { $0.instanceID == instanceID }
    }

    /// Whether the client has a protocol in common with all other members.
    func accepts(_ request: JoinRequest) -> Bool {
        guard !request.protocols.isEmpty, !request.protocolType.isEmpty else { return false }
        let others = members.filter { $0.id != request.memberID }
        guard !others.isEmpty else { return true }
        return request.protocolType == protocolType
            && request.protocols.contains { candidate in
                others.allSatisfy { $0.protocols.contains { $0.name == candidate.name } }
            }
    }

    /// Registers a new member id, which must join within the session timeout.
    func expect(_ memberID: String, for request: JoinRequest) {
        expected[memberID] = timers.after(milliseconds: request.sessionTimeout) { [weak self] in
            self?.expected[memberID] = nil
            self?.completeJoinIfAllAreThere()
        }
    }

    /// Unregisters a new member id.
    ///
    /// - Returns: Whether it was registered.
    func takeExpected(_ memberID: String) -> Bool {
        guard let timer = expected.removeValue(forKey: memberID) else { return false }
        timer.cancel()
        return true
    }

    /// Adds a member, and starts a rebalance unless one is running.
    func add(_ member: GroupMember, _ request: JoinRequest, reply: @escaping (JoinAnswer) -> Void) {
        if members.isEmpty { protocolType = request.protocolType }
        members.append(member)
        member.waitForJoin(reply)
        if state == .preparing, initialDelays > 0 { return extendInitialDelay() }
        beginRebalance()
    }

    /// Replaces a static member by its restarted client.
    ///
    /// The old member is fenced.
    ///
    /// - Returns: The previous leader id. The answer names it so that a restarted leader does not assign partitions.
    func replace(_ old: GroupMember, by new: GroupMember) -> String {
        let leaderBefore = leader
        old.endSession()
        old.answerJoin(JoinAnswer(error: .fencedInstanceID, memberID: old.id))
        old.answerSync(SyncAnswer(error: .fencedInstanceID))
        new.assignment = old.assignment
        members = members.map { $0 === old ? new : $0 }
        if leader == old.id { leader = new.id }
        return leaderBefore
    }

    /// Removes a member and starts a rebalance.
    func remove(_ member: GroupMember) {
        members.removeAll { $0 === member }
        member.endSession()
        member.answerJoin(JoinAnswer(error: .unknownMemberID, memberID: member.id))
        member.answerSync(SyncAnswer(error: .unknownMemberID))
        switch state {
        case .empty: break
        case .preparing: completeJoinIfAllAreThere()
        case .completing, .stable: beginRebalance()
        }
    }

    /// Restarts the session timeout of a member.
    func keepAlive(_ member: GroupMember) {
        guard !member.isJoining, !member.isSyncing else { return }
        member.beginSession(timers) { [weak self, weak member] in
            guard let self, let member else { return }
            self.remove(member)
        }
    }

    // MARK: Joining

    /// Starts a rebalance.
    ///
    /// Members learn of it from their next heartbeat, and join again.
    func beginRebalance() {
        if state == .completing { dismissSyncs() }
        guard state != .preparing else { return completeJoinIfAllAreThere() }
        initialDelays = state == .empty ? 1 : 0
        state = .preparing
        if initialDelays > 0 { return startStateTimer(Self.initialDelay) { $0.completeJoin() } }
        startStateTimer(maxRebalanceTimeout) { $0.completeJoin() }
        completeJoinIfAllAreThere()
    }

    private func extendInitialDelay() {
        initialDelays += 1
        guard initialDelays <= Self.maxInitialDelays else { return }
        startStateTimer(Self.initialDelay) { $0.completeJoin() }
    }

    private func completeJoinIfAllAreThere() {
        guard state == .preparing, initialDelays == 0, expected.isEmpty, members.allSatisfy(\.isJoining) else { return }
        completeJoin()
    }

    /// Completes the join phase.
    ///
    /// Dynamic members that did not join are removed; static ones stay until their session ends.
    private func completeJoin() {
        stateTimer?.cancel()
        initialDelays = 0
        for member in members where !member.isJoining && member.instanceID == nil { member.endSession() }
        members.removeAll { !$0.isJoining && $0.instanceID == nil }
        generation = generation == .max ? 1 : generation + 1
        guard let first = members.first else {
            state = .empty
            protocolName = nil
            return
        }
        guard let present = members.first(where: \.isJoining) else {
            return startStateTimer(maxRebalanceTimeout) { $0.completeJoin() }
        }
        state = .completing
        protocolName = preferredProtocol(startingWith: first)
        if members.first(where: { $0.id == leader })?.isJoining != true { leader = present.id }
        for member in members where member.isJoining {
            member.answerJoin(joinAnswer(for: member))
            keepAlive(member)
        }
        startStateTimer(maxRebalanceTimeout) { $0.dropSilent() }
    }

    /// The answer to a join in the current generation.
    func joinAnswer(for member: GroupMember, leader named: String? = nil) -> JoinAnswer {
        var answer = JoinAnswer(
            generation: generation, protocolType: protocolType, protocolName: protocolName, leader: named ?? leader,
            memberID: member.id)
        if answer.leader == member.id {
            answer.members = members.map { ($0.id, $0.instanceID, $0.metadata(for: protocolName ?? "")) }
        }
        return answer
    }

    /// The protocol that all members support and most prefer.
    func preferredProtocol(startingWith first: GroupMember) -> String? {
        let common = first.protocols.map(\.name).filter { name in
            members.allSatisfy { $0.protocols.contains { $0.name == name } }
        }
        var votes: [String: Int] = [:]
        for member in members {
            if let choice = member.protocols.first(where: { common.contains($0.name) }) {
                votes[choice.name, default: 0] += 1
            }
        }
        return common.max { votes[$0, default: 0] < votes[$1, default: 0] }
    }

    func isLeader(_ member: GroupMember) -> Bool { member.id == leader }

    // MARK: Assigning

    /// Stores the leader's assignments and answers the pending syncs.
    func assign(_ assignments: [String: [UInt8]]) {
        stateTimer?.cancel()
        state = .stable
        for member in members {
            member.assignment = assignments[member.id] ?? []
            guard member.isSyncing else { continue }
            member.answerSync(syncAnswer(for: member))
            keepAlive(member)
        }
    }

    func syncAnswer(for member: GroupMember) -> SyncAnswer {
        SyncAnswer(protocolType: protocolType, protocolName: protocolName, assignment: member.assignment)
    }

    private func dismissSyncs() {
        for member in members {
            member.assignment = []
            guard member.isSyncing else { continue }
            member.answerSync(SyncAnswer(error: .rebalanceInProgress))
            keepAlive(member)
        }
    }

    /// Removes members that joined and did not sync in time.
    private func dropSilent() {
        let silent = members.filter { !$0.isSyncing }
        for member in silent { remove(member) }
        beginRebalance()
    }

    // MARK: Time

    private var maxRebalanceTimeout: Int { members.map(\.rebalanceTimeout).max() ?? 0 }

    private func startStateTimer(_ milliseconds: Int, _ action: @escaping (ConsumerGroup) -> Void) {
        stateTimer?.cancel()
        stateTimer = timers.after(milliseconds: milliseconds) { [weak self] in
            if let self { action(self) }
        }
    }
}

/// The reason why a group refuses a request.
enum GroupRefusal: Error {
    case unknownMember, fenced, otherGeneration, rebalancing, otherProtocol

    var code: ErrorCode {
        switch self {
        case .unknownMember: .unknownMemberID
        case .fenced: .fencedInstanceID
        case .otherGeneration: .illegalGeneration
        case .rebalancing: .rebalanceInProgress
        case .otherProtocol: .inconsistentGroupProtocol
        }
    }
}
