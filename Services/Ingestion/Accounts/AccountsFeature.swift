import EventContracts
import Foundation
import IngestionCore
import Messaging
import Outbound
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// Accounts: registration, sessions, passkeys, external issuers, second factor, recovery, contact and help pages.
package struct AccountsFeature: Feature {
    package static let description = PackageResources.openapi_yaml

    let account: AccountEndpoints
    let sessions: SessionEndpoints
    let secondFactor: SecondFactorEndpoints
    let passkeys: PasskeyEndpoints
    let issuers: IssuerEndpoints
    let help: HelpEndpoints
    private let core: GatewayCore

    /// Accounts for other features.
    package var verification: any AccountVerification { account.context }

    /// The configuration of the feature.
    package struct Settings: Sendable {
        /// Domains whose addresses cannot register.
        package var deniedDomains: Set<String>
        package var hashingLanes: Int
        package var hashingQueue: Int
        package var passkeySite: PasskeySite
        package var issuers: [IssuerSettings]
        /// Address that people without a session can write to.
        package var supportEmail: String?

        package init(
            deniedDomains: Set<String>, hashingLanes: Int, hashingQueue: Int, passkeySite: PasskeySite,
            issuers: [IssuerSettings], supportEmail: String?
        ) {
            self.deniedDomains = deniedDomains
            self.hashingLanes = hashingLanes
            self.hashingQueue = hashingQueue
            self.passkeySite = passkeySite
            self.issuers = issuers
            self.supportEmail = supportEmail
        }
    }

    package init(_ core: GatewayCore, _ settings: Settings, firstGoals: any FirstGoals) throws {
        let lanes = WorkLanes(
            label: "passwords", lanes: settings.hashingLanes, capacity: settings.hashingQueue, yields: true)
        core.registry.gauge("foodmagic_gateway_hashing_waiting", help: "Passwords waiting to be hashed.") {
            [MetricsRegistry.Sample(Double(lanes.waiting))]
        }
        let hasher = try PasswordHasher(lanes: lanes), backoff = SignInBackoff()
        let issuer = SessionIssuer(tokens: core.tokens, clock: core.clock, sealer: core.sealer)
        let secondFactor = SecondFactorCheck(sealer: core.sealer, backoff: backoff)
        let ceremony = PasskeyCeremony(site: settings.passkeySite)
        let answers = CredentialAnswers(
            database: core.pool, keys: core.keys, clock: core.clock,
            cookie: RefreshCookie(publicURL: core.settings.publicURL))
        let context = AccountContext(
            database: core.database, keys: core.keys, answers: answers, hasher: hasher, keyRing: core.parts.keyRing,
            sealer: core.sealer, emailIndex: core.index, issuer: issuer, sessions: core.sessions, backoff: backoff,
            limits: core.limits,
            rules: .init(terms: core.settings.terms, deniedDomains: settings.deniedDomains),
            proofs: ProofCheck(
                database: core.pool, clock: core.clock, hasher: hasher, backoff: backoff, limits: core.limits,
                secondFactor: secondFactor, ceremony: ceremony),
            firstGoals: firstGoals)
        let signIn = SignIn(
            database: core.database, answers: answers, issuer: issuer, metrics: SignInMetrics(core.registry))
        self.core = core
        help = HelpEndpoints(
            texts: try HelpTexts(terms: core.settings.terms), supportEmail: settings.supportEmail)
        account = AccountEndpoints(context: context)
        sessions = SessionEndpoints(
            signIn: signIn, keys: core.keys, hasher: hasher, emailIndex: core.index, sessions: core.sessions,
            backoff: backoff, secondFactor: secondFactor, ceremony: ceremony)
        self.secondFactor = SecondFactorEndpoints(context: context, check: secondFactor)
        passkeys = PasskeyEndpoints(context: context, ceremony: ceremony)
        issuers = IssuerEndpoints(
            context: context, signIn: signIn, issuers: Self.issuers(settings.issuers, core.clock))
    }

    /// Clients of the external issuers, by name; an issuer is not contacted before the first sign-in with it.
    private static func issuers(_ settings: [IssuerSettings], _ clock: any WallClock) -> [String: IssuerClient] {
        guard !settings.isEmpty else { return [:] }
        let client = OutboundClient(label: "issuers")
        return Dictionary(
            settings.map { ($0.name, IssuerClient($0, client: client, clock: clock)) },
            uniquingKeysWith: { first, _ in first })
    }

    package func makeJobs() -> [any Service] {
        let mails = RecoveryMails(database: core.database, sealer: core.sealer)
        return [
            core.job("recovery mails", every: RecoveryMails.interval, restsWhenIdle: true) { try await mails.run() }
        ]
    }

    package static func prune(in round: RetentionRound) async throws {
        try await round.delete(before: round.now - CredentialAnswers.life) {
            try await CredentialAnswerRepository.prune(before: $0, maxCount: $1, in: $2)
        }
        try await round.delete(before: round.historyLimit) {
            try await AccountCodeRepository.prune(before: $0, maxCount: $1, in: $2)
        }
        try await round.delete(before: round.now) {
            try await SecondFactorRepository.prune(before: $0, maxCount: $1, in: $2)
        }
        try await round.delete(before: round.now) {
            try await PasskeyRepository.prune(before: $0, maxCount: $1, in: $2)
        }
        try await round.delete(before: round.now) {
            try await IdentityRepository.prune(before: $0, maxCount: $1, in: $2)
        }
        try await round.delete(before: round.now - SignInNetworkRepository.life) {
            try await SignInNetworkRepository.prune(before: $0, maxCount: $1, in: $2)
        }
    }
}
