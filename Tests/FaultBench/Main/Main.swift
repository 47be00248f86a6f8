import FaultBench

@main
enum Main {
    static func main() async {
        await FaultBenchCommand.start()
    }
}
