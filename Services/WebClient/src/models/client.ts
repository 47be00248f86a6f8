import type { Api } from "../api/client.ts";
import type { Connection } from "../api/connection.ts";
import type { ServerEvent } from "../api/events.ts";
import type { Session } from "../api/session.ts";
import type { Readable } from "../core/signal.ts";
import type { Kept } from "../store/kept.ts";
import type { Outbox } from "../store/outbox.ts";
import type { AllergenNames } from "./allergens.ts";

/** The stores of the signed-in account. */
export interface AccountStore {
    readonly kept: Kept;
    readonly drafts: Kept;
    readonly outbox: Outbox;
}

/** The dependencies of all models. `main.ts` creates those of the browser, tests create their own. */
export interface Client {
    readonly connection: Connection;
    readonly session: Session;
    readonly api: Api;
    /** The store of the account; rejects if no account is signed in. */
    store(): Promise<AccountStore>;
    /** Names of the allergens in the current language. */
    readonly allergenNames: AllergenNames;
    /** Counts the events about a kind of resource; models that read it reload after an event. */
    changesOf(kind: Exclude<ServerEvent, "resync">["kind"]): number;
    /** Entries of the outbox; none without a signed-in account. */
    readonly waiting: Readable<Outbox["entries"] extends Readable<infer T> ? T : never>;
    now(): Date;
    newID(): string;
}
