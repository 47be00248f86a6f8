import type { Problem } from "../../generated/api.ts";

/** Refusals that may succeed later with the same request. */
const passing = new Set(["request-in-progress", "terms-required", "account-erasing"]);

/** The server refused a request, or failed at it, and said why. */
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

    /** Whether the same request may succeed later, perhaps after a step of the person. */
    get isTemporary(): boolean {
        return [408, 425, 429].includes(this.status) || this.status >= 500 || passing.has(this.kind);
    }
}

/** No answer came: there is no connection, or the server is away. */
export class UnreachableError extends Error {}

/** A photo that the browser cannot decode. */
export class UnusablePhotoError extends Error {}
