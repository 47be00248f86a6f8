import type { Exposures, NewReaction, Reaction, ReactionChange, Symptom } from "../../generated/api.ts";
import { RefusedError } from "../api/problem.ts";
import { type Key, t } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { computed, type Readable } from "../core/signal.ts";
import type { Entry } from "../store/outbox.ts";
import { type FormModel, formModel } from "./account.ts";
import type { Client } from "./client.ts";
import { keptObject } from "./kept.ts";
import { dayOf } from "./formats.ts";
import { type ListModel, listModel, type ListPage } from "./lists.ts";

export const symptomNames: Readonly<Record<Symptom, Key>> = {
    itching: "reactions.s.itching",
    hives: "reactions.s.hives",
    flushing: "reactions.s.flushing",
    eczema: "reactions.s.eczema",
    swelling: "reactions.s.swelling",
    mouthTingling: "reactions.s.mouthTingling",
    runnyNose: "reactions.s.runnyNose",
    sneezing: "reactions.s.sneezing",
    wateryEyes: "reactions.s.wateryEyes",
    cough: "reactions.s.cough",
    wheezing: "reactions.s.wheezing",
    breathlessness: "reactions.s.breathlessness",
    throatTightness: "reactions.s.throatTightness",
    hoarseness: "reactions.s.hoarseness",
    nausea: "reactions.s.nausea",
    vomiting: "reactions.s.vomiting",
    abdominalPain: "reactions.s.abdominalPain",
    diarrhea: "reactions.s.diarrhea",
    palpitations: "reactions.s.palpitations",
    dizziness: "reactions.s.dizziness",
    fainting: "reactions.s.fainting",
    confusion: "reactions.s.confusion",
    other: "reactions.s.other",
};

export const severities = ["mild", "moderate", "severe"] as const;
export type Severity = (typeof severities)[number];
export const severityNames: Readonly<Record<Severity, Key>> = {
    mild: "reactions.severity.mild",
    moderate: "reactions.severity.moderate",
    severe: "reactions.severity.severe",
};

/** The content of the fields. */
export interface ReactionValues {
    readonly occurredOn: string;
    readonly timeOfDay: string;
    readonly allergens: readonly string[];
    readonly severity: Severity | "";
    readonly symptoms: readonly Symptom[];
    readonly cause: string;
    readonly notes: string;
    /** The scan from which the person opened the page. */
    readonly scan?: string;
}

export function emptyReaction(client: Client, scan?: string): ReactionValues {
    return {
        occurredOn: dayOf(client.now()),
        timeOfDay: "",
        allergens: [],
        severity: "",
        symptoms: [],
        cause: "",
        notes: "",
        ...(scan ? { scan } : {}),
    };
}

/** The fields of `values` that differ from `start`. */
export function changesOf(start: ReactionValues, values: ReactionValues): Partial<ReactionValues> {
    const before: Readonly<Record<string, unknown>> = { ...start };
    return Object.fromEntries(
        Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
    );
}

export function valuesOf(reaction: Reaction): ReactionValues {
    return {
        occurredOn: reaction.occurredOn,
        timeOfDay: reaction.timeOfDay ?? "",
        allergens: reaction.allergens,
        severity: reaction.severity ?? "",
        symptoms: reaction.symptoms,
        cause: reaction.cause ?? "",
        notes: reaction.notes ?? "",
        ...(reaction.scan ? { scan: reaction.scan } : {}),
    };
}

function bodyOf(values: ReactionValues): ReactionChange {
    return {
        occurredOn: values.occurredOn,
        timeOfDay: values.timeOfDay || null,
        allergens: values.allergens,
        severity: values.severity || null,
        symptoms: values.symptoms,
        cause: values.cause.trim() || null,
        notes: values.notes.trim() || null,
        ...(values.scan ? { scan: values.scan } : {}),
    };
}

