import type { TextsOf } from "../../src/core/i18n.ts";
import device from "../fr/device.ts";
import grants from "../fr/grants.ts";
import help from "../fr/help.ts";
import notices from "../fr/notices.ts";
import plan from "../fr/plan.ts";
import privacy from "../fr/privacy.ts";
import security from "../fr/security.ts";

export default {
    ...device,
    ...grants,
    ...help,
    ...notices,
    ...plan,
    ...privacy,
    ...security,
} satisfies TextsOf<"administration">;
