import { RefusedError } from "../api/problem.ts";

/** Whether something is not part of the plan, or today's quota is used up. */
export function isPlanLimit(error: unknown): boolean {
    return error instanceof RefusedError &&
        (error.status === 402 || ["plan-required", "quota-exceeded"].includes(error.kind));
}

/** Whether something was deleted, or never was there. */
export function isGone(error: unknown): boolean {
    return error instanceof RefusedError && error.status === 404;
}
