/// How models are executed; the service uses these settings, and `deploy/precision` measures the others (ADR 0035).
package struct Inference: Sendable {
    /// The number format between layers.
    package enum Precision: String, Sendable, CaseIterable {
        case f32, bf16
    }

    package var precision = Precision.f32
    /// Number of threads per picture.
    package var threads = 1
    /// Whether models other than the measured ones are accepted.
    package var takesOtherModels = false

    package init() {}
}
