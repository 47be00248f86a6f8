import { type Child, h } from "../core/dom.ts";
import { t, translate } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { exportImportModel, type ImportReport, kindNames } from "../models/export-import.ts";
import { describeError } from "../models/problems.ts";
import { UnreadableArchiveError } from "../models/zip.ts";
import type { Page } from "./page.ts";
import { button, linkButton, section } from "./parts.ts";

/** Imports an earlier export, also one of another account. */
export default function exportImportScreen({ client }: Page): Child {
    const model = exportImportModel(client);
    const input = h("input", {
        type: "file",
        accept: ".zip,application/zip",
        class: "hidden",
        tabindex: -1,
        "aria-hidden": "true",
        onchange: () => {
            const file = input.files?.[0];
            input.value = "";
            if (file) void model.start(file);
        },
    });
    const pick = (): Child =>
        button(() => t("privacy.importChoose"), () => input.click(), { kind: "primary", icon: "images" });

    return h("div", { class: "stack" }, input, () => {
        const state = model.state();
        switch (state.step) {
            case "choosing":
                return [
                    h("p", null, t("privacy.importText")),
                    h("p", { class: "hint" }, t("privacy.importLimits")),
                    h("div", { class: "actions" }, pick()),
                ];
            case "reading":
                return working(t("privacy.importReading"));
            case "running":
                return working(t("privacy.importRunning", { done: state.done, of: state.of }), state);
            case "done":
                return report(state.report);
            default:
                return [
                    h(
                        "p",
                        { class: "error card", role: "alert" },
                        icon("info"),
                        state.error instanceof UnreadableArchiveError
                            ? t("privacy.importUnreadable")
                            : describeError(state.error),
                    ),
                    h("div", { class: "actions" }, pick()),
                ];
        }
    });

    function working(text: string, progress?: { readonly done: number; readonly of: number }): Child {
        return h(
            "div",
            { class: "card working", role: "status" },
            h("progress", { "aria-label": text, ...(progress ? { value: progress.done, max: progress.of } : {}) }),
            h("p", { class: "strong" }, text),
            h("p", { class: "hint" }, t("privacy.importStay")),
        );
    }

    function report({ imported, present, photos, missingPhotos, refused }: ImportReport): Child {
        return [
            h(
                "div",
                { class: "card stack", role: "status" },
                h("p", { class: "strong" }, t("privacy.importDone", { count: imported })),
                h("p", null, t("privacy.importPresent", { count: present })),
                h("p", null, t("privacy.importPhotos", { count: photos })),
                missingPhotos > 0 && h("p", null, t("privacy.importMissingPhotos", { count: missingPhotos })),
            ),
            refused.length > 0 && section(
                "privacy.importRefused",
                h(
                    "ul",
                    { class: "list" },
                    refused.slice(0, 100).map(({ kind, reason }) =>
                        h(
                            "li",
                            { class: "card fact" },
                            h("span", { class: "hint" }, translate(kindNames[kind])),
                            h("span", null, reason),
                        )
                    ),
                ),
            ),
            h("div", { class: "actions" }, pick(), linkButton("/diary", () => t("privacy.importToDiary"))),
        ];
    }
}
