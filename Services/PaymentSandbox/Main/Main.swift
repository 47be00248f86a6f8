import PaymentSandbox
import ServiceRuntime

@main
enum Main {
    static func main() async {
        await runProgram(PaymentSandbox.name) {
            let configuration = try SandboxConfiguration(from: .process())
            ServiceLogging.bootstrap(service: PaymentSandbox.name, level: configuration.logLevel)
            try await PaymentSandbox.run(configuration)
        }
    }
}
