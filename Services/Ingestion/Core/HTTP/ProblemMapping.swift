import HTTPTypes
import Imaging
import Messaging
import NIOHTTP1
import Photos
import Postgres
import Sealing
import ServiceRuntime

/// A problem whose answer needs additional header fields.
package struct RefusalWithHeaders: Error {
    package let problem: ProblemDetails
    package let headers: HTTPFields

    package init(_ problem: ProblemDetails, headers: HTTPFields) {
        self.problem = problem
        self.headers = headers
    }
}

/// The only place where an error becomes a problem for the client, so that no internal description leaks.
package enum ProblemMapping {
    /// `Retry-After` in seconds while a dependency is down.
    private static let retryAfterSeconds: Int64 = 2

    /// The problem for an error; the error's description never leaves the process.
    package static func problem(for error: any Error) -> ProblemDetails {
        switch error {
        case let problem as ProblemDetails: problem
        case let refusal as RefusalWithHeaders: refusal.problem
        case is DeadlinePassed: ProblemDetails(.timedOut)
        case is CancellationError, is PhotoMemory.Exhausted, is PhotoArchive.Abandoned: unavailable
        case is HTTPParserError: ProblemDetails(.malformedRequest, detail: "The body's framing is not valid HTTP/1.1.")
        case let error as PostgresError: problem(for: error)
        case let error as SealingError: problem(for: error)
        case let error as PhotoStoreError: problem(for: error)
        case let refusal as PhotoRefusal: problem(for: refusal)
        default: unexpected
        }
    }

    private static func problem(for error: PostgresError) -> ProblemDetails {
        switch error.code {
        case .connection, .poolExhausted, .timeout, .cancelled, .commitUnknown: unavailable
        case .server: error.isRetryable ? unavailable : unexpected
        case .decoding, .transactionEnded, .protocolViolation, .configuration, .migration: unexpected
        }
    }

    private static func problem(for error: SealingError) -> ProblemDetails {
        switch error {
        case .erased: ProblemDetails(.accountErased)
        case .keyRingUnavailable(isRetryable: true): unavailable
        case .keyRingUnavailable, .unknownAccount, .tampered, .malformed: unexpected
        }
    }

    private static func problem(for error: PhotoStoreError) -> ProblemDetails {
        switch error {
        case .missing: ProblemDetails(.notFound)
        case .unavailable, .refused: unavailable
        }
    }

    private static func problem(for refusal: PhotoRefusal) -> ProblemDetails {
        let kind: ProblemKind =
            switch refusal {
            case .unknownFormat, .refusedFormat: .unsupportedMediaType
            case .tooManyBytes, .tooManyPixels, .sideTooLong: .payloadTooLarge
            case .animated, .truncated, .malformed, .unsupported: .unreadable
            }
        return ProblemDetails(kind, detail: refusal.description)
    }

    private static var unavailable: ProblemDetails {
        ProblemDetails(.unavailable, extensions: [ProblemDetails.retryAfter: .integer(retryAfterSeconds)])
    }

    private static var unexpected: ProblemDetails { ProblemDetails(.internalError) }
}
