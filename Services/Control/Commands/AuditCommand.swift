import ArgumentParser

/// The command `fmctl audit`.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Verify the audit log of the gateway.",
        subcommands: [AuditVerifyCommand.self])
}
