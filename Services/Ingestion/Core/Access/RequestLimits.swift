import EventContracts
import Purchases
import ServiceRuntime

/// Rate limits per account and per address; kept in memory per gateway instance.
package final class RequestLimits: Sendable {
    /// The limits, each per minute.
    package struct Rates: Sendable, Equatable {
        package var requestsPerAccount = 600
        package var photosPerAccount = 60
        /// Purchases imported from files per account; the burst allows the largest file.
        package var importsPerAccount = 600
        package var signInsPerAddress = 20
        /// Requests without sign-in except sign-ins: terms, health, refresh, and requests with invalid tokens.
        package var openRequestsPerAddress = 600

        package init() {}
    }

    private let accounts: TokenBuckets<AccountID>
    private let photos: TokenBuckets<AccountID>
    private let imports: TokenBuckets<AccountID>
    private let signIns: TokenBuckets<ClientAddress>
    private let openRequests: TokenBuckets<ClientAddress>
    private let refused: Counter
    /// Sums of refused requests, for the audit log.
    package let tally = RateLimitTally()

    package init(_ rates: Rates, metrics: MetricsRegistry) {
        accounts = TokenBuckets(perMinute: rates.requestsPerAccount)
        photos = TokenBuckets(perMinute: rates.photosPerAccount)
        imports = TokenBuckets(
            perMinute: rates.importsPerAccount, burst: max(rates.importsPerAccount, PurchaseImport.maxRows))
        signIns = TokenBuckets(perMinute: rates.signInsPerAddress)
        openRequests = TokenBuckets(perMinute: rates.openRequestsPerAddress)
        refused = metrics.counter(
            "foodmagic_gateway_rate_limited_total", help: "Requests refused because of a rate limit.")
    }

    /// Counts a request of a signed-in account.
    ///
    /// - Throws: `tooManyRequests`.
    package func admit(_ account: AccountID) throws(ProblemDetails) {
        try refuse(accounts.take(account, at: .now), .account(account))
    }

    /// Counts a photo that a signed-in account is about to send.
    ///
    /// - Throws: `tooManyRequests`.
    package func admitPhoto(of account: AccountID) throws(ProblemDetails) {
        try refuse(photos.take(account, at: .now), .account(account))
    }

    /// Counts the purchases that an account imports with a file.
    ///
    /// - Throws: `tooManyRequests`.
    package func admitImport(of purchases: Int, by account: AccountID) throws(ProblemDetails) {
        try refuse(imports.take(account, purchases, at: .now), .account(account))
    }

    /// Counts a request without sign-in.
    ///
    /// - Throws: `tooManyRequests`.
    package func admit(_ address: ClientAddress, limit: AddressLimit) throws(ProblemDetails) {
        switch limit {
        case .none: return
        case .signIns: try refuse(signIns.take(address, at: .now), .address(address))
        case .requests: try refuse(openRequests.take(address, at: .now), .address(address))
        }
    }

    private func refuse(_ wait: Duration?, _ key: RateLimitTally.Key) throws(ProblemDetails) {
        guard let wait else { return }
        refused.increment()
        tally.count(key)
        throw ProblemDetails.tooManyRequests(retryAfter: wait)
    }
}

extension ProblemDetails {
    /// The response to a client that must wait; whole seconds, rounded up.
    package static func tooManyRequests(
        retryAfter wait: Duration, because reason: ProblemReason? = nil
    ) -> ProblemDetails {
        let extensions = [retryAfter: Extension.integer(max(Int64(wait.timeInterval.rounded(.up)), 1))]
        guard let reason else { return ProblemDetails(.tooManyRequests, extensions: extensions) }
        return ProblemDetails(.tooManyRequests, because: reason, extensions: extensions)
    }
}
