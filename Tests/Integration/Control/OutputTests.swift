import Foundation
import Testing

@testable import ControlService

@Suite("Terminal output")
struct OutputTests {
    @Test("columns: fit their widest cell; wide characters count twice")
    func table() {
        var table = Table("name", .number("count"), "state")
        table.add("花生酱", "7", "open")
        table.add("milk", "1200", .init("closed", .red))
        #expect(
            table.lines(Paint(isOn: false)) == [
                "name    count  state", "花生酱      7  open", "milk     1200  closed",
            ])
    }

    @Test("colors: surround the text without changing widths")
    func paint() {
        var table = Table("a", "b")
        table.add(.init("x", .red), "y")
        #expect(table.lines(Paint(isOn: true))[1] == "\u{1b}[31mx\u{1b}[0m  y")
    }

    @Test(
        "terminal: control characters are escaped; colors and JSON stay",
        arguments: [
            ("plain 花生 é\t|", "plain 花生 é\t|"), ("\u{1b}]0;title\u{7}", "\\u001b]0;title\\u0007"),
            ("a\u{1b}[2Jb", "a\\u001b[2Jb"), ("\u{9b}31m", "\\u009b31m"), ("x\u{202e}y", "x\\u202ey"),
            ("\u{1b}", "\\u001b"),
            ("\u{1b}[31mred\u{1b}[0m", "\u{1b}[31mred\u{1b}[0m"), ("\r\u{7f}", "\\u000d\\u007f"),
        ])
    func visible(text: String, shown: String) throws {
        let captured = CapturedConsole()
        captured.console.line(text)
        #expect(captured.lines == [shown])
        try captured.console.json([text])
        let json = try #require(captured.lines.last)
        #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
    }

    @Test("columns: texts are cut and wrapped", arguments: [(10, "Oat biscu…"), (20, "Oat biscuits"), (1, "…")])
    func cut(limit: Int, expected: String) {
        #expect(DisplayWidth.cut("Oat biscuits", to: limit) == expected)
    }

    @Test("columns: a text without spaces breaks at the line end")
    func wrap() {
        #expect(DisplayWidth.wrap("花生白砂糖 salt", to: 6) == ["花生白", "砂糖", "salt"])
        #expect(DisplayWidth.wrap("oats, sugar, milk", to: 12) == ["oats, sugar,", "milk"])
        #expect(DisplayWidth.wrap("", to: 10) == [])
    }

    @Test(
        "durations: use a fitting unit",
        arguments: [
            (Duration.milliseconds(7), "7 ms"), (.milliseconds(12_400), "12.4 s"), (.seconds(200), "3 min 20 s"),
            (.seconds(18_720), "5 h 12 min"), (.seconds(273_600), "3 d 4 h"),
        ])
    func age(duration: Duration, text: String) { #expect(Figures.age(duration) == text) }

    @Test(
        "duration arguments: have a unit; a plain number is seconds",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("2m", .seconds(120)),
            ("12h", .seconds(43_200)),
            ("7d", .seconds(604_800)), ("45", .seconds(45)),
        ])
    func durationArgument(text: String, duration: Duration) {
        #expect(DurationArgument(argument: text)?.duration == duration)
    }

    @Test(
        "duration arguments: text in another format is rejected",
        arguments: ["", "s", "1.5s", "-3s", "9223372036854775807d", "3 s"])
    func noDuration(text: String) { #expect(DurationArgument(argument: text) == nil) }
}
