import Foundation
import Hexadecimal

/// Handles the requests of group members.
final class GroupCoordinator {
    /// Allowed session timeouts, in milliseconds.
    private static let sessionTimeouts = 1...1_800_000
    /// Number of groups above which empty ones are removed.
    private static let maxForgettable = 1_000

    private let timers: Timers
    private var groups: [String: ConsumerGroup] = [:]

    init(timers: Timers) {
        self.timers = timers
    }

    var all: [ConsumerGroup] { groups.values.sorted { $0.id < $1.id } }

    subscript(id: String) -> ConsumerGroup? { groups[id] }

    /// Returns the group with an id, created if it does not exist.
    func group(_ id: String) -> ConsumerGroup {
        if let group = groups[id] { return group }
        if groups.count > Self.maxForgettable { groups = groups.filter { !$0.value.isForgettable } }
        let group = ConsumerGroup(id: id, timers: timers)
        groups[id] = group
        return group
    }

    /// Deletes a group without members and its offsets.
    func delete(_ id: String) -> ErrorCode {
        guard let group = groups[id] else { return .groupIDNotFound }
        guard group.state == .empty else { return .nonEmptyGroup }
        groups[id] = nil
        return .none
    }

    // MARK: Joining

    func join(_ groupID: String, _ request: JoinRequest, reply: @escaping (JoinAnswer) -> Void) {
        func refuse(_ error: ErrorCode) { reply(JoinAnswer(error: error, memberID: request.memberID)) }
        guard !groupID.isEmpty else { return refuse(.invalidGroupID) }
        guard Self.sessionTimeouts.contains(request.sessionTimeout) else { return refuse(.invalidSessionTimeout) }
        let group = group(groupID)
        guard group.accepts(request) else { return refuse(.inconsistentGroupProtocol) }
        if request.memberID.isEmpty { return joinAnew(group, request, reply) }
        if group.takeExpected(request.memberID) {
            return group.add(GroupMember(id: request.memberID, request), request, reply: reply)
        }
        do {
            let identity = MemberIdentity(memberID: request.memberID, instanceID: request.instanceID)
            joinAgain(group, try group.member(identity), request, reply)
        } catch {
            refuse(error.code)
        }
    }

    /// Handles a join without a member id.
    private func joinAnew(_ group: ConsumerGroup, _ request: JoinRequest, _ reply: @escaping (JoinAnswer) -> Void) {
        let id = "\(request.instanceID ?? request.clientID)-\(UUID.random().text)"
        if let instanceID = request.instanceID, let old = group.member(withInstanceID: instanceID) {
            return restart(group, old, as: GroupMember(id: id, request), reply)
        }
        if request.instanceID == nil, request.asksForID {
            group.expect(id, for: request)
            return reply(JoinAnswer(error: .memberIDRequired, memberID: id))
        }
        group.add(GroupMember(id: id, request), request, reply: reply)
    }

    /// Handles the join of a restarted static member.
    ///
    /// It keeps its partitions if it subscribes to the same topics.
    private func restart(
        _ group: ConsumerGroup, _ old: GroupMember, as new: GroupMember, _ reply: @escaping (JoinAnswer) -> Void
    ) {
        let leaderBefore = group.replace(old, by: new)
        let (name, type) = (group.protocolName ?? "", group.protocolType ?? "")
        let wantsTheSame = new.subscription(for: name, of: type) == old.subscription(for: name, of: type)
        if group.state == .stable, wantsTheSame, group.preferredProtocol(startingWith: new) == name {
            reply(group.joinAnswer(for: new, leader: leaderBefore))
            group.keepAlive(new)
        } else {
            new.waitForJoin(reply)
            group.beginRebalance()
        }
    }

    /// Handles the join of a known member: a rebalance has started, or its subscription has changed.
    private func joinAgain(
        _ group: ConsumerGroup, _ member: GroupMember, _ request: JoinRequest, _ reply: @escaping (JoinAnswer) -> Void
    ) {
        let isSame =
            member.protocols.map(\.name) == request.protocols.map(\.name)
            && member.protocols.map(\.metadata) == request.protocols.map(\.metadata)
        member.update(request)
        let needsRebalance = !isSame || group.state == .stable && group.isLeader(member)
        if group.state == .preparing || needsRebalance {
            member.waitForJoin(reply)
            group.beginRebalance()
        } else {
            reply(group.joinAnswer(for: member))
            group.keepAlive(member)
        }
    }

    // MARK: Being a member

    /// Finds the group and the member of a request, which must be of the current generation.
    private func place(
        of identity: MemberIdentity, in groupID: String, generation: Int32
    ) throws(GroupRefusal) -> (ConsumerGroup, GroupMember) {
        guard let group = groups[groupID] else { throw .unknownMember }
        let member = try group.member(identity)
        guard generation == group.generation else { throw .otherGeneration }
        return (group, member)
    }

    /// Takes the leader's assignments, or keeps the reply until they arrive.
    ///
    /// - Parameters:
    ///   - groupID: The group.
    ///   - identity: The member.
    ///   - generation: The member's generation.
    ///   - named: The member's protocol name; nil in versions without it.
    ///   - assignments: Assignments by member id; empty except from the leader.
    ///   - reply: Called once, with the answer.
    func sync(
        _ groupID: String, _ identity: MemberIdentity, generation: Int32, named: String?,
        assignments: [String: [UInt8]], reply: @escaping (SyncAnswer) -> Void
    ) {
        do {
            let (group, member) = try place(of: identity, in: groupID, generation: generation)
            if let named, named != group.protocolName { throw GroupRefusal.otherProtocol }
            switch group.state {
            case .empty: throw GroupRefusal.unknownMember
            case .preparing: throw GroupRefusal.rebalancing
            case .stable:
                reply(group.syncAnswer(for: member))
                group.keepAlive(member)
            case .completing:
                member.waitForSync(reply)
                if group.isLeader(member) { group.assign(assignments) }
            }
        } catch let error as GroupRefusal {
            reply(SyncAnswer(error: error.code))
        } catch {
            reply(SyncAnswer(error: .invalidRequest))
        }
    }

    func heartbeat(_ groupID: String, _ identity: MemberIdentity, generation: Int32) -> ErrorCode {
        do {
            let (group, member) = try place(of: identity, in: groupID, generation: generation)
            group.keepAlive(member)
            return group.state == .preparing ? .rebalanceInProgress : .none
        } catch {
            return error.code
        }
    }

    /// Removes a member.
    ///
    /// An operator may name it by its instance id alone.
    func leave(_ groupID: String, _ identity: MemberIdentity) -> ErrorCode {
        guard let group = groups[groupID] else { return .unknownMemberID }
        if identity.memberID.isEmpty, let instanceID = identity.instanceID {
            guard let member = group.member(withInstanceID: instanceID) else { return .unknownMemberID }
            group.remove(member)
            return .none
        }
        if group.takeExpected(identity.memberID) { return .none }
        do {
            group.remove(try group.member(identity))
            return .none
        } catch {
            return error.code
        }
    }

    /// Returns the group if the client may commit its offsets.
    ///
    /// A client that is not a member may commit only while the group is empty.
    func groupToCommit(
        _ groupID: String, _ identity: MemberIdentity, generation: Int32
    ) throws(GroupRefusal) -> ConsumerGroup {
        if generation < 0, identity.memberID.isEmpty {
            let group = group(groupID)
            guard group.state == .empty else { throw .unknownMember }
            return group
        }
        let (group, member) = try place(of: identity, in: groupID, generation: generation)
        guard group.state != .completing else { throw .rebalancing }
        group.keepAlive(member)
        return group
    }
}
