import ArgumentParser
import EventContracts
import Foundation
import ServiceRuntime

/// The command `fmctl announcements`.
struct AnnouncementsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announcements", abstract: "Announce news, outages or the end of the product to every account.",
        subcommands: [
            AnnouncementsAddCommand.self, AnnouncementsReleaseCommand.self, AnnouncementsListCommand.self,
            AnnouncementsWithdrawCommand.self,
        ],
        defaultSubcommand: AnnouncementsListCommand.self)
}

/// The command `fmctl announcements add`.
struct AnnouncementsAddCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Send an announcement to every account, once each, in its language.",
        discussion: """
            A retirement stops new accounts, new subscriptions and renewals at once; accounts are erased only by fmctl \
            retirement finish, on or after its day.
            """)

    @Argument(help: "Its kind: \(AnnouncementKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: AnnouncementKind

    @Option(help: "A JSON file with title and body by language (en, fr, es, zh).")
    var texts: String

    @Option(help: "Duration of its display, such as 12h or 7d; by default a retirement is shown until its day.")
    var stands: DurationArgument?

    @Option(help: "For a retirement: when the product ends, such as 2027-06-30T00:00:00Z.")
    var on: Instant?

    func execute(_ console: Console) async throws -> Finding {
        let now = Date()
        guard (kind == .retirement) == (on != nil) else {
            throw ControlFailure.usage("--on is required for a retirement and only allowed there")
        }
        guard stands != nil || on != nil else {
            throw ControlFailure.usage("--stands is required, such as --stands 7d")
        }
        let endsAt = stands.map { now.addingTimeInterval(Double($0.duration.components.seconds)) } ?? on?.date ?? now
        let announcement = AnnouncementMade(
            announcementID: .random(), kind: kind, texts: try AnnouncementTable.texts(from: texts),
            madeAt: EventTime.truncate(now), endsAt: EventTime.truncate(endsAt),
            retiresAt: on.map { EventTime.truncate($0.date) })
        guard announcement.endsAt > announcement.madeAt else {
            throw ControlFailure.usage("--stands must be more than zero")
        }
        try await AnnouncementTable(database: try OperatorDatabase(from: .process())).add(announcement)
        console.line("announcement \(announcement.announcementID) is being sent")
        return .clean
    }
}

/// The command `fmctl announcements list`.
struct AnnouncementsListCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List announcements, newest first.")

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let made = try await AnnouncementTable(database: try OperatorDatabase(from: .process())).list()
        if output.isJSON {
            for announcement in made { try console.json(announcement) }
        } else if made.isEmpty {
            console.line("no announcements")
        } else {
            var table = Table("announcement", "kind", "made", "ends", "state", "title")
            for announcement in made {
                let state =
                    announcement.withdrawnAt != nil ? "withdrawn" : announcement.endsAt > Date() ? "stands" : "over"
                table.add(
                    "\(announcement.announcementID)", Table.Cell(announcement.kind.rawValue),
                    Table.Cell(announcement.madeAt.formatted(.iso8601)),
                    Table.Cell(announcement.endsAt.formatted(.iso8601)), Table.Cell(state),
                    Table.Cell(announcement.texts["en"]?.title ?? ""))
            }
            console.table(table)
        }
        return .clean
    }
}

/// The command `fmctl announcements withdraw`.
struct AnnouncementsWithdrawCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw an announcement; withdrawing a retirement cancels it.")

    @Argument(help: "As listed by fmctl announcements list.")
    var id: AnnouncementID

    func execute(_ console: Console) async throws -> Finding {
        try await AnnouncementTable(database: try OperatorDatabase(from: .process())).withdraw(id)
        console.line("announcement \(id) is withdrawn")
        return .clean
    }
}

extension AnnouncementID: ExpressibleByArgument {
    package init?(argument: String) { self.init(text: argument) }
}

extension AnnouncementKind: ExpressibleByArgument {}
