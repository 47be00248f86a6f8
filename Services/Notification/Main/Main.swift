import Messaging
import NotificationService
import ServiceRuntime

@main
enum Main {
    static func main() async {
        await runProgram(NotificationService.name) {
            let configuration = try NotificationConfiguration(from: .process())
            ServiceLogging.bootstrap(service: NotificationService.name, level: configuration.settings.logLevel)
            try await NotificationService.build(configuration).run()
        }
    }
}
