import type { Account, Credentials, SignedIn } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { language, t } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { changeSettings, type Settings, settings } from "../core/settings.ts";
import { effect, type Readable, signal, untracked } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";
import { describeError, fieldErrors } from "./problems.ts";

/** The account of the person. */
export function accountResource(client: Client): Resource<Account> {
    return keptResource(client, "account", async () => (await client.api.get("/v1/account", {})).value);
}

/** Choices of units that the server has not answered yet. */
interface UnitChoices {
    /** Number of the last choice. */
    newest: number;
    pending: number;
    /** The units stored on the server. */
    saved: Settings["units"];
    /** Settles with the request of the last choice. */
    last: Promise<unknown>;
}

const unitChoices = new WeakMap<Resource<Account>, UnitChoices>();

/**
 * Chooses the units of the account and of this device; neither changes if the server refuses.
 *
 * Choices are sent one after the other. Only the answer to the newest one changes the shown units.
 */
export async function chooseUnits(client: Client, account: Resource<Account>, units: Settings["units"]): Promise<void> {
    const before = untracked(settings).units;
    const choices = unitChoices.get(account) ?? { newest: 0, pending: 0, saved: before, last: Promise.resolve() };
    unitChoices.set(account, choices);
    if (choices.pending === 0) choices.saved = before;
    choices.pending += 1;
    const number = choices.newest += 1;
    changeSettings({ units });
    const sending = choices.last.then(() => client.api.send("PATCH", "/v1/account", { body: { units } }));
    choices.last = sending.catch(() => {});
    try {
        const { value } = await sending;
        choices.saved = units;
        if (number === choices.newest) account.set(value);
    } catch (error) {
        if (number === choices.newest) changeSettings({ units: choices.saved });
        throw error;
    } finally {
        choices.pending -= 1;
    }
}

/** The account, whose language and units follow the settings of the device. */
export interface AccountSettings {
    readonly account: Resource<Account>;
    chooseUnits(units: Settings["units"]): Promise<void>;
}

export function accountSettings(client: Client): AccountSettings {
    const account = accountResource(client);
    // Notices and mails are written in the language that is chosen here.
    effect(() => {
        const known = account.value();
        const chosen = language();
        if (!known || known.locale.slice(0, 2) === chosen) return;
        client.api.send("PATCH", "/v1/account", { body: { locale: chosen } }).then(
            ({ value }) => account.set(value),
            () => {},
        );
    });
    // Units are chosen once for the account, and apply to prices as well.
    effect(() => {
        const units = account.value()?.units;
        if (units && units !== untracked(settings).units) changeSettings({ units });
    });
    return { account, chooseUnits: (units) => chooseUnits(client, account, units) };
}

/** Errors of a form: one text for each field, and one for all of it. */
export interface FormErrors {
    readonly fields: Readonly<Record<string, string>>;
    readonly summary: string;
}

export const noErrors: FormErrors = { fields: {}, summary: "" };

/** The state of a form: whether it is being sent, and its errors. */
export interface FormModel<Values> {
    readonly isBusy: Readable<boolean>;
    readonly errors: Readable<FormErrors>;
    /** Sends the values; resolves to true after a success. */
    submit(values: Values): Promise<boolean>;
}

/**
 * Creates a form model.
 * @param names Fields at which errors of the server can be shown.
 * @param check Returns errors found before sending.
 * @param send Sends the values.
 */
export function formModel<Values>(
    names: readonly string[],
    check: (values: Values) => Readonly<Record<string, string>>,
    send: (values: Values) => Promise<void>,
): FormModel<Values> {
    const isBusy = signal(false);
    const errors = signal(noErrors);
    return {
        isBusy,
        errors,
        submit: async (values) => {
            if (isBusy.peek()) return false;
            const wrong = check(values);
            errors.set({ fields: wrong, summary: "" });
            if (Object.keys(wrong).length > 0) return false;
            isBusy.set(true);
            try {
                await send(values);
                return true;
            } catch (error) {
                const fields = fieldErrors(error, names);
                errors.set({ fields, summary: Object.keys(fields).length > 0 ? "" : describeError(error) });
                return false;
            } finally {
                isBusy.set(false);
            }
        },
    };
}

