import { type Child, h } from "../core/dom.ts";
import { t, translate } from "../core/i18n.ts";
import { sharedPhoto } from "../models/shared-photo.ts";
import { emptyNote, linkButton, objectURL } from "./parts.ts";
import { modePath, modes } from "./scan-modes.ts";

/** A photo shared from another app: the person chooses what it shows, and the page for that kind receives it. */
export default function sharedPhotoScreen(): Child {
    return () => {
        const photo = sharedPhoto()?.photo;
        if (!photo) {
            return emptyNote(
                () => t("scan.shared.none"),
                () => t("scan.shared.noneText"),
                linkButton("/scan", () => t("app.scan"), "primary", "scan"),
            );
        }
        return h(
            "div",
            { class: "scan" },
            h("div", { class: "stage" }, h("img", { src: objectURL(photo), alt: () => t("scan.yourPhoto") })),
            h("p", { class: "center strong" }, () => t("scan.shared.question")),
            h(
                "div",
                { class: "actions" },
                modes.map(({ mode, label }) => linkButton(modePath(mode), () => translate(label))),
            ),
        );
    };
}
