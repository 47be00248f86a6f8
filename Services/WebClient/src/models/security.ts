import type {
    Account,
    Credential,
    Identity,
    Passkey,
    Proof,
    RecoveryCodes,
    SecondFactor,
    SecondFactorSecret,
    Session,
    SignedIn,
} from "../../generated/api.ts";
import { t } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { type Readable, signal } from "../core/signal.ts";
import { accountResource, type FormModel, formModel } from "./account.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";
import type { AskPasskey } from "./proof.ts";

/** Changes of an account; sign-in names and the password need a proof. */
export interface AccountValues {
    readonly name: string;
    readonly username: string;
    readonly email: string;
    /** The account that the form was created from; only the differences from it are sent, since it may be outdated. */
    readonly before: Account;
}

export interface AccountModel {
    readonly account: Resource<Account>;
    /** Whether the values change a sign-in name or the password, so that a proof is needed. */
    needsProof(values: AccountValues): boolean;
    readonly form: FormModel<AccountValues & { proof?: Proof }>;
    /** The error of the last submission of the form. */
    failure(): unknown;
    changePassword(password: string, proof: Proof): Promise<void>;
    readonly verification: FormModel<{ code: string }>;
    sendCode(): Promise<void>;
    removePassword(proof: Proof): Promise<void>;
}

export function accountModel(client: Client): AccountModel {
    const account = accountResource(client);
    let failure: unknown;
    return {
        account,
        needsProof: ({ email, username, before }) =>
            email.trim() !== before.email || username.trim() !== (before.username ?? ""),
        form: formModel<AccountValues & { proof?: Proof }>(
            ["name", "username", "email"],
            ({ email }) => /^\S+@\S+$/.test(email.trim()) ? {} : { email: t("problem.field.email") },
            async ({ name, username, email, before, proof }) => {
                const sending = client.api.send("PATCH", "/v1/account", {
                    body: {
                        ...(name.trim() !== (before.name ?? "") ? { name: name.trim() || null } : {}),
                        ...(username.trim() !== (before.username ?? "") ? { username: username.trim() || null } : {}),
                        ...(email.trim() !== before.email ? { email: email.trim() } : {}),
                        ...proof,
                    },
                });
                sending.catch((error: unknown) => failure = error);
                account.set((await sending).value);
            },
        ),
        failure: () => failure,
        changePassword: async (password, proof) => {
            await client.api.send("PATCH", "/v1/account", { body: { password, ...proof } });
        },
        verification: formModel<{ code: string }>(
            ["code"],
            ({ code }) => code.trim() ? {} : { code: t("problem.field.required") },
            async ({ code }) => {
                await client.api.send("POST", "/v1/accounts/verification", { body: { code: code.trim() } });
                account.reload();
            },
        ),
        sendCode: async () => {
            await client.api.send("POST", "/v1/accounts/verification", { body: {} });
        },
        removePassword: async (proof) => {
            await client.api.send("DELETE", "/v1/account/password", { body: proof });
        },
    };
}

export interface SessionsModel {
    readonly list: Resource<readonly Session[]>;
    end(id: string): Promise<void>;
    endOthers(): Promise<void>;
}

export function sessionsModel(client: Client): SessionsModel {
    const list = resource<readonly Session[]>(async () => {
        const { items } = (await client.api.get("/v1/sessions", {})).value;
        return [...items].sort((a, b) => Number(b.current) - Number(a.current));
    });
    return {
        list,
        end: async (id) => {
            await client.api.send("DELETE", "/v1/sessions/{id}", { segments: { id } });
            list.set((list.value() ?? []).filter((one) => one.id !== id));
        },
        endOthers: async () => {
            await client.api.send("DELETE", "/v1/sessions", {});
            list.set((list.value() ?? []).filter(({ current }) => current));
        },
    };
}

