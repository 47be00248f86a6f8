import Messaging

extension ProcessingStage {
    /// The environment that makes a weakened program end at the given occurrence of this stage; 1 is the first.
    package func failPoint(at count: Int) -> [String: String] {
        ["FAILPOINT": "\(rawValue):\(count)"]
    }
}
