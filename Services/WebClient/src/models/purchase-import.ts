import type { PurchaseImport } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { digest } from "../api/session.ts";
import type { Key } from "../core/i18n.ts";
import { onCleanup, type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { requestKeys } from "./request-key.ts";

/** The state of importing a file. */
export type ImportState =
    | { readonly step: "choosing" }
    | { readonly step: "checking" }
    /** The preview: purchases and errors; nothing is stored yet. */
    | { readonly step: "preview"; readonly result: PurchaseImport }
    | { readonly step: "sending"; readonly result: PurchaseImport }
    /** `arrived` is the number of purchases that can already be read. */
    | { readonly step: "arriving" | "done"; readonly result: PurchaseImport; readonly arrived: number }
    | { readonly step: "failed"; readonly error: unknown };

export interface ImportModel {
    readonly state: Readable<ImportState>;
    readonly fileName: Readable<string>;
    readonly currency: Readable<string>;
    setCurrency(currency: string): void;
    choose(file: Blob, name: string): Promise<void>;
    send(): Promise<void>;
    startOver(): void;
}

export const faultKeys: Readonly<Record<PurchaseImport["faults"][number]["reason"], Key>> = {
    missing: "import.fault.missing",
    notADay: "import.fault.notADay",
    notATime: "import.fault.notATime",
    notACurrency: "import.fault.notACurrency",
    notAnAmount: "import.fault.notAnAmount",
    notAQuantity: "import.fault.notAQuantity",
    unknownUnit: "import.fault.unknownUnit",
    unknownCategory: "import.fault.unknownCategory",
    tooLong: "import.fault.tooLong",
    tooManyItems: "import.fault.tooManyItems",
    liesAhead: "import.fault.liesAhead",
    contradicts: "import.fault.contradicts",
};

export function importModel(
    client: Client,
    sleep: (milliseconds: number) => Promise<void> = (milliseconds) =>
        new Promise((resolve) => setTimeout(resolve, milliseconds)),
): ImportModel {
    const state = signal<ImportState>({ step: "choosing" });
    const fileName = signal("");
    const currency = signal("CAD");
    let content: Blob | undefined;
    const withKey = requestKeys(client);
    // Ends the polling when the page is left; the purchases arrive all the same.
    onCleanup(() => content = undefined);

    async function preview(): Promise<void> {
        if (!content) return;
        const file = content;
        const wanted = currency.peek();
        const isCurrent = (): boolean => content === file && currency.peek() === wanted;
        state.set({ step: "checking" });
        try {
            const { value } = await client.api.send("POST", "/v1/receipts/import", {
                query: { preview: true, currency: wanted },
                body: file,
            });
            if (isCurrent()) state.set({ step: "preview", result: value });
        } catch (error) {
            if (isCurrent()) state.set({ step: "failed", error });
        }
    }

    /** Purchases appear in order, so this polls for the last one. */
    async function follow(result: PurchaseImport): Promise<void> {
        const ids = result.purchases.flatMap(({ id }) => id ? [id] : []);
        let arrived = 0;
        for (let tries = 0; arrived < ids.length && tries < 400; tries += 1) {
            // Checks a later purchase first, because they appear in order.
            const next = ids[Math.min(arrived + 9, ids.length - 1)] ?? "";
            const isThere = await client.api.get("/v1/receipts/{id}", { segments: { id: next } }).then(
                () => true,
                (error: unknown) => !(error instanceof RefusedError && error.status === 404) && tries > 300,
            );
            if (isThere) arrived = ids.indexOf(next) + 1;
            else await sleep(500);
            if (content === undefined) return;
            state.set({ step: "arriving", result, arrived });
        }
        state.set({ step: "done", result, arrived: ids.length });
    }

    return {
        state,
        fileName,
        currency,
        setCurrency: (next) => {
            currency.set(next);
            if (["checking", "preview"].includes(state.peek().step)) void preview();
        },
        choose: async (file, name) => {
            content = new Blob([file], { type: "text/csv" });
            fileName.set(name);
            await preview();
        },
        send: async () => {
            const before = state.peek();
            if (before.step !== "preview" || !content) return;
            state.set({ step: "sending", result: before.result });
            try {
                const [body, query] = [content, { currency: currency.peek() }];
                // The same file chosen again after a lost answer has the same key.
                const { value } = await withKey(
                    { ...query, text: await digest(await body.text()) },
                    (idempotencyKey) => {
                        return client.api.send("POST", "/v1/receipts/import", { query, body, idempotencyKey });
                    },
                );
                await follow(value);
            } catch (error) {
                state.set({ step: "failed", error });
            }
        },
        startOver: () => {
            content = undefined;
            state.set({ step: "choosing" });
        },
    };
}
