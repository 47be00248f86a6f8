import type { TextsOf } from "../../src/core/i18n.ts";
import device from "../es/device.ts";
import grants from "../es/grants.ts";
import help from "../es/help.ts";
import notices from "../es/notices.ts";
import plan from "../es/plan.ts";
import privacy from "../es/privacy.ts";
import security from "../es/security.ts";

export default {
    ...device,
    ...grants,
    ...help,
    ...notices,
    ...plan,
    ...privacy,
    ...security,
} satisfies TextsOf<"administration">;
