import ControlService

@main
enum Main {
    static func main() async {
        await ControlService.main()
    }
}
