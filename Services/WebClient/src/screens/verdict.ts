import type { LabelScan } from "../../generated/api.ts";
import { type Child, h } from "../core/dom.ts";
import { formatMoment, t } from "../core/i18n.ts";
import { computed, effect, signal, untracked } from "../core/signal.ts";
import { describeError } from "../models/problems.ts";
import { type ScanModel, scanModel, scanName, takeFresh } from "../models/scans.ts";
import { findingViews, markedWords, otherAllergens } from "../models/verdict.ts";
import { keptForm } from "./kept-form.ts";
import type { Page } from "./page.ts";
import { errorNote, linkButton, objectURL, section, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";
import { markedPhoto, storedNote, verdictCard } from "./verdict-parts.ts";

/** The result of one scan, with its evidence. */
export default function verdictScreen(page: Page): Child {
    const id = page.parameters.id ?? "";
    const fresh = takeFresh(id);
    const model = scanModel(page.client, id, fresh);
    page.setTitle(() => {
        const scan = model.scan.value();
        return scan && scanName(scan) || t("verdict.title");
    });
    const nameOf = page.client.allergenNames.nameOf;
    let isFelt = false;

    function announce(): boolean {
        if (!fresh) return false;
        // A vibration, so that the result is noticed without looking; browsers allow it only after a tap.
        const isFeltNow = !isFelt && fresh.scan.verdict === "contains" && navigator.userActivation?.hasBeenActive;
        if (isFeltNow) navigator.vibrate?.([200, 100, 200]);
        isFelt = true;
        return true;
    }

    const url = computed(() => {
        const photo = model.photo();
        return photo && objectURL(photo);
    });
    // The card is recreated only when its text changes, so that a new result is announced once.
    const shown = computed(() => JSON.stringify(model.view()));
    const card = (): Child => {
        shown();
        const view = untracked(model.view);
        return view && verdictCard(view, announce());
    };
    const rest = (): Child => {
        const scan = model.scan.value();
        if (scan) return details(scan);
        const error = model.scan.error();
        return error ? errorNote(error, model.scan.reload) : skeletons();
    };
    const details = (scan: LabelScan): Child => {
        const findings = findingViews(scan, nameOf);
        const others = otherAllergens(scan, page.client.allergenNames.list.value() ?? []);
        return [
            () => adviceCard(model),
            () => {
                const address = url();
                return address && markedPhoto(address, markedWords(scan));
            },
            findings.some(({ quotes }) => quotes.length) && section(
                "verdict.evidence",
                h(
                    "ul",
                    { class: "list" },
                    findings.filter(({ quotes }) => quotes.length).map(({ name, kind, quotes }) =>
                        h(
                            "li",
                            { class: "card fact" },
                            h(
                                "span",
                                { class: "hint" },
                                t(kind === "contains" ? "verdict.kind.contains" : "verdict.kind.mayContain"),
                            ),
                            h("span", { class: "strong" }, name),
                            quotes.map((quote) => h("q", { lang: scan.language ?? null }, quote)),
                        )
                    ),
                ),
            ),
            others.length > 0 &&
            section(
                "verdict.alsoOnLabel",
                h(
                    "ul",
                    { class: "chips" },
                    others.map(({ name, kind }) =>
                        h(
                            "li",
                            { class: "tag" },
                            kind === "contains" ? name : `${t("verdict.kind.mayContain")}: ${name}`,
                        )
                    ),
                ),
            ),
            scan.text &&
            section("verdict.ingredients", h("p", { class: "read card", lang: scan.language ?? null }, scan.text)),
        ];
    };
    /**
     * The content below the form for the name, which is kept while results arrive. It is recreated only for another version,
     * so that an event about another scan does not clear a correction that is being typed.
     */
    const version = computed(() => model.scan.value()?.version);
    // A stored text is not offered for correction, because the correction would replace one made on another device.
    const isAnswered = signal(false);
    effect(() => {
        if (!model.scan.isLoading() && model.scan.error() === undefined) isAnswered.set(true);
    });
    const foot = (): Child => {
        version();
        const scan = untracked(model.scan.value);
        return scan && [
            isAnswered() && scan.photo && scan.inFull && correction(page, model, scan),
            h("p", { class: "hint" }, () => t("verdict.scannedAt", { when: formatMoment(scan.scannedAt) })),
            !scan.photo && scan.inFull && h("p", { class: "hint" }, t("verdict.textOnly")),
            h("div", { class: "actions" }, linkButton("/scan/label", () => t("scan.another"), "primary", "scan")),
        ];
    };
    return h("div", { class: "stack wide" }, card, storedNote(model.scan), rest, naming(page, model), foot);
}

/** The most helpful action if the list was not read completely, or the profile is empty. */
function adviceCard(model: ScanModel): Child {
    const view = model.view();
    if (!view) return null;
    if (view.offersProfile) {
        return h(
            "div",
            { class: "actions" },
            linkButton("/allergens/profile", () => t("verdict.noProfile.choose"), "primary"),
        );
    }
    if (!view.advice) return null;
    return h(
        "div",
        { class: "card advice" },
        h("p", { class: "strong" }, view.advice),
        h(
            "div",
            { class: "actions" },
            linkButton("/scan/label", () => t("scan.again"), "primary", "scan"),
            linkButton("/scan/label?type=1", () => t("scan.typeInstead"), "secondary", "keyboard"),
        ),
    );
}

/** A form to name the scan. */
function naming(page: Page, model: ScanModel): Child {
    const problem = signal("");
    const isBusy = signal(false);
    const name = computed(() => model.scan.value()?.name ?? "");
    const isThere = computed(() => model.scan.value() !== undefined);
    async function save(text: (name: string) => string): Promise<boolean> {
        if (isBusy.peek()) return false;
        isBusy.set(true);
        problem.set("");
        try {
            await model.rename(text("name"));
            notify(() => t("verdict.named"));
            return true;
        } catch (error) {
            problem.set(describeError(error));
            return false;
        } finally {
            isBusy.set(false);
        }
    }
    const form = (): Child =>
        isThere() && keptForm(
            page,
            `scan-name/${page.parameters.id}`,
            save,
            h("label", { for: "scan-name" }, () => t("verdict.nameLabel")),
            h("input", {
                id: "scan-name",
                name: "name",
                type: "text",
                maxlength: 80,
                autocomplete: "off",
                value: name(),
                placeholder: () => model.scan.value()?.productName ?? null,
                readonly: () => isBusy(),
                "aria-describedby": "scan-name-hint",
            }),
            h("p", { class: "hint", id: "scan-name-hint" }, () => t("verdict.nameHint")),
            () => problem() && h("p", { class: "error", role: "alert" }, problem()),
            h("button", { class: "secondary", "aria-disabled": () => isBusy() ? "true" : null }, () => t("app.save")),
        );
    return h(
        "details",
        { class: "card", hidden: () => !isThere() },
        h("summary", null, () => t(name() ? "verdict.rename" : "verdict.name")),
        form,
    );
}

/** A form to correct the text of the label. */
function correction(page: Page, model: ScanModel, scan: LabelScan): Child {
    const problem = signal("");
    const isBusy = signal(false);
    const text = h("textarea", {
        id: "correction",
        name: "text",
        rows: 6,
        lang: scan.language ?? null,
        readonly: () => isBusy(),
        "aria-describedby": "correction-hint",
    });
    text.value = scan.text ?? "";
    async function send(): Promise<boolean> {
        if (isBusy.peek()) return false;
        isBusy.set(true);
        problem.set("");
        try {
            await model.correct(text.value);
            return true;
        } catch (error) {
            problem.set(describeError(error));
            return false;
        } finally {
            isBusy.set(false);
        }
    }
    return h(
        "details",
        { class: "card" },
        h("summary", null, () => t("verdict.correct")),
        keptForm(
            page,
            `scan/${scan.id}`,
            send,
            h("label", { for: "correction" }, () => t("scan.typedLabel")),
            text,
            h("p", { class: "hint", id: "correction-hint" }, () => t("verdict.correctHint")),
            () => problem() && h("p", { class: "error", role: "alert" }, problem()),
            h(
                "button",
                { class: "secondary", "aria-disabled": () => isBusy() ? "true" : null },
                () => t("verdict.correctSend"),
            ),
        ),
    );
}
