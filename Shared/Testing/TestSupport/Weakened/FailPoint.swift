import Foundation
import Messaging
import Synchronization

/// A stage of processing at which a test ends the process.
package struct FailPoint: Sendable, Equatable {
    package let stage: ProcessingStage
    /// The occurrence of the stage at which the process ends; 1 is the first.
    package let count: Int

    package init(_ stage: ProcessingStage, count: Int) {
        self.stage = stage
        self.count = count
    }

    /// Parses `stage:count`, such as `published:3`; nil if invalid.
    package init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let stage = ProcessingStage(rawValue: String(parts[0])), let count = Int(parts[1]),
            count > 0
        else { return nil }
        self.init(stage, count: count)
    }

    /// Ends the process: like `kill -9`, or during the analysis of a photo like an invalid memory access in a library.
    package var observer: StageObserver {
        let countdown = Countdown(count)
        return { [stage] passed in
            guard passed == stage, countdown.isOver() else { return }
            kill(getpid(), stage == .analyzing ? SIGSEGV : SIGKILL)
        }
    }

    private final class Countdown: Sendable {
        private let left: Mutex<Int>

        init(_ left: Int) { self.left = Mutex(left) }

        func isOver() -> Bool {
            left.withLock { left in
                left -= 1
                return left == 0
            }
        }
    }
}
