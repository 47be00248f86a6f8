import AllergenService
import Messaging
import ServiceRuntime

@main
enum Main {
    static func main() async throws {
        do {
            let configuration = try AllergenConfiguration(from: .process())
            ServiceLogging.bootstrap(service: AllergenService.name, level: configuration.settings.logLevel)
            try await AllergenService.build(configuration).run()
        } catch let problems as ConfigurationError {
            problems.exitProcess()
        }
    }
}
