import ArgumentParser

/// The command `fmctl demo samples`, which `fmctl demo` stands for.
struct DemoSamplesCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples",
        abstract: "Scan our own texts and photos in four languages, send a receipt, and enter a meal.",
        discussion: """
            Registers an account with a random address and password, sets an allergen profile, scans ingredient lists as \
            texts and as photos, shows the notices, sends the photo of a receipt, and enters a meal by hand. Exit code 1 when a verdict or a total is not \
            the expected one or a notice is missing.
            """)

    @Option(help: ArgumentHelp("Address of the gateway.", valueName: "url"))
    var url: String?

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let samples = try DemoSamples.shipped()
        let show = DemoShow(
            profile: samples.profile, labels: try samples.labels(), meal: samples.meal, plate: samples.plate,
            receipt: samples.receipt, output: output, console: console)
        return try await show.run(at: url)
    }
}
