import DevBrokerService

@main
enum Main {
    static func main() {
        DevBrokerService.main()
    }
}
