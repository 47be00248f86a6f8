/// Terminal colors; none if the output goes to a file or a pipe, or `NO_COLOR` is set.
struct Paint: Sendable {
    enum Style: String, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    let isOn: Bool

    /// The styled text; unchanged without colors or style.
    func callAsFunction(_ text: String, _ style: Style?) -> String {
        guard isOn, let style else { return text }
        return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
    }
}
