import EventContracts
import Foundation
import Postgres
import Sealing

/// The meaning of a handler's error for the event.
enum FailureKind {
    /// Retry until it passes.
    case transient
    /// Refused by a rule of the service.
    case rejected(OutcomeProblem)
    /// Becomes a dead letter at once.
    case permanent(String)
    /// The account's key was destroyed: skip and count.
    case erased
    /// Possibly temporary: retried a few times, then a dead letter.
    case unknown(String)

    init(_ error: any Error) {
        switch error {
        case let rejection as Rejection: self = .rejected(rejection.problem)
        case let failure as PermanentFailure: self = .permanent(failure.description)
        case let error as PostgresError where error.isRetryable: self = .transient
        case let error as PostgresError: self = error.isOfData ? .permanent("\(error)") : .unknown("\(error)")
        case let error as SealingError: self = FailureKind(sealing: error)
        case is CancellationError, is TransientFailure: self = .transient
        case is OfLaterRelease: self = .permanent("it holds a value that this release does not know")
        default: self = .unknown("\(type(of: error))")
        }
    }

    private init(sealing error: SealingError) {
        switch error {
        case .erased: self = .erased
        case _ where error.isRetryable: self = .transient
        default: self = .permanent("\(error)")
        }
    }
}
