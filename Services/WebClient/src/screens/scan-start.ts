import type { Child } from "../core/dom.ts";
import { go } from "../core/router.ts";
import { settings } from "../core/settings.ts";
import { skeletons } from "./parts.ts";
import { modePath } from "./scan-modes.ts";

/** Scan opens with what was photographed last. */
export default function scanStart(): Child {
    void go(modePath(settings().scanMode) + location.search, "replace");
    return skeletons();
}
