import ArgumentParser
import EventContracts

/// The command `fmctl demo label`.
struct DemoLabelCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "label", abstract: "Scan your own photo of a label.",
        discussion: """
            Registers an account with a random address and password, sends the photo, and prints the verdict with its \
            evidence. Without --avoid all fourteen allergens are checked. A verdict is an aid, never a promise.
            """)

    @Argument(help: ArgumentHelp("A JPEG, PNG or WebP.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("An allergen or a kind, such as milk or almond; may be repeated.", valueName: "code"))
    var avoid: [AllergenChoice] = []

    @Option(help: ArgumentHelp("Address of the gateway.", valueName: "url"))
    var url: String?

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let photo = try DemoPhoto(file: file)
        let label = DemoLabel(title: "Your label", content: .photo(photo), expected: nil)
        let profile = DemoSamples.Profile(allergens: avoid, traces: .warn)
        return try await DemoShow(profile: profile, labels: [label], output: output, console: console).run(at: url)
    }
}

extension AllergenChoice: ExpressibleByArgument {}
