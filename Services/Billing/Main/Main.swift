import BillingService
import Messaging
import ServiceRuntime

@main
enum Main {
    static func main() async {
        await runProgram(BillingService.name) {
            let configuration = try BillingConfiguration(from: .process())
            ServiceLogging.bootstrap(service: BillingService.name, level: configuration.settings.logLevel)
            try await BillingService.build(configuration).run()
        }
    }
}
