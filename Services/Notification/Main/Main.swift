import Messaging
import NotificationService
import ServiceRuntime

@main
enum Main {
    static func main() async throws {
        do {
            let configuration = try NotificationConfiguration(from: .process())
            ServiceLogging.bootstrap(service: NotificationService.name, level: configuration.settings.logLevel)
            try await NotificationService.build(configuration).run()
        } catch let problems as ConfigurationError {
            problems.exitProcess()
        }
    }
}
