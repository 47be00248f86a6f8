import type { FieldCode, Problem } from "../../generated/api.ts";
import { OutboxFullError } from "../store/outbox.ts";
import { RefusedError, UnreachableError, UnusablePhotoError } from "../api/problem.ts";
import { type Key, t, translate } from "../core/i18n.ts";

/** Texts for problems, by the last part of their type. */
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

/** The text about an error and what to do. */
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
    // The fault of a field that the page does not show is part of the message.
    const [fault] = error.problem.errors ?? [];
    if (key && error.kind === "invalid-fields" && fault) return `${translate(key)} ${describeField(fault)}`;
    // An unknown problem is shown with the server's text.
    return key ? translate(key) : error.problem.detail ?? error.problem.title ?? t("problem.unexpected");
}

/** Text about a refusal of which only the kind is known, such as that of an entry of the outbox. */
export function describeKind(kind: string | undefined): string {
    return translate(texts[kind ?? ""] ?? "problem.unexpected");
}

/** The server's description of the fault of one field. */
export type FieldProblem = NonNullable<Problem["errors"]>[number];

/** The texts of the server's codes for fields; a code without a text is a type error. */
const fieldTexts: Readonly<Record<FieldCode, Key>> = {
    "required": "problem.field.required",
    "blank": "problem.field.required",
    "one-required": "problem.field.oneRequired",
    "not-together": "problem.field.notTogether",
    "wrong-type": "problem.field.malformed",
    "not-a-number": "problem.field.number",
    "not-a-whole-number": "problem.field.wholeNumber",
    "not-a-choice": "problem.field.choice",
    "unknown-field": "problem.field.notAllowed",
    "not-an-address": "problem.field.email",
    "not-a-url": "problem.field.url",
    "not-a-day": "problem.field.day",
    "not-a-time": "problem.field.time",
    "not-a-barcode": "problem.field.barcode",
    "not-an-id": "problem.field.unknown",
    "not-a-currency": "problem.field.choice",
    "not-an-amount": "problem.field.amount",
    "not-a-region": "problem.field.choice",
    "not-a-language": "problem.field.choice",
    "not-a-time-zone": "problem.field.choice",
    "malformed": "problem.field.malformed",
    "too-short": "problem.field.tooShort",
    "too-long": "problem.field.tooLong",
    "too-few": "problem.field.tooFew",
    "too-many": "problem.field.tooMany",
    "out-of-range": "problem.field.outOfRange",
    "too-early": "problem.field.tooEarly",
    "too-late": "problem.field.tooLate",
    "in-future": "problem.field.future",
    "wrong-sum": "problem.field.sum",
    "wrong-order": "problem.field.order",
    "duplicate": "problem.field.duplicate",
    "mismatch": "problem.field.mismatch",
    "implausible": "problem.field.implausible",
    "below-safe-limit": "problem.field.unsafe",
    "not-allowed": "problem.field.notAllowed",
    "unknown": "problem.field.unknown",
    "taken": "problem.field.taken",
    "outdated": "problem.field.outdated",
    "incorrect": "problem.field.incorrect",
    "expired-code": "problem.field.code",
    "common": "problem.field.commonPassword",
    "like-address": "problem.field.likeAddress",
    "card-number": "problem.field.cardNumber",
    "unsupported-format": "problem.photoType",
    "too-large": "problem.field.tooLarge",
    "unreadable": "problem.photoUnreadable",
    "invalid": "problem.field.malformed",
};

/** More specific texts, by the field's place and the code. */
const placeTexts: Readonly<Record<string, Key>> = {
    "/currentPassword incorrect": "account.field.password",
    "/token unknown": "plan.invitationWrong",
    "/allergens one-required": "account.field.cause",
    "/expiresAt out-of-range": "account.field.date",
};

/** The fault of a field in the person's language, or with the server's text if the client does not know the code. */
export function describeField({ pointer, code, values = {}, detail }: FieldProblem): string {
    const special = placeTexts[`${pointer} ${code}`];
    if (special) return translate(special);
    const key = fieldTexts[code];
    if (!key) return detail;
    const { min, max } = values;
    if (code === "out-of-range") {
        if (min !== undefined && max !== undefined) return t("problem.field.between", { min, max });
        if (min !== undefined) return t("problem.field.least", { min });
        if (max !== undefined) return t("problem.field.most", { max });
    }
    if (code === "below-safe-limit" && min !== undefined) return t("problem.field.least", { min });
    return translate(key, { count: Number(min ?? max ?? values.sum ?? 0) });
}

/** The fault without its limits, which are in the units of the API, while the field may have others. */
export function withoutLimits(problem: FieldProblem): FieldProblem {
    return { ...problem, values: {} };
}

/** Errors at fields of a form, by the name of the field; empty if the error is not about a field. */
export function fieldErrors(error: unknown, fields: readonly string[]): Readonly<Record<string, string>> {
    const result: Record<string, string> = {};
    if (!(error instanceof RefusedError)) return result;
    for (const problem of error.problem.errors ?? []) {
        const name = problem.pointer?.slice(1);
        if (name && fields.includes(name)) result[name] = describeField(problem);
    }
    return result;
}
