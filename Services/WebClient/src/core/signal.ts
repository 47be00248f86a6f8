/** A value whose readers run again when it changes. */
export interface Signal<T> {
    (): T;
    set(value: T): void;
    update(change: (old: T) => T): void;
    /** Returns the value without subscribing to it. */
    peek(): T;
}

/** A value that can be read and subscribed to, but not set. */
export type Readable<T> = () => T;

interface Run {
    fn: () => void;
    readonly sources: Set<Set<Run>>;
    readonly children: Set<Run>;
    readonly cleanups: (() => void)[];
    /** Whether the run only owns effects: it follows no signals, because running it again would end them. */
    readonly isScope: boolean;
    isDead: boolean;
}

let current: Run | undefined;
let queue: Set<Run> | undefined;

function unlink(run: Run): void {
    for (const source of run.sources) source.delete(run);
    run.sources.clear();
    for (const child of run.children) kill(child);
    run.children.clear();
    for (const cleanup of run.cleanups.splice(0)) cleanup();
}

function kill(run: Run): void {
    run.isDead = true;
    unlink(run);
}

function within<T>(run: Run | undefined, fn: () => T): T {
    const outer = current;
    current = run;
    try {
        return fn();
    } finally {
        current = outer;
    }
}

function execute(run: Run): void {
    if (run.isDead) return;
    unlink(run);
    within(run, run.fn);
}

/** Runs every effect whose values have changed. Called automatically before the next frame; tests call it directly. */
export function flush(): void {
    const runs = queue;
    queue = undefined;
    const errors: unknown[] = [];
    for (const run of runs ?? []) {
        try {
            execute(run);
        } catch (error) {
            errors.push(error);
        }
    }
    // The other effects have run.
    if (errors.length > 0) throw errors[0];
}

export function signal<T>(value: T): Signal<T> {
    const readers = new Set<Run>();
    const read = (() => {
        if (current && !current.isScope) {
            readers.add(current);
            current.sources.add(readers);
        }
        return value;
    }) as Signal<T>;
    read.set = (next) => {
        if (Object.is(next, value)) return;
        value = next;
        if (readers.size === 0) return;
        if (!queue) {
            queue = new Set();
            queueMicrotask(flush);
        }
        for (const reader of readers) queue.add(reader);
    };
    read.update = (change) => read.set(change(value));
    read.peek = () => value;
    return read;
}

function newRun(fn: () => void, isScope = false): Run {
    return { fn, sources: new Set(), children: new Set(), cleanups: [], isScope, isDead: false };
}

/**
 * Runs `fn` at once, and again after a change of a signal that it read. Ends with the effect or scope in which it was
 * created.
 */
export function effect(fn: () => void): () => void {
    const run = newRun(fn);
    current?.children.add(run);
    execute(run);
    return () => kill(run);
}

/** A value computed from others; it changes only when its result does. */
export function computed<T>(compute: () => T): Readable<T> {
    let result: Signal<T> | undefined;
    effect(() => {
        const value = compute();
        if (result) result.set(value);
        else result = signal(value);
    });
    return result!;
}

/** Runs `fn`; every effect created in it ends when the returned function is called. */
export function scope<T>(fn: () => T): [T, () => void] {
    const run = newRun(() => {}, true);
    return [within(run, fn), () => kill(run)];
}

/** Calls `fn` when the effect or scope around it ends or runs again. */
export function onCleanup(fn: () => void): void {
    current?.cleanups.push(fn);
}

/** Runs `fn` without subscribing to the signals that it reads. */
export function untracked<T>(fn: () => T): T {
    return within(undefined, fn);
}
