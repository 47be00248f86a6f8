import { RefusedError, UnreachableError } from "../api/problem.ts";
import type { Client } from "./client.ts";

/**
 * The idempotency keys of one form's requests.
 *
 * A key belongs to the content: a repetition after a lost answer or a passing failure has the same key, and so one
 * effect. Changed content has another key, because the server answers a known key with the first answer. So has content
 * that was refused or accepted, or whose processing failed.
 */
export function requestKeys(
    client: Pick<Client, "newID">,
): <T>(content: unknown, send: (key: string) => Promise<T>) => Promise<T> {
    let open: { readonly content: string; readonly key: string } | undefined;
    return async (content, send) => {
        const text = JSON.stringify(content);
        if (open?.content !== text) open = { content: text, key: client.newID() };
        const { key } = open;
        try {
            const result = await send(key);
            open = undefined;
            return result;
        } catch (error) {
            const mayRepeat = error instanceof UnreachableError ||
                error instanceof RefusedError && error.isTemporary && error.kind !== "processing-failed";
            if (!mayRepeat) open = undefined;
            throw error;
        }
    };
}