export interface SignInModel extends FormModel<Credentials> {
    /** The challenge of the second factor after a correct password; undefined before. */
    readonly challenge: Readable<string | undefined>;
    submitCode(code: string): Promise<boolean>;
}

/**
 * Signing in with a password.
 * @param asked The challenge of a second factor if the first one was checked elsewhere, such as at an issuer.
 */
export function signInModel(client: Client, asked?: string): SignInModel {
    const challenge = signal<string | undefined>(asked);
    const send = async (body: Credentials | { challenge: string; code: string }): Promise<void> => {
        const { value } = await client.api.send("POST", "/v1/sessions", { body, isAnonymous: true });
        await client.session.begin(value as SignedIn);
    };
    const password = formModel<Credentials>(["email", "password"], requireFields, async (values) => {
        try {
            await send(values);
        } catch (error) {
            const asked = error instanceof RefusedError && error.kind === "second-factor-required" &&
                (error.problem as { challenge?: string }).challenge;
            if (!asked) throw error;
            challenge.set(asked);
        }
    });
    const code = formModel<{ code: string }>(["code"], requireFields, async (values) => {
        await send({ challenge: challenge.peek() ?? "", code: values.code });
    });
    return {
        challenge,
        isBusy: () => password.isBusy() || code.isBusy(),
        errors: () => challenge() ? code.errors() : password.errors(),
        submit: password.submit,
        submitCode: (value) => code.submit({ code: value.trim() }),
    };
}

export interface Registration {
    readonly email: string;
    readonly password: string;
    readonly acceptsTerms: boolean;
    readonly trainingPhotos: boolean;
    readonly communityPrices: boolean;
}

export function registrationModel(client: Client, timeZone: string): FormModel<Registration> {
    const names = ["email", "password", "acceptsTerms"];
    return formModel<Registration>(names, checkRegistration, async (values) => {
        const { value: terms } = await client.api.get("/v1/terms", { isAnonymous: true, isFresh: true });
        const { value } = await client.api.send("POST", "/v1/accounts", {
            isAnonymous: true,
            body: {
                email: values.email.trim(),
                password: values.password,
                acceptedTerms: terms.version,
                locale: language(),
                timeZone,
                consents: { trainingPhotos: values.trainingPhotos, communityPrices: values.communityPrices },
            },
        });
        await client.session.begin(value as SignedIn);
    });
}

function checkRegistration(values: Registration): Readonly<Record<string, string>> {
    const wrong: Record<string, string> = {};
    if (!/^\S+@\S+$/.test(values.email.trim())) wrong.email = t("problem.field.email");
    if ([...values.password].length < 8) wrong.password = t("problem.field.tooShort", { count: 8 });
    if (!values.acceptsTerms) wrong.acceptsTerms = t("problem.field.terms");
    return wrong;
}

/** Recovery of the password: a code by e-mail, then a new password. */
export interface RecoveryModel {
    readonly request: FormModel<{ email: string }>;
    readonly reset: FormModel<{ code: string; password: string }>;
    /** Whether the code was requested, or came with a link. */
    readonly isRequested: Readable<boolean>;
    readonly isDone: Readable<boolean>;
}

export function recoveryModel(client: Client, hasCode = false): RecoveryModel {
    const isRequested = signal(hasCode);
    const isDone = signal(false);
    return {
        isRequested,
        isDone,
        request: formModel<{ email: string }>(["email"], requireFields, async ({ email }) => {
            await client.api.send("POST", "/v1/accounts/recovery", {
                isAnonymous: true,
                body: { email: email.trim() },
            });
            isRequested.set(true);
        }),
        reset: formModel<{ code: string; password: string }>(["code", "password"], requireFields, async (values) => {
            const body = { code: values.code.trim(), password: values.password };
            await client.api.send("POST", "/v1/accounts/recovery", { isAnonymous: true, body });
            isDone.set(true);
        }),
    };
}

function requireFields(values: object): Readonly<Record<string, string>> {
    const empty = Object.entries(values).filter(([, value]) => typeof value === "string" && value.trim() === "");
    return Object.fromEntries(empty.map(([name]) => [name, t("problem.field.required")]));
}

/** Signs out: ends the session on the server, then deletes all data of the account on this device. */
export async function signOut(client: Client, deleteStore: () => Promise<void>): Promise<void> {
    await client.session.signOut();
    await deleteStore();
}