function check(client: Client, values: ReactionValues): Readonly<Record<string, string>> {
    const wrong: Record<string, string> = {};
    if (!values.occurredOn) wrong.occurredOn = t("problem.field.required");
    else if (values.occurredOn > dayOf(client.now())) wrong.occurredOn = t("account.field.future");
    if (!values.allergens.length && !values.cause.trim() && !values.scan) wrong.cause = t("account.field.cause");
    return wrong;
}

const names = ["occurredOn", "timeOfDay", "cause", "notes"];

/** Sends an entry of the outbox. */
export async function sendReaction({ api }: Pick<Client, "api">, entry: Entry, content: Blob): Promise<void> {
    const body = JSON.parse(await content.text()) as NewReaction;
    await api.send("POST", "/v1/reactions", { body, idempotencyKey: entry.id });
}

/**
 * Stores a new entry on the device, then sends it to the server.
 * @param done Called with whether it was sent.
 * @param stored Called when it is stored on the device, so that it is no longer a draft.
 */
export function newReactionModel(
    client: Client,
    done: (isSent: boolean) => void,
    stored: () => Promise<void> = () => Promise.resolve(),
): FormModel<ReactionValues> {
    return formModel<ReactionValues>(names, (values) => check(client, values), async (values) => {
        const { outbox } = await client.store();
        const body = Object.fromEntries(Object.entries(bodyOf(values)).filter(([, value]) => value !== null));
        const content = new Blob([JSON.stringify(body)], { type: "application/json" });
        const entry = await outbox.add("reaction", content);
        await stored();
        const isSent = await outbox.deliver(entry, async () => {
            await sendReaction(client, entry, content);
            return true;
        });
        done(isSent ?? false);
    });
}

export interface ReactionModel {
    readonly reaction: Resource<Reaction>;
    readonly form: FormModel<ReactionValues>;
    readonly exposures: Resource<Exposures>;
    remove(): Promise<void>;
    restore(): Promise<void>;
}

export function reactionModel(client: Client, id: string): ReactionModel {
    let etag: string | undefined;
    const load = async (): Promise<Reaction> => {
        const answer = await client.api.get("/v1/reactions/{id}", { segments: { id } });
        etag = answer.etag ?? `"${answer.value.version}"`;
        return answer.value;
    };
    const reaction = keptObject<Reaction>(client, "reaction", id, load);
    const exposures = keptObject<Exposures>(
        client,
        "exposures",
        id,
        async () => (await client.api.get("/v1/reactions/{id}/exposures", { segments: { id } })).value,
    );
    return {
        reaction,
        form: formModel<ReactionValues>(names, (values) => check(client, values), async (values) => {
            try {
                const { value, etag: next } = await client.api.send("PATCH", "/v1/reactions/{id}", {
                    segments: { id },
                    body: bodyOf(values),
                    ifMatch: etag ?? `"${reaction.value()?.version}"`,
                });
                etag = next ?? `"${value.version}"`;
                reaction.set(value);
            } catch (error) {
                if (!(error instanceof RefusedError) || error.status !== 412) throw error;
                reaction.set(await load());
                throw new RefusedError({
                    type: "about:blank",
                    title: "",
                    detail: t("reactions.changedElsewhere"),
                    status: 412,
                });
            }
        }),
        exposures,
        remove: async () => {
            await client.api.send("DELETE", "/v1/reactions/{id}", { segments: { id } });
            reaction.forget();
            exposures.forget();
        },
        restore: async () => {
            await client.api.send("POST", "/v1/reactions/{id}/restore", { segments: { id } });
        },
    };
}

export interface DiaryModel {
    readonly list: ListModel<Reaction>;
    /** Entries on this device that were not sent yet. */
    readonly waiting: Readable<readonly Entry[]>;
}

export function reactionDiary(client: Client): DiaryModel {
    return {
        list: listModel<Reaction>(async (cursor) => {
            client.changesOf("reaction");
            const { value } = await client.api.get("/v1/reactions", {
                query: { limit: 30, ...(cursor ? { cursor } : {}) },
            });
            return value as ListPage<Reaction>;
        }, { client, slot: "reactions" }),
        waiting: computed(() => client.waiting().filter(({ kind }) => kind === "reaction")),
    };
}
