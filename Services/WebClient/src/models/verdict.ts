import type { Finding, LabelScan } from "../../generated/api.ts";
import { formatList, inSentence, type Key, t, translate } from "../core/i18n.ts";
import type { Icon } from "../core/icons.ts";

/** The appearance of a verdict; app.css has a style for each. */
export type VerdictState = "contains" | "mayContain" | "couldNotRead" | "notDetected" | "noProfile" | "waiting";

/** A verdict as words and shapes. The words are sufficient; shape, border and color only repeat them. */
export interface VerdictView {
    readonly state: VerdictState;
    readonly icon: Icon;
    readonly headline: string;
    /** Sentences below the headline, the most important one first. */
    readonly details: readonly string[];
    /** One action to take; undefined if none is needed. */
    readonly advice?: string;
    /** Whether the verdict changed after the scan, for a mark beside the icon. */
    readonly isReassessed: boolean;
    readonly offersProfile: boolean;
}

const icons: Readonly<Record<VerdictState, Icon>> = {
    contains: "octagonCross",
    mayContain: "triangle",
    couldNotRead: "question",
    notDetected: "lens",
    noProfile: "list",
    waiting: "cloudOff",
};

const adviceTexts: Readonly<Record<NonNullable<LabelScan["advice"]>, Key>> = {
    "enter-ingredients": "verdict.advice.enterIngredients",
    "photograph-again": "verdict.advice.again",
    "photograph-closer": "verdict.advice.closer",
    "photograph-flat": "verdict.advice.flat",
    "hold-still": "verdict.advice.holdStill",
    "more-light": "verdict.advice.moreLight",
    "show-whole-list": "verdict.advice.wholeList",
};

type NameOf = (code: string) => string;

/** The name of a finding within a sentence: allergens in lower case, custom ingredients as the person wrote them. */
export function findingName(finding: Finding, nameOf: NameOf): string {
    if (finding.otherIngredient !== undefined) return finding.otherIngredient;
    return inSentence(nameOf(finding.allergen ?? ""));
}

function names(findings: readonly Finding[], nameOf: NameOf): string {
    return formatList([...new Set(findings.map((finding) => findingName(finding, nameOf)))]);
}

/** The appearance of a scan's verdict. An incomplete list never looks like a list without findings. */
export function verdictState(scan: LabelScan): VerdictState {
    if (scan.verdict === "couldNotRead" || (scan.verdict === "notDetected" && !scan.complete)) return "couldNotRead";
    return scan.profileEmpty && !scan.profilePending ? "noProfile" : scan.verdict;
}

/**
 * The words and shapes of a scan's verdict.
 * @param scan The scan.
 * @param nameOf Returns the name of an allergen's code.
 * @param avoided Codes and custom ingredients that the person avoids, to state what was checked.
 * @param isOutdated Whether the person has changed the profile since the check, which is repeated soon.
 */
export function verdictView(
    scan: LabelScan,
    nameOf: NameOf,
    avoided: readonly string[],
    isOutdated = false,
): VerdictView {
    const state = verdictState(scan);
    const contains = names(scan.contains, nameOf);
    const traces = names(scan.mayContain, nameOf);
    const isReassessed = scan.reassessment === "profileChanged" || scan.reassessment === "lexiconChanged";
    const details: string[] = [];
    switch (state) {
        case "contains":
            details.push(t("verdict.contains.why"));
            break;
        case "mayContain":
            details.push(t("verdict.mayContain.why"));
            break;
        case "couldNotRead":
            details.push(t("verdict.couldNotRead.why"));
            break;
        case "notDetected":
            details.push(
                avoided.length && !isOutdated
                    ? t("verdict.notDetected.lookedFor", { what: formatList(avoided) })
                    : t("verdict.notDetected.why"),
                t("verdict.notDetected.lastWord"),
            );
            break;
        default:
            details.push(t("verdict.noProfile.why"));
    }
    if (scan.mayContain.length && state !== "mayContain") {
        const isHeadline = state === "noProfile" && !scan.contains.length;
        if (!isHeadline) details.unshift(t("verdict.mayContain.headline", { what: traces }));
    }
    if (!scan.complete && state !== "couldNotRead") {
        details.push(`${t("verdict.couldNotRead.headline")}. ${t("verdict.couldNotRead.why")}`);
    }
    if (scan.profilePending) details.push(t("verdict.profilePending"));
    else if (isOutdated) details.unshift(t("verdict.profileOutdated"));
    const advice = scan.complete ? undefined : adviceTexts[scan.advice ?? "photograph-again"];
    return {
        state,
        icon: icons[state],
        headline: headline(state, scan, contains, traces, isReassessed),
        details,
        ...(advice ? { advice: translate(advice) } : {}),
        isReassessed,
        offersProfile: state === "noProfile",
    };
}

