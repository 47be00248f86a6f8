import Messaging
import ServiceRuntime
import VisionService

@main
enum Main {
    static func main() async {
        await runProgram(VisionService.name) {
            let configuration = try VisionConfiguration(from: .process())
            ServiceLogging.bootstrap(service: VisionService.name, level: configuration.settings.logLevel)
            try await VisionService.build(configuration).run()
        }
    }
}
