import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl demo samples`, the default of `fmctl demo`.
struct DemoSamplesCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples",
        abstract: "Scan the sample texts and photos, send a receipt, enter a meal, buy Pro and refund it.",
        discussion: """
            Registers an account with a random address and password, sets an allergen profile, scans ingredient lists \
            as text and photos, shows the notices, sends the photo of a receipt, enters a meal, and, if payments are \
            made in a sandbox, buys pro and refunds it. Exit code 1 if a verdict or a total is not as expected or a \
            notice is missing. With --mailbox it verifies its address by the mail, and checks the mails about its \
            payments.
            """)

    @Option(help: ArgumentHelp("Address of the gateway.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("Maildir that receives the stack's mails.", valueName: "directory"))
    var mailbox: String?

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let samples = try DemoSamples.shipped()
        let show = DemoShow(
            profile: samples.profile, labels: try samples.labels(), meal: samples.meal, plate: samples.plate,
            receipt: samples.receipt, upgrade: samples.upgrade,
            settings: try DemoSettings(mailbox: mailbox, from: .process()), output: output, console: console)
        return try await show.run(at: url)
    }
}
