import { OutboxFullError } from "../store/outbox.ts";
import { RefusedError, UnreachableError, UnusablePhotoError } from "../api/problem.ts";
import { type Key, t, translate } from "../core/i18n.ts";

/** Problems that the client has words for, by the last part of their type. */
const texts: Readonly<Record<string, Key>> = {
    "account-exists": "problem.accountExists",
    "account-erasing": "problem.accountErasing",
    "account-suspended": "problem.accountSuspended",
    "conflict": "problem.conflict",
    "consent-required": "problem.consentRequired",
    "forbidden": "problem.forbidden",
    "internal-error": "problem.server",
    "invalid-credentials": "problem.invalidCredentials",
    "invalid-fields": "problem.invalidFields",
    "no-new-accounts": "problem.noNewAccounts",
    "not-found": "problem.notFound",
    "payload-too-large": "problem.tooLarge",
    "plan-required": "problem.planRequired",
    "processing-failed": "problem.processingFailed",
    "quota-exceeded": "problem.quotaExceeded",
    "session-ended": "problem.sessionEnded",
    "timed-out": "problem.server",
    "unauthenticated": "problem.sessionEnded",
    "unavailable": "problem.unavailable",
    "unreadable": "problem.photoUnreadable",
    "unsupported-media-type": "problem.photoType",
    "version-mismatch": "problem.versionMismatch",
};

/** What to tell a person about an error, and what to do. */
export function describeError(error: unknown): string {
    if (error instanceof UnreachableError) return t("problem.unreachable");
    if (error instanceof UnusablePhotoError) return t("problem.photoType");
    if (error instanceof OutboxFullError) return t("problem.outboxFull");
    if (error instanceof DOMException && error.name === "QuotaExceededError") return t("problem.storageFull");
    if (!(error instanceof RefusedError)) return t("problem.unexpected");
    if (error.kind === "too-many-requests") {
        return t("problem.tooManyRequests", { count: Math.max(1, error.problem.retryAfter ?? 60) });
    }
    const key = texts[error.kind];
    // A problem that the client does not know is told in the server's words.
    return key ? translate(key) : error.problem.detail ?? error.problem.title ?? t("problem.unexpected");
}

/** The texts for fields, by the server's words: it has no codes for them yet. */
const fieldTexts: readonly (readonly [RegExp, Key])[] = [
    [/is not an e-mail address|must be an e-mail/, "problem.field.email"],
    [/at least \d+ characters/, "problem.field.tooShort"],
    [/at most \d+ characters/, "problem.field.tooLong"],
    [/is not valid, or not any more|not a currently valid code/, "problem.field.code"],
    [/must not be blank|required|must be there/, "problem.field.required"],
    [/is not your password/, "account.field.password"],
    [/is not an https address/, "account.field.https"],
    [/must not lie in the future/, "account.field.future"],
    [/must name at least one/, "account.field.atLeastOne"],
    [/an allergen, a cause/, "account.field.cause"],
    [/must be a time within a year/, "account.field.date"],
    [/is taken|already used|in use/, "account.field.taken"],
    [/common|easily guessed|leaked/, "problem.field.commonPassword"],
];

/** Errors at fields of a form, by the name of the field; empty when the error is about no field. */
export function fieldErrors(error: unknown, fields: readonly string[]): Readonly<Record<string, string>> {
    const result: Record<string, string> = {};
    if (!(error instanceof RefusedError)) return result;
    for (const { pointer, detail } of error.problem.errors ?? []) {
        const name = pointer?.slice(1);
        if (!name || !fields.includes(name)) continue;
        const key = fieldTexts.find(([words]) => words.test(detail))?.[1];
        const count = Number(/\d+/.exec(detail)?.[0] ?? 0);
        result[name] = key ? translate(key, { count }) : detail;
    }
    return result;
}
