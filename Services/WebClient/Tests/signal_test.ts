/// <reference lib="deno.ns" />
import { deepStrictEqual as same, throws } from "node:assert/strict";
import { computed, effect, flush, onCleanup, scope, signal, untracked } from "../src/core/signal.ts";
import { resource } from "../src/core/resource.ts";
import { settle } from "./fakes.ts";

Deno.test("effect: runs once after several changes", () => {
    const first = signal(1);
    const second = signal(2);
    const seen: number[] = [];
    effect(() => seen.push(first() + second()));
    first.set(10);
    second.set(20);
    flush();
    same(seen, [3, 30]);
});

Deno.test("effect: an equal value does not run it again", () => {
    const value = signal("a");
    let runs = 0;
    effect(() => {
        value();
        runs += 1;
    });
    value.set("a");
    flush();
    same(runs, 1);
});

Deno.test("scope: ending it ends its effects and runs their cleanup", () => {
    const value = signal(0);
    const log: string[] = [];
    const [, end] = scope(() =>
        effect(() => {
            log.push(`run ${value()}`);
            onCleanup(() => log.push("clean"));
        })
    );
    value.set(1);
    flush();
    end();
    value.set(2);
    flush();
    same(log, ["run 0", "clean", "run 1", "clean"]);
});

Deno.test("untracked: reading a signal inside it creates no dependency", () => {
    const value = signal(0);
    let runs = 0;
    effect(() => {
        untracked(() => value());
        runs += 1;
    });
    value.update((old) => old + 1);
    flush();
    same(runs, 1);
    same(value.peek(), 1);
});

Deno.test("computed: readers run only when the result changes", () => {
    const value = signal(1);
    const isEven = computed(() => value() % 2 === 0);
    const seen: boolean[] = [];
    effect(() => seen.push(isEven()));
    value.set(3);
    flush();
    flush();
    value.set(4);
    flush();
    flush();
    same(seen, [false, true]);
});

Deno.test("resource: shows the stored value until the loaded one arrives", async () => {
    let answer: (value: string) => void = () => {};
    const loaded = resource(
        () => new Promise<string>((resolve) => answer = resolve),
        () => Promise.resolve("old"),
    );
    await settle();
    same([loaded.value(), loaded.isLoading()], ["old", true]);
    answer("new");
    await settle();
    same([loaded.value(), loaded.isLoading()], ["new", false]);
});

Deno.test("resource: reloads when a signal changes and drops the late answer", async () => {
    const wanted = signal("a");
    const answers = new Map<string, (value: string) => void>();
    const loaded = resource(() => {
        const name = wanted();
        return new Promise<string>((resolve) => answers.set(name, resolve));
    });
    wanted.set("b");
    await settle();
    answers.get("b")?.("B");
    answers.get("a")?.("A");
    await settle();
    same(loaded.value(), "B");
});

Deno.test("resource: keeps the value and reports the error if reloading fails", async () => {
    let isBroken = false;
    const loaded = resource(() => isBroken ? Promise.reject(new Error("broken")) : Promise.resolve(1));
    await settle();
    isBroken = true;
    loaded.reload();
    await settle();
    same([loaded.value(), (loaded.error() as Error).message, loaded.isLoading()], [1, "broken", false]);
    loaded.set(2);
    same(loaded.value(), 2);
});

Deno.test("signal: an error in one effect does not stop the others", () => {
    const source = signal(0);
    const seen: number[] = [];
    effect(() => {
        if (source() > 0) throw new Error("broken");
    });
    effect(() => {
        seen.push(source());
    });
    source.set(1);
    throws(flush, /broken/);
    same(seen, [0, 1]);
});

Deno.test("scope: a signal that it reads does not end its effects", () => {
    const read = signal(0);
    const followed = signal(0);
    const seen: number[] = [];
    const [, end] = scope(() => {
        read();
        effect(() => {
            seen.push(followed());
        });
    });
    read.set(1);
    flush();
    followed.set(1);
    flush();
    end();
    same(seen, [0, 1]);
});
