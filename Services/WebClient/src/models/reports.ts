import type { Report, SavedReport } from "../../generated/api.ts";
import { language } from "../core/i18n.ts";
import type { Resource } from "../core/resource.ts";
import { computed, type Readable, signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptObject, keptResource } from "./kept.ts";
import { isOutsidePlan } from "./limits.ts";

/** The subject of a report. */
export type ReportSubject = { readonly meal: string } | { readonly date: string } | { readonly report: string };
export type ReportFormat = "pdf" | "csv" | "png";

/** The report of a meal or a day, or a stored one. */
export interface ReportModel {
    readonly report: Resource<Report>;
    readonly view: Readable<Report["view"]>;
    setView(view: Report["view"]): void;
    /** Whether the plan does not include the requested report. */
    readonly isLocked: Readable<boolean>;
    /** Codes of the nutrients to show; undefined for all. */
    readonly chosen: Readable<readonly string[] | undefined>;
    choose(codes: readonly string[] | undefined): void;
    file(format: ReportFormat): Promise<Blob>;
    keep(): Promise<SavedReport>;
}

const choiceName = "report-nutrients";

export function reportModel(client: Client, subject: ReportSubject): ReportModel {
    const view = signal<Report["view"]>("simple");
    const chosen = signal<readonly string[] | undefined>(undefined);
    void client.store().then(async ({ kept }) => {
        const codes = await kept.read<readonly string[]>(choiceName);
        if (codes && chosen.peek() === undefined) chosen.set(codes);
    }).catch(() => {});

    async function read(format?: ReportFormat): Promise<Report | Blob> {
        const codes = chosen();
        const query = {
            view: view(),
            ...(format ? { format } : {}),
            ...(codes && view() === "detailed" ? { nutrients: codes.join(",") } : {}),
        };
        const request = (id: string) => ({ segments: { id }, query });
        if ("meal" in subject) return (await client.api.get("/v1/meals/{id}/report", request(subject.meal))).value;
        if ("report" in subject) return (await client.api.get("/v1/reports/{id}", request(subject.report))).value;
        const { date } = subject;
        return (await client.api.get("/v1/days/{date}/report", { segments: { date }, query })).value;
    }

    const [kind, id] = Object.entries(subject)[0] ?? ["", ""];
    const report = keptObject<Report>(client, "report", `${kind}/${id}`, async () => {
        if ("meal" in subject) client.changesOf("meal");
        else if ("date" in subject) client.changesOf("day");
        language();
        return await read() as Report;
    }, () => JSON.stringify([view(), chosen(), language()]));
    return {
        report,
        view,
        setView: (next) => view.set(next),
        isLocked: computed(() => isOutsidePlan(report.error())),
        chosen,
        choose: (codes) => {
            chosen.set(codes);
            void client.store().then(({ kept }) => codes ? kept.write(choiceName, codes) : kept.delete(choiceName))
                .catch(() => {});
        },
        file: async (format) => await read(format) as Blob,
        keep: async () => {
            const body = "meal" in subject ? { mealId: subject.meal } : "date" in subject ? { date: subject.date } : {};
            return (await client.api.send("POST", "/v1/reports", { body })).value;
        },
    };
}

/** The reports that the person has stored. */
export interface KeptReportsModel {
    readonly list: Resource<readonly SavedReport[]>;
    remove(id: string): Promise<void>;
}

export function keptReportsModel(client: Client): KeptReportsModel {
    const list = keptResource<readonly SavedReport[]>(
        client,
        "reports",
        async () => (await client.api.get("/v1/reports", { query: { limit: 100 } })).value.items,
    );
    return {
        list,
        remove: async (id) => {
            await client.api.send("DELETE", "/v1/reports/{id}", { segments: { id } });
            list.reload();
        },
    };
}