function headline(
    state: VerdictState,
    scan: LabelScan,
    contains: string,
    traces: string,
    isReassessed: boolean,
): string {
    switch (state) {
        case "contains":
            return t(isReassessed ? "verdict.changed.contains" : "verdict.contains.headline", { what: contains });
        case "mayContain":
            return t(isReassessed ? "verdict.changed.mayContain" : "verdict.mayContain.headline", { what: traces });
        case "couldNotRead":
            return t(isReassessed ? "verdict.changed.couldNotRead" : "verdict.couldNotRead.headline");
        case "notDetected":
            return t(isReassessed ? "verdict.changed.notDetected" : "verdict.notDetected.headline");
        default:
            if (scan.contains.length) return t("verdict.noProfile.headline", { what: contains });
            if (scan.mayContain.length) return t("verdict.noProfile.traces", { what: traces });
            return t("verdict.noProfile.none");
    }
}

/**
 * The verdict of a photo that waits on the device.
 *
 * @param isReachable Whether the server was reached and wants the photo later.
 */
export function waitingView(isReachable = false): VerdictView {
    return {
        state: "waiting",
        icon: icons.waiting,
        headline: t("verdict.waiting.headline"),
        details: [
            t(isReachable ? "verdict.waiting.busy" : "verdict.waiting.why"),
            t("verdict.waiting.nothingChecked"),
        ],
        isReassessed: false,
        offersProfile: false,
    };
}

/** A place on the photo to be framed: four corners as eight numbers, fractions of its width and height. */
export interface MarkedWords {
    readonly box: readonly number[];
    readonly kind: "contains" | "mayContain";
}

/** The words that led to the verdict, with their places in the photo. */
export function markedWords(scan: LabelScan): readonly MarkedWords[] {
    const marks = (findings: readonly Finding[], kind: MarkedWords["kind"]): MarkedWords[] =>
        findings.flatMap((finding) => finding.evidence.flatMap(({ box }) => box?.length === 8 ? [{ box, kind }] : []));
    return [...marks(scan.mayContain, "mayContain"), ...marks(scan.contains, "contains")];
}

/** A finding with the words that led to it. */
export interface FindingView {
    readonly name: string;
    readonly kind: "contains" | "mayContain";
    readonly quotes: readonly string[];
}

export function findingViews(scan: LabelScan, nameOf: NameOf): readonly FindingView[] {
    const views = (findings: readonly Finding[], kind: FindingView["kind"]): FindingView[] =>
        findings.map((finding) => ({
            name: finding.otherIngredient ?? nameOf(finding.allergen ?? ""),
            kind,
            quotes: [...new Set(finding.evidence.map(({ text }) => text.replace(/\s+/g, " ")))],
        }));
    return [...views(scan.contains, "contains"), ...views(scan.mayContain, "mayContain")];
}

/** One of the fourteen allergens that is on the label but not among the findings. */
export interface OtherAllergen {
    readonly name: string;
    readonly kind: FindingView["kind"];
}

/** The allergens on the label, of the fourteen, that are not among the findings; contained ones first. */
export function otherAllergens(
    scan: LabelScan,
    fourteen: readonly { code: string; name: string }[],
): readonly OtherAllergen[] {
    const found = new Set<string | undefined>([...scan.contains, ...scan.mayContain].map(({ allergen }) => allergen));
    const contained = new Set<string>(scan.allContained);
    const possible = new Set<string>(scan.allPossible);
    const others = fourteen.filter(({ code }) => !found.has(code));
    return [
        ...others.filter(({ code }) => contained.has(code)).map(({ name }) => ({ name, kind: "contains" as const })),
        ...others.filter(({ code }) => possible.has(code) && !contained.has(code))
            .map(({ name }) => ({ name, kind: "mayContain" as const })),
    ];
}
