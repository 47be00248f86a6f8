import type { Credential, Proof, ProofOptions } from "../../generated/api.ts";
import { t } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import { type FormModel, formModel } from "./account.ts";
import type { Client } from "./client.ts";

/** The actions that require a proof. */
export type ProofPurpose = "export" | "erasure" | "account" | "totp" | "passkey" | "identity";

/** Requests a passkey from the device; rejects if the person cancels. */
export type AskPasskey = (options: { readonly challenge: string }) => Promise<Credential>;

export interface ProofModel {
    readonly options: Resource<ProofOptions>;
    readonly form: FormModel<{ currentPassword: string; code: string }>;
    readonly passkey: FormModel<undefined>;
    /** Whether the sign-in is so recent that no other proof is needed. */
    isFresh(): boolean;
}

/** Asks for a proof of identity, then runs the action that needs it. */
export function proofModel(
    client: Client,
    purpose: ProofPurpose,
    act: (proof: Proof) => Promise<void>,
    askPasskey: AskPasskey,
): ProofModel {
    const options = resource<ProofOptions>(async () =>
        (await client.api.send("POST", "/v1/account/proof", { body: { for: purpose } })).value
    );
    return {
        options,
        form: formModel<{ currentPassword: string; code: string }>(
            ["currentPassword", "code"],
            ({ currentPassword, code }) => ({
                ...(options.value()?.password && !currentPassword
                    ? { currentPassword: t("problem.field.required") }
                    : {}),
                ...(options.value()?.code && !code.trim() ? { code: t("problem.field.required") } : {}),
            }),
            async ({ currentPassword, code }) => {
                await act({ ...(currentPassword ? { currentPassword } : {}), ...(code ? { code: code.trim() } : {}) });
            },
        ),
        passkey: formModel<undefined>([], () => ({}), async () => {
            const publicKey = options.value()?.publicKey;
            if (publicKey) await act({ passkey: await askPasskey(publicKey) });
        }),
        isFresh: () => {
            const until = options.value()?.signInUntil;
            return until !== undefined && new Date(until) > client.now();
        },
    };
}
