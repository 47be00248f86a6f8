/// How models are executed; the service uses these settings, and `deploy/precision` measures the others (ADR 0035).
package struct Inference: Sendable {
    /// The number format between two layers.
    package enum Precision: String, Sendable, CaseIterable {
        case f32, bf16
    }

    package var precision = Precision.f32
    /// Threads per picture.
    package var threads = 1
    /// Whether models may differ from those that were measured.
    package var takesOtherModels = false

    package init() {}
}
