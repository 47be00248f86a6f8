import { RefusedError } from "../api/problem.ts";

/** Whether an error means that the plan does not include something, or the day's quota is used up. */
export function isPlanLimit(error: unknown): boolean {
    return error instanceof RefusedError &&
        (error.status === 402 || ["plan-required", "quota-exceeded"].includes(error.kind));
}

/** Whether an error means that the plan does not include the requested data, or the day's quota is used up. */
export function isOutsidePlan(error: unknown): boolean {
    return isPlanLimit(error) || error instanceof RefusedError && error.status === 403 && error.kind === "forbidden";
}

/** Whether an error means that something was deleted or never existed. */
export function isGone(error: unknown): boolean {
    return error instanceof RefusedError && error.status === 404;
}
