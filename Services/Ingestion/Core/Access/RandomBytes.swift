/// Random bytes from the system's cryptographic generator, for salts and tokens.
package enum RandomBytes {
    /// `count` unpredictable bytes.
    package static func make(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
