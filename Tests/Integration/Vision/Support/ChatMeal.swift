import Foundation

/// Answers as a model writes them.
enum ChatMeal {
    static func json(_ items: String...) -> String {
        #"{"scale_cue":"the plate","items":[\#(items.joined(separator: ","))]}"#
    }

    static func item(
        _ name: String, label: String? = nil, box: String = "[0.1,0.1,0.4,0.4]", grams: String = "200",
        low: String = "150", high: String = "260", confidence: String = "0.8"
    ) -> String {
        let label = label.map { "\"\($0)\"" } ?? "null"
        return """
            {"name":\(quoted(name)),"label_id":\(label),"box":\(box),"mass_g":\(grams),"mass_low_g":\(low),\
            "mass_high_g":\(high),"confidence":\(confidence),"state":"cooked"}
            """
    }

    private static func quoted(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
