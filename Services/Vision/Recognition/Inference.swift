/// How models are executed; the service uses these settings, and `deploy/precision` measures the others (ADR 0035).
package struct Inference: Sendable {
    /// What numbers are held in between two layers.
    package enum Precision: String, Sendable, CaseIterable {
        case f32, bf16
    }

    package var precision = Precision.f32
    /// Threads that work on one picture.
    package var threads = 1
    /// Whether models may be others than those that everything was measured with.
    package var takesOtherModels = false

    package init() {}
}
