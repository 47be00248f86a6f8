import ArgumentParser

/// The command `fmctl audit`.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "What happened around accounts, as the gateway wrote it down.",
        subcommands: [AuditVerifyCommand.self])
}
