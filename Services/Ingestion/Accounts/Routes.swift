import EventContracts
import IngestionCore

extension AccountsFeature {
    package static func addRoutes(to routes: inout RouteList<Self>) {
        addTerms(to: &routes)
        addRegistration(to: &routes)
        addSessions(to: &routes)
        addAccount(to: &routes)
        addSecondFactor(to: &routes)
        addPasskeys(to: &routes)
        addIssuers(to: &routes)
    }

    private static func addTerms(to routes: inout RouteList<Self>) {
        routes.get("/v1/terms", "readTerms", .anyone, .compressed) { try $0.account.readTerms($1) }
        routes.get(
            "/v1/terms/{version}", "readTermsText", .anyone, .compressed
        ) { try $0.account.readTermsText($1) }
        routes.get("/v1/help", "listHelp", .anyone, .compressed) { try $0.help.list($1) }
        routes.get("/v1/help/{topic}", "readHelp", .anyone, .compressed) { try $0.help.read($1) }
        routes.put(
            "/v1/terms/acceptance", "acceptTerms", .signedIn(.account, beforeTerms: true)
        ) { try await $0.account.acceptTerms($1) }
    }

    private static func addRegistration(to routes: inout RouteList<Self>) {
        routes.post("/v1/accounts", "registerAccount", .anyone, .limit(.signIns)) { try await $0.account.register($1) }
        routes.post(
            "/v1/accounts/passkey/options", "startRegistration", .anyone, .limit(.signIns)
        ) { try await $0.account.startRegistration($1) }
        routes.post(
            "/v1/accounts/verification", "verifyAddress", .signedIn(.account, beforeTerms: true), .optionalBody
        ) { try await $0.account.verify($1) }
        routes.post(
            "/v1/accounts/recovery", "recoverAccount", .anyone, .limit(.signIns)
        ) { try await $0.account.recover($1) }
    }

    private static func addSessions(to routes: inout RouteList<Self>) {
        routes.post("/v1/sessions", "createSession", .anyone, .limit(.signIns)) { try await $0.sessions.create($1) }
        routes.post("/v1/sessions/refresh", "refreshSession", .anyone, .optionalBody) {
            try await $0.sessions.refresh($1)
        }
        routes.delete(
            "/v1/sessions/current", "endSession", .signedIn(.account, beforeTerms: true), .openWhileErasing
        ) { try await $0.sessions.end($1) }
        routes.get(
            "/v1/sessions", "listSessions", .signedIn(.account, beforeTerms: true)
        ) { try await $0.sessions.list($1) }
        routes.delete(
            "/v1/sessions", "endOtherSessions", .signedIn(.account, beforeTerms: true)
        ) { try await $0.sessions.endOthers($1) }
        routes.delete(
            "/v1/sessions/{id}", "endOneSession", .signedIn(.account, beforeTerms: true)
        ) { try await $0.sessions.endOne($1) }
    }

    private static func addAccount(to routes: inout RouteList<Self>) {
        routes.get(
            "/v1/account", "readAccount", .signedIn(.account), .openWhileErasing
        ) { try await $0.account.read($1) }
        routes.patch("/v1/account", "changeAccount", .signedIn(.account)) { try await $0.account.change($1) }
        routes.delete(
            "/v1/account/password", "removePassword", .signedIn(.account), .optionalBody
        ) { try await $0.account.dropPassword($1) }
        routes.post(
            "/v1/account/proof", "startProof", .signedIn(.account, beforeTerms: true), .openWhileErasing
        ) { try await $0.account.startProof($1) }
    }

    private static func addSecondFactor(to routes: inout RouteList<Self>) {
        routes.get("/v1/account/totp", "readSecondFactor", .signedIn(.account)) { try await $0.secondFactor.read($1) }
        routes.post("/v1/account/totp", "addSecondFactor", .signedIn(.account)) { try await $0.secondFactor.add($1) }
        routes.post(
            "/v1/account/passkeys/second-factor", "addPasskeysAsSecondFactor", .signedIn(.account), .optionalBody
        ) { try await $0.secondFactor.addPasskeys($1) }
        routes.post(
            "/v1/account/totp/confirm", "confirmSecondFactor", .signedIn(.account)
        ) { try await $0.secondFactor.confirm($1) }
        routes.post(
            "/v1/account/totp/removal", "removeSecondFactor", .signedIn(.account)
        ) { try await $0.secondFactor.remove($1) }
    }

    private static func addPasskeys(to routes: inout RouteList<Self>) {
        routes.get("/v1/account/passkeys", "listPasskeys", .signedIn(.account)) { try await $0.passkeys.list($1) }
        routes.post(
            "/v1/account/passkeys/options", "startPasskey", .signedIn(.account), .optionalBody
        ) { try await $0.passkeys.start($1) }
        routes.post("/v1/account/passkeys", "addPasskey", .signedIn(.account)) { try await $0.passkeys.add($1) }
        routes.patch(
            "/v1/account/passkeys/{id}", "renamePasskey", .signedIn(.account)
        ) { try await $0.passkeys.rename($1) }
        routes.delete(
            "/v1/account/passkeys/{id}", "removePasskey", .signedIn(.account), .optionalBody
        ) { try await $0.passkeys.remove($1) }
        routes.post(
            "/v1/sessions/passkey/options", "startPasskeySession", .anyone, .optionalBody, .limit(.signIns)
        ) { try await $0.sessions.startPasskey($1) }
        routes.post(
            "/v1/sessions/passkey", "createPasskeySession", .anyone, .limit(.signIns)
        ) { try await $0.sessions.createByPasskey($1) }
    }

    private static func addIssuers(to routes: inout RouteList<Self>) {
        routes.get("/v1/account/identities", "listIdentities", .signedIn(.account)) { try await $0.issuers.list($1) }
        routes.post("/v1/account/identities", "addIdentity", .signedIn(.account)) { try await $0.issuers.add($1) }
        routes.delete(
            "/v1/account/identities/{id}", "removeIdentity", .signedIn(.account), .optionalBody
        ) { try await $0.issuers.remove($1) }
        routes.get("/v1/sessions/oidc", "listIssuers", .anyone, .compressed) { try $0.issuers.listIssuers($1) }
        routes.get(
            "/v1/sessions/oidc/{name}", "startIssuerSession", .anyone, .limit(.signIns)
        ) { try await $0.issuers.start($1) }
        routes.post(
            "/v1/sessions/oidc/{name}", "createIssuerSession", .anyone, .limit(.signIns)
        ) { try await $0.issuers.create($1) }
    }
}
