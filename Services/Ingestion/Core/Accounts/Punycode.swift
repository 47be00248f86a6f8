/// Punycode (RFC 3492), which encodes an international domain label in ASCII.
package enum Punycode {
    // The parameters of RFC 3492 section 5.
    private static let base = 36
    private static let smallestThreshold = 1
    private static let maxThreshold = 26
    private static let skew = 38
    private static let damp = 700
    private static let initialBias = 72
    private static let firstNonASCII = 128

    /// The encoded label without its `xn--`, or nil on overflow.
    package static func encode(_ scalars: some Collection<Unicode.Scalar>) -> String? {
        var output = scalars.filter(\.isASCII).map { Character($0) }
        let basicCount = output.count
        var handled = basicCount
        var code = firstNonASCII
        var delta = 0
        var bias = initialBias
        if basicCount > 0 { output.append("-") }
        while handled < scalars.count {
            guard let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= code }).min() else { return nil }
            let (step, overflow) = (next - code).multipliedReportingOverflow(by: handled + 1)
            guard !overflow, delta <= Int.max / 2 - step else { return nil }
            delta += step
            code = next
            for scalar in scalars {
                if scalar.value < code { delta += 1 }
                guard scalar.value == code else { continue }
                output.append(contentsOf: variableLengthInteger(delta, bias: bias))
                bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(output)
    }

    private static func variableLengthInteger(_ value: Int, bias: Int) -> [Character] {
        var digits: [Character] = []
        var rest = value
        var position = base
        while true {
            let threshold = min(max(position - bias, smallestThreshold), maxThreshold)
            guard rest >= threshold else { break }
            digits.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        digits.append(digit(rest))
        return digits
    }

    private static func digit(_ value: Int) -> Character {
        let code = value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
        return Character(Unicode.Scalar(code))
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var position = 0
        while delta > (base - smallestThreshold) * maxThreshold / 2 {
            delta /= base - smallestThreshold
            position += base
        }
        return position + (base - smallestThreshold + 1) * delta / (delta + skew)
    }
}
