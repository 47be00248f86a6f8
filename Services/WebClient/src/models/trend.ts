import type { Trend } from "../../generated/api.ts";
import type { Resource } from "../core/resource.ts";
import { signal } from "../core/signal.ts";
import type { Signal } from "../core/signal.ts";
import type { Client } from "./client.ts";
import { keptResource } from "./kept.ts";
import { mainNutrients } from "./nutrients.ts";

/** The trend of weekly means. */
export interface TrendModel {
    readonly trend: Resource<Trend>;
    readonly weeks: Signal<number>;
}

export function trendModel(client: Client): TrendModel {
    const weeks = signal(8);
    const trend = keptResource<Trend>(client, "trend", async () => {
        client.changesOf("day");
        const nutrients = mainNutrients.map(({ code }) => code).join(",");
        return (await client.api.get("/v1/trend", { query: { weeks: weeks(), nutrients } })).value;
    }, () => String(weeks()));
    return { trend, weeks };
}
