import ArgumentParser
import IngestionCore

/// The root of the commands: `fmctl`.
struct ControlTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmctl", abstract: "Operate Food Magic: schemas, topics, events, dead letters, checks, load.",
        discussion: "Exit codes: 0 in order, 1 a problem was found, 64 wrong usage or configuration, 69 not reachable.",
        version: GatewayCore.version,
        subcommands: [
            MigrateCommand.self, TopicsCommand.self, TailCommand.self, LagCommand.self, DeadLettersCommand.self,
            RepublishCommand.self, RecallCommand.self, RestoredCommand.self, BreachesCommand.self, BackupCommand.self,
            RestoreCommand.self, ErasuresCommand.self,
            KeysCommand.self, ReconcileCommand.self,
            FoodsCommand.self, StoresCommand.self, LessonsCommand.self, DemoCommand.self, TokenCommand.self,
            LoadCommand.self,
            AuditCommand.self, RolesCommand.self, DatabaseAccessCommand.self,
            AnnouncementsCommand.self, RetirementCommand.self,
        ])
}
