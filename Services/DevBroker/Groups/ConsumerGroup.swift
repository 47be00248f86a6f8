/// The members of a group, and which of them has which partitions (kafka.apache.org/protocol, the classic protocol).
///
/// Rounds follow one another: all members join, one of them (the leader) assigns, all fetch what they were assigned.
final class ConsumerGroup {
    enum State: String {
        case empty = "Empty"
        /// Members are joining.
        case preparing = "PreparingRebalance"
        /// All have joined; the leader is assigning.
        case completing = "CompletingRebalance"
        case stable = "Stable"
    }

    /// Milliseconds that the first member waits for others, anew with each that comes; Kafka's default is 3 s.
    static let initialDelay = 100
    /// How often the initial delay may begin anew.
    private static let maxInitialDelays = 10

    let id: String
    let timers: Timers
    private(set) var state = State.empty
    private(set) var members: [GroupMember] = []
    private(set) var generation: Int32 = 0
    private(set) var protocolType: String?
    private(set) var protocolName: String?
    private var leader = ""
    /// Ids that were given out and have not joined yet.
    private var expected: [String: Timer] = [:]
    /// Ends the waiting for members to join, or for the leader to assign.
    private var roundTimer: Timer?
    /// Rounds of the initial delay so far; 0 when the group had members before.
    private var initialDelays = 0
    var offsets = CommittedOffsets()

    init(id: String, timers: Timers) {
        self.id = id
        self.timers = timers
    }

    /// Whether nothing would be lost with the group.
    var isForgettable: Bool { state == .empty && expected.isEmpty && offsets.isEmpty }

    // MARK: Members

    /// The member that a request comes from.
    ///
    /// - Throws: `GroupRefusal` when it is none, or when another took its instance id.
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

    /// Whether a client with these ways to assign fits the other members.
    func accepts(_ request: JoinRequest) -> Bool {
        guard !request.protocols.isEmpty, !request.protocolType.isEmpty else { return false }
        let others = members.filter { $0.id != request.memberID }
        guard !others.isEmpty else { return true }
        return request.protocolType == protocolType
            && request.protocols.contains { candidate in
                others.allSatisfy { $0.protocols.contains { $0.name == candidate.name } }
            }
    }

    /// Expects a join by an id that was given out, for the time of a session.
    func expect(_ memberID: String, for request: JoinRequest) {
        expected[memberID] = timers.after(milliseconds: request.sessionTimeout) { [weak self] in
            self?.expected[memberID] = nil
            self?.completeJoinIfAllAreThere()
        }
    }

    /// Whether the id was given out and its join is awaited; it is not any more afterwards.
    func takeExpected(_ memberID: String) -> Bool {
        guard let timer = expected.removeValue(forKey: memberID) else { return false }
        timer.cancel()
        return true
    }

    /// Adds a member, and begins a round if none is under way.
    func add(_ member: GroupMember, _ request: JoinRequest, reply: @escaping (JoinAnswer) -> Void) {
        if members.isEmpty { protocolType = request.protocolType }
        members.append(member)
        member.waitForJoin(reply)
        if state == .preparing, initialDelays > 0 { return extendInitialDelay() }
        beginRound()
    }

    /// Puts a restarted client in the place of the member with its instance id, which is fenced from now on.
    ///
    /// - Returns: The id of the leader before, which the answer names: the client is to take what it had, not to assign.
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

    /// Removes a member, and lets the others share its partitions.
    func remove(_ member: GroupMember) {
        members.removeAll { $0 === member }
        member.endSession()
        member.answerJoin(JoinAnswer(error: .unknownMemberID, memberID: member.id))
        member.answerSync(SyncAnswer(error: .unknownMemberID))
        switch state {
        case .empty: break
        case .preparing: completeJoinIfAllAreThere()
        case .completing, .stable: beginRound()
        }
    }

    /// The member has been heard of.
    func keepAlive(_ member: GroupMember) {
        guard !member.isJoining, !member.isSyncing else { return }
        member.beginSession(timers) { [weak self, weak member] in
            guard let self, let member else { return }
            self.remove(member)
        }
    }

    // MARK: Joining

    /// Begins a round: members learn of it from their next heartbeat, and join again.
    func beginRound() {
        if state == .completing { dismissSyncs() }
        guard state != .preparing else { return completeJoinIfAllAreThere() }
        initialDelays = state == .empty ? 1 : 0
        state = .preparing
        if initialDelays > 0 { return startRoundTimer(Self.initialDelay) { $0.completeJoin() } }
        startRoundTimer(longestRebalance) { $0.completeJoin() }
        completeJoinIfAllAreThere()
    }

    private func extendInitialDelay() {
        initialDelays += 1
        guard initialDelays <= Self.maxInitialDelays else { return }
        startRoundTimer(Self.initialDelay) { $0.completeJoin() }
    }

    private func completeJoinIfAllAreThere() {
        guard state == .preparing, initialDelays == 0, expected.isEmpty, members.allSatisfy(\.isJoining) else { return }
        completeJoin()
    }

    /// Ends the joining; who did not join is out, unless it is a static member whose session goes on.
    private func completeJoin() {
        roundTimer?.cancel()
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
            return startRoundTimer(longestRebalance) { $0.completeJoin() }
        }
        state = .completing
        protocolName = preferredProtocol(startingWith: first)
        if members.first(where: { $0.id == leader })?.isJoining != true { leader = present.id }
        for member in members where member.isJoining {
            member.answerJoin(joinAnswer(for: member))
            keepAlive(member)
        }
        startRoundTimer(longestRebalance) { $0.dropSilent() }
    }

    /// The answer to a join in the present generation.
    func joinAnswer(for member: GroupMember, leader named: String? = nil) -> JoinAnswer {
        var answer = JoinAnswer(
            generation: generation, protocolType: protocolType, protocolName: protocolName, leader: named ?? leader,
            memberID: member.id)
        if answer.leader == member.id {
            answer.members = members.map { ($0.id, $0.instanceID, $0.metadata(for: protocolName ?? "")) }
        }
        return answer
    }

    /// The way that most members prefer of those that all have.
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

    /// Takes what the leader assigned, and hands it out.
    func assign(_ assignments: [String: [UInt8]]) {
        roundTimer?.cancel()
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

    /// Members that joined and then did not ask for their partitions are out.
    private func dropSilent() {
        let silent = members.filter { !$0.isSyncing }
        for member in silent { remove(member) }
        beginRound()
    }

    // MARK: Time

    private var longestRebalance: Int { members.map(\.rebalanceTimeout).max() ?? 0 }

    private func startRoundTimer(_ milliseconds: Int, _ action: @escaping (ConsumerGroup) -> Void) {
        roundTimer?.cancel()
        roundTimer = timers.after(milliseconds: milliseconds) { [weak self] in
            if let self { action(self) }
        }
    }
}

/// A request to a group that is refused.
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
