import Messaging
import NutritionService
import ServiceRuntime

@main
enum Main {
    static func main() async {
        await runProgram(NutritionService.name) {
            let configuration = try NutritionConfiguration(from: .process())
            ServiceLogging.bootstrap(service: NutritionService.name, level: configuration.settings.logLevel)
            try await NutritionService.build(configuration).run()
        }
    }
}
