import ArgumentParser
import EventContracts
import Foundation
import ServiceRuntime

/// The release notes, announced once to every account after an upgrade (NOT-13): `releases.json`, newest last.
///
/// `deploy/checks/texts` fails if the API version has no notes.
struct ReleaseNotes: Decodable, Sendable {
    /// The version, such as `1.0.0`.
    let version: String
    /// The texts by language code.
    let texts: [String: AnnouncementMade.Words]

    /// How long the notes stay public, in seconds: 14 days.
    static let stands: TimeInterval = 14 * 86_400

    /// All releases, newest last.
    static func shipped() throws -> [ReleaseNotes] {
        try JSONDecoder().decode([ReleaseNotes].self, from: Data(PackageResources.releases_json))
    }

    /// The id of the release's announcement, always the same for a release.
    var id: AnnouncementID { AnnouncementID(NamedUUID.make("release/\(version)")) }

    /// The notes as an announcement.
    func announcement(at now: Date) -> AnnouncementMade {
        let now = EventTime.truncate(now)
        return AnnouncementMade(
            announcementID: id, kind: .releaseNotes, texts: texts, madeAt: now, endsAt: now + Self.stands)
    }
}

extension AnnouncementTable {
    /// Announces a release, unless it was announced before; older releases are skipped.
    ///
    /// - Returns: Whether this call announced it.
    func announce(_ release: ReleaseNotes, at now: Date) async throws -> Bool {
        guard try await !list().contains(where: { $0.announcementID == release.id }) else { return false }
        try await add(release.announcement(at: now))
        return true
    }
}

/// The command `fmctl announcements release`.
struct AnnouncementsReleaseCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Announce the release notes to every account, once each.",
        discussion: "Part of every upgrade; does nothing if they were already announced.")

    func execute(_ console: Console) async throws -> Finding {
        guard let newest = try ReleaseNotes.shipped().last else { return .clean }
        let isNew = try await AnnouncementTable(database: try OperatorDatabase(from: .process())).announce(
            newest, at: Date())
        console.line(
            "what is new in \(newest.version) " + (isNew ? "is being sent" : "was sent before"))
        return .clean
    }
}
