import IngestionService
import Messaging
import ServiceRuntime

@main
enum Main {
    static func main() async {
        await runProgram(IngestionService.name) {
            let configuration = try IngestionConfiguration(from: .process())
            ServiceLogging.bootstrap(service: IngestionService.name, level: configuration.settings.logLevel)
            try await IngestionService.build(configuration).run()
        }
    }
}
