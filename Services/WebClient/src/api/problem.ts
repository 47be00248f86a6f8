import type { Problem } from "../../generated/api.ts";

/** Refusals that may succeed later with the same request. */
const passing = new Set(["request-in-progress", "terms-required", "account-erasing"]);

/** The server refused a request or failed, and gave the reason. */
export class RefusedError extends Error {
    readonly problem: Problem;

    constructor(problem: Problem) {
        super(problem.title);
        this.problem = problem;
    }

    /** The stable last part of the problem's type, such as `invalid-fields`. */
    get kind(): string {
        return this.problem.type.slice(this.problem.type.lastIndexOf("/") + 1);
    }

    get status(): number {
        return this.problem.status;
    }

    /** Whether the same request may succeed later, possibly after an action of the person. */
    get isTemporary(): boolean {
        return [408, 425, 429].includes(this.status) || this.status >= 500 || passing.has(this.kind);
    }
}

/** The session has ended, or another account has signed in meanwhile. */
export function signedOutError(): RefusedError {
    return new RefusedError({ type: "/problems/unauthenticated", title: "", status: 401 });
}

/** There was no answer: there is no connection, or the server is down. */
export class UnreachableError extends Error {}

/** A photo that the browser cannot decode. */
export class UnusablePhotoError extends Error {}
