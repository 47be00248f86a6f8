import { type Child, h } from "../core/dom.ts";
import { formatNumber, t } from "../core/i18n.ts";
import { icon } from "../core/icons.ts";
import { signal, untracked } from "../core/signal.ts";
import { formatDay } from "../models/money.ts";
import { radii, shopsModel, type StoreChoice } from "../models/shops.ts";
import { keptForm } from "./kept-form.ts";
import type { Page } from "./page.ts";
import { button, emptyNote, field, formSummary, section, skeletons } from "./parts.ts";
import { notify } from "./snackbar.ts";
import { problemNote } from "./spending-parts.ts";

/** A person's shopping preferences. */
export default function shopsScreen(page: Page): Child {
    const model = shopsModel(page.client);
    const locating = signal<"idle" | "busy" | "refused">("idle");
    const saved = (isSaved: boolean): boolean => {
        if (isSaved) notify(() => t("shops.saved"));
        return isSaved;
    };

    function locate(): void {
        if (!navigator.geolocation) {
            locating.set("refused");
            return;
        }
        locating.set("busy");
        navigator.geolocation.getCurrentPosition(
            ({ coords }) => {
                locating.set("idle");
                void model.setPlace(String(coords.latitude), String(coords.longitude)).then(saved);
            },
            () => locating.set("refused"),
            { enableHighAccuracy: false, timeout: 15_000, maximumAge: 600_000 },
        );
    }

    const choices: readonly (readonly [StoreChoice, () => string])[] = [
        ["preferred", () => t("shops.preferred")],
        ["neutral", () => t("shops.neutral")],
        ["ignored", () => t("shops.ignored")],
    ];

    return h(
        "div",
        { class: "page-grid" },
        formSummary(model.errors),
        section(
            "shops.place",
            h(
                "div",
                { class: "card stack" },
                () => {
                    const preferences = model.preferences.value();
                    if (!preferences) {
                        const error = model.preferences.error();
                        return error ? problemNote(error, model.preferences.reload) : skeletons(1);
                    }
                    const place = preferences.location;
                    const number = (value: number): string => formatNumber(value, { maximumFractionDigits: 2 });
                    return h(
                        "p",
                        { role: "status" },
                        place
                            ? t("shops.placeIs", {
                                latitude: number(place.latitude),
                                longitude: number(place.longitude),
                            })
                            : t("shops.noPlace"),
                    );
                },
                h("p", { class: "hint" }, () => t("shops.placeHint")),
                () =>
                    locating() === "refused" &&
                    h("p", { class: "error", role: "alert" }, icon("info"), t("shops.locationRefused")),
                h(
                    "div",
                    { class: "actions" },
                    button(() => t(locating() === "busy" ? "shops.locating" : "shops.useLocation"), locate, {
                        kind: "primary",
                    }),
                    () =>
                        model.preferences.value()?.location &&
                        button(() => t("shops.forget"), () => model.change({ location: null }).then(saved)),
                ),
                h(
                    "details",
                    null,
                    h("summary", null, () => t("shops.typePlace")),
                    keptForm(
                        page,
                        "place",
                        async (text) => saved(await model.setPlace(text("latitude"), text("longitude"))),
                        h(
                            "div",
                            { class: "pair" },
                            field({
                                name: "latitude",
                                label: "shops.latitude",
                                errors: model.errors,
                                inputmode: "text",
                            }),
                            field({
                                name: "longitude",
                                label: "shops.longitude",
                                errors: model.errors,
                                inputmode: "text",
                            }),
                        ),
                        h("p", { class: "hint" }, () => t("shops.typeHint")),
                        h("div", { class: "actions" }, h("button", { class: "secondary" }, () => t("app.save"))),
                    ),
                ),
            ),
        ),
        section(
            "shops.radius",
            h("div", { class: "card slider-card" }, () => {
                const radius = model.preferences.value()?.radiusKm;
                return radius !== undefined && untracked(() => radiusSlider(radius));
            }),
        ),
        section(
            "shops.prices",
            h(
                "div",
                { class: "card stack" },
                h(
                    "label",
                    { class: "tick" },
                    h("input", {
                        type: "checkbox",
                        checked: () => model.preferences.value()?.sharesPrices ?? false,
                        onchange: (event: Event) =>
                            void model.change({ sharesPrices: (event.target as HTMLInputElement).checked }).then(saved),
                    }),
                    h("span", null, () => t("shops.share")),
                ),
                h("p", { class: "hint" }, () => t("shops.shareHint")),
            ),
        ),
        section("shops.mine", () => {
            const stores = model.stores.value();
            if (!stores) {
                const error = model.stores.error();
                return error ? problemNote(error, model.stores.reload) : skeletons(2);
            }
            if (!stores.length) return emptyNote(() => t("shops.empty"), () => t("shops.emptyText"));
            return h(
                "ul",
                { class: "list" },
                stores.map((store) =>
                    h(
                        "li",
                        { class: "card stack" },
                        h(
                            "div",
                            { class: "words" },
                            h("span", { class: "strong" }, store.name),
                            h(
                                "span",
                                { class: "hint" },
                                t("spending.purchases", { count: store.purchases }),
                                store.lastBoughtOn && ` · ${formatDay(store.lastBoughtOn)}`,
                            ),
                        ),
                        h(
                            "fieldset",
                            null,
                            h("legend", { class: "hidden" }, t("shops.choiceOf", { shop: store.name })),
                            h(
                                "div",
                                { class: "chips" },
                                choices.map(([one, text]) =>
                                    h(
                                        "label",
                                        { class: "chip" },
                                        h("input", {
                                            type: "radio",
                                            name: `store-${store.id}`,
                                            value: one,
                                            checked: () => model.choiceOf(store.id) === one,
                                            onchange: () => void model.choose(store.id, one).then(saved),
                                        }),
                                        h("span", null, text),
                                    )
                                ),
                            ),
                        ),
                    )
                ),
            );
        }),
    );

    function radiusSlider(radius: number): Child {
        const shown = signal(radius);
        return h(
            "div",
            { class: "stack" },
            h("label", { for: "radius" }, () => t("shops.radiusValue", { kilometers: shown() })),
            h("input", {
                id: "radius",
                type: "range",
                min: radii.min,
                max: 50,
                value: Math.min(radius, 50),
                "aria-valuetext": () => t("shops.radiusValue", { kilometers: shown() }),
                oninput: (event: Event) => shown.set(Number((event.target as HTMLInputElement).value)),
                onchange: () => void model.change({ radiusKm: shown() }).then(saved),
            }),
        );
    }
}
