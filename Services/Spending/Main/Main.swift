import Messaging
import SpendingService
import ServiceRuntime

@main
enum Main {
    static func main() async {
        await runProgram(SpendingService.name) {
            let configuration = try SpendingConfiguration(from: .process())
            ServiceLogging.bootstrap(service: SpendingService.name, level: configuration.settings.logLevel)
            try await SpendingService.build(configuration).run()
        }
    }
}
