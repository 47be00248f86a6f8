import type { TextsOf } from "../../src/core/i18n.ts";
import device from "../zh/device.ts";
import grants from "../zh/grants.ts";
import help from "../zh/help.ts";
import notices from "../zh/notices.ts";
import plan from "../zh/plan.ts";
import privacy from "../zh/privacy.ts";
import security from "../zh/security.ts";

export default {
    ...device,
    ...grants,
    ...help,
    ...notices,
    ...plan,
    ...privacy,
    ...security,
} satisfies TextsOf<"administration">;
