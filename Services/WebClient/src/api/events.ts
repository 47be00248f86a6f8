import type { ResourceEvent } from "../../generated/api.ts";
import type { Api } from "./client.ts";

/** A change on the server; `resync` means that changes were missed and everything must be read again. */
export type ServerEvent = ResourceEvent | "resync";

/** The browser's functions for the event stream. */
export interface EventHost {
    /** Runs `fn` in one tab at a time, until it ends. */
    exclusively(fn: () => Promise<void>): Promise<void>;
    receive(event: ServerEvent): void;
    sleep(milliseconds: number): Promise<void>;
}

/**
 * Follows the events of the account and forwards them to all tabs; only one tab listens.
 *
 * Reads the stream with `fetch`, because `EventSource` cannot send a token. It resumes after the last received event.
 */
export async function followEvents(api: Api, host: EventHost, stop: AbortSignal): Promise<void> {
    await host.exclusively(async () => {
        let last = "";
        let pause = 1_000;
        while (!stop.aborted) {
            try {
                const headers: Record<string, string> = { accept: "text/event-stream" };
                if (last) headers["last-event-id"] = last;
                const answer = await api.request("/v1/events", { headers, signal: stop }, false);
                pause = 1_000;
                for await (const event of eventsOf(answer.body)) {
                    if (event.id) last = event.id;
                    if (event.name === "resync") host.receive("resync");
                    else if (event.data) host.receive(JSON.parse(event.data) as ResourceEvent);
                }
            } catch {
                // The connection broke; the stream resumes after the last event.
            }
            if (!stop.aborted) await host.sleep(pause * (0.5 + Math.random()));
            pause = Math.min(pause * 2, 30_000);
        }
    });
}

/**
 * Longest silence of the stream in milliseconds, three times the interval of the server's comment lines. After a
 * longer one, such as a night with the lid closed, the connection is lost although no error was reported.
 */
const longestSilence = 45_000;

interface StreamedEvent {
    readonly id?: string;
    readonly name?: string;
    readonly data?: string;
}

/** The events of a stream (WHATWG HTML section 9.2). */
export async function* eventsOf(
    body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
    silence = longestSilence,
): AsyncGenerator<StreamedEvent> {
    if (!body) return;
    let rest = "";
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
        const timer = setTimeout(() => void reader.cancel().catch(() => {}), silence);
        const { done, value } = await reader.read().finally(() => clearTimeout(timer));
        if (done) return;
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) yield parseEvent(block);
    }
}

/** The fields of one event; comment lines are skipped. */
export function parseEvent(block: string): StreamedEvent {
    const fields: Record<string, string> = {};
    for (const line of block.split("\n")) {
        const colon = line.indexOf(":");
        if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trimStart();
    }
    return {
        ...(fields.id ? { id: fields.id } : {}),
        ...(fields.event ? { name: fields.event } : {}),
        ...(fields.data ? { data: fields.data } : {}),
    };
}
