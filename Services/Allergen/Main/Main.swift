import AllergenService
import Messaging
import ServiceRuntime

@main
enum Main {
    static func main() async {
        await runProgram(AllergenService.name) {
            let configuration = try AllergenConfiguration(from: .process())
            ServiceLogging.bootstrap(service: AllergenService.name, level: configuration.settings.logLevel)
            try await AllergenService.build(configuration).run()
        }
    }
}
