import type { Child } from "../core/dom.ts";
import { go } from "../core/router.ts";
import { settings } from "../core/settings.ts";
import { skeletons } from "./parts.ts";
import { modePath } from "./scan-modes.ts";

/** Opens the scan page of the kind of photo that was taken last. */
export default function scanStart(): Child {
    void go(modePath(settings().scanMode) + location.search, "replace");
    return skeletons();
}