/** The browser and operating system in a client's user agent. */
export function clientName(agent: string | undefined): string {
    const browser = [
        ["Firefox", /Firefox\//],
        ["Edge", /Edg\w*\//],
        ["Opera", /OPR\//],
        ["Samsung Internet", /SamsungBrowser\//],
        ["Chrome", /Chrom(e|ium)\//],
        ["Safari", /Safari\//],
    ] as const;
    const system = [
        ["iPhone", /iPhone/],
        ["iPad", /iPad/],
        ["Android", /Android/],
        ["Windows", /Windows/],
        ["macOS", /Mac OS/],
        ["Linux", /Linux/],
    ] as const;
    const found = (list: readonly (readonly [string, RegExp])[]): string | undefined =>
        list.find(([, words]) => words.test(agent ?? ""))?.[0];
    const [name, place] = [found(browser), found(system)];
    if (name && place) return t("security.on", { browser: name, system: place });
    return name ?? place ?? agent?.slice(0, 40) ?? t("security.unknownClient");
}

/** The browser's functions for passkeys. */
export interface PasskeyHost {
    readonly isSupported: boolean;
    create(options: { readonly challenge: string }): Promise<Credential>;
    readonly get: AskPasskey;
}

export interface PasskeysModel {
    readonly list: Resource<readonly Passkey[]>;
    add(name: string, proof: Proof): Promise<void>;
    rename(id: string, name: string): Promise<void>;
    remove(id: string, proof: Proof): Promise<void>;
}

export function passkeysModel(client: Client, host: PasskeyHost): PasskeysModel {
    const list = resource<readonly Passkey[]>(async () =>
        (await client.api.get("/v1/account/passkeys", {})).value.items
    );
    return {
        list,
        add: async (name, proof) => {
            const { value } = await client.api.send("POST", "/v1/account/passkeys/options", { body: proof });
            const credential = await host.create(value.publicKey);
            await client.api.send("POST", "/v1/account/passkeys", { body: { name, credential } });
            list.reload();
        },
        rename: async (id, name) => {
            await client.api.send("PATCH", "/v1/account/passkeys/{id}", { segments: { id }, body: { name } });
            list.reload();
        },
        remove: async (id, proof) => {
            await client.api.send("DELETE", "/v1/account/passkeys/{id}", { segments: { id }, body: proof });
            list.reload();
        },
    };
}

/** Signs in with a passkey; with `challenge`, as the second factor after the password. */
export async function signInByPasskey(client: Client, host: PasskeyHost, challenge?: string): Promise<void> {
    const second = challenge ? { challenge } : {};
    const { value } = await client.api.send("POST", "/v1/sessions/passkey/options", {
        body: second,
        isAnonymous: true,
    });
    const credential = await host.get(value.publicKey);
    const answer = await client.api.send("POST", "/v1/sessions/passkey", {
        body: { ...second, credential },
        isAnonymous: true,
    });
    await client.session.begin(answer.value as SignedIn);
}

export interface FactorModel {
    readonly factor: Resource<SecondFactor>;
    /** The secret during the setup of the authenticator. */
    readonly secret: Readable<SecondFactorSecret | undefined>;
    /** Newly created recovery codes, shown once. */
    readonly codes: Readable<readonly string[] | undefined>;
    begin(proof: Proof): Promise<void>;
    readonly confirm: FormModel<{ code: string }>;
    usePasskey(proof: Proof): Promise<void>;
    turnOff(proof: Proof): Promise<void>;
    codesKept(): void;
}

export function factorModel(client: Client): FactorModel {
    const factor = keptResource<SecondFactor>(
        client,
        "second-factor",
        async () => (await client.api.get("/v1/account/totp", {})).value,
    );
    const secret = signal<SecondFactorSecret | undefined>(undefined);
    const codes = signal<readonly string[] | undefined>(undefined);
    const keep = ({ recoveryCodes }: RecoveryCodes): void => {
        codes.set(recoveryCodes);
        secret.set(undefined);
        factor.reload();
    };
    return {
        factor,
        secret,
        codes,
        begin: async (proof) => {
            secret.set((await client.api.send("POST", "/v1/account/totp", { body: proof })).value);
        },
        confirm: formModel<{ code: string }>(
            ["code"],
            ({ code }) => code.trim() ? {} : { code: t("problem.field.required") },
            async ({ code }) => {
                const body = { code: code.replace(/\s/g, "") };
                keep((await client.api.send("POST", "/v1/account/totp/confirm", { body })).value);
            },
        ),
        usePasskey: async (proof) => {
            keep((await client.api.send("POST", "/v1/account/passkeys/second-factor", { body: proof })).value);
        },
        turnOff: async (proof) => {
            await client.api.send("POST", "/v1/account/totp/removal", { body: proof });
            factor.reload();
        },
        codesKept: () => codes.set(undefined),
    };
}

export interface IdentitiesModel {
    readonly list: Resource<readonly Identity[]>;
    remove(id: string, proof: Proof): Promise<void>;
}

export function identitiesModel(client: Client): IdentitiesModel {
    const list = resource<readonly Identity[]>(async () =>
        (await client.api.get("/v1/account/identities", {})).value.items
    );
    return {
        list,
        remove: async (id, proof) => {
            await client.api.send("DELETE", "/v1/account/identities/{id}", { segments: { id }, body: proof });
            list.reload();
        },
    };
}
