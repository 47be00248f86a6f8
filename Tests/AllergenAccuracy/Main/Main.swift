import AllergenAccuracy
import Foundation

/// Prints the accuracy of the shipped matcher on the labelled lists of a file.
@main
enum Main {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isOfAlerts = arguments.first == "alerts"
        if isOfAlerts { arguments.removeFirst() }
        let listsDetails = arguments.first == "--details"
        if listsDetails { arguments.removeFirst() }
        guard arguments.count == 1 else {
            let usage = "usage: allergen-accuracy [--details] FILE | alerts [--details] DIRECTORY\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(64)
        }
        if isOfAlerts {
            let rows = try AlertAccuracy(directory: arguments[0]).rows()
            print(AlertAccuracy.markdown(rows))
            // Errors of held-out rows are not shown, so that rules are not fitted to them.
            guard listsDetails else { return }
            for row in rows where row.part == "development" { row.mistakes.forEach { print($0) } }
            return
        }
        let lists = try LabeledList.read(arguments[0])
        if listsDetails {
            for line in try Completeness(lists).details() + Measurement(lists).missed() { print(line) }
            return
        }
        print(AccuracyTable.markdown(try Measurement(lists).rows()))
        print("\n" + (try Completeness(lists).markdown()))
        if let speed = try Speed.measure(lists, seconds: 5) {
            print(
                String(
                    format: "\nSpeed: %.0f lists/s on one core, mean length %.0f characters", speed.listsPerSecond,
                    speed.meanLength))
        }
    }
}
