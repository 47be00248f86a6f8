import ArgumentParser
import EventContracts
import ServiceRuntime

/// The command `fmctl token`.
struct TokenCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Register a new account and print an access token for it.",
        discussion: """
            The account has a random address and password. Without --avoid all fourteen allergens are checked. The \
            token is valid for 10 minutes. Only the token goes to standard output: TOKEN=$(fmctl token)
            """)

    @Option(help: ArgumentHelp("An allergen or a kind, such as milk or almond; may be repeated.", valueName: "code"))
    var avoid: [AllergenChoice] = []

    @Option(help: ArgumentHelp("Address of the gateway.", valueName: "url"))
    var url: String?

    func execute(_ console: Console) async throws -> Finding {
        let settings = try GatewaySettings(override: url, from: .process())
        return try await GatewayClient.withClient(GatewayClient(base: settings.url)) { client in
            console.line(try await Self.token(avoiding: avoid, on: client))
            return .clean
        }
    }

    /// The access token of a new account, whose profile names the allergens to avoid if there are any.
    ///
    /// - Throws: `GatewayError`.
    static func token(avoiding allergens: [AllergenChoice], on client: GatewayClient) async throws -> String {
        let account = try await GatewayAccount.register(prefix: "try", locale: "en", timeZone: "UTC", on: client)
        let token = try await account.accessToken()
        guard !allergens.isEmpty else { return token }
        var request = try GatewayClient.Request(.put, "/v1/allergen-profile").with(
            GatewayModels.Profile(allergens: allergens))
        request.accessToken = token
        request.wait = 10
        _ = try await client.expect(GatewayModels.Profile.self, from: request)
        return token
    }
}
