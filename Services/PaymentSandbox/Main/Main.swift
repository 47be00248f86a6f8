import PaymentSandbox
import ServiceRuntime

@main
enum Main {
    static func main() async throws {
        do {
            let configuration = try SandboxConfiguration(from: .process())
            ServiceLogging.bootstrap(service: PaymentSandbox.name, level: configuration.logLevel)
            try await PaymentSandbox.run(configuration)
        } catch let problems as ConfigurationError {
            problems.exitProcess()
        }
    }
}
