import device from "../en/device.ts";
import grants from "../en/grants.ts";
import help from "../en/help.ts";
import notices from "../en/notices.ts";
import plan from "../en/plan.ts";
import privacy from "../en/privacy.ts";
import security from "../en/security.ts";

export default {
    ...device,
    ...grants,
    ...help,
    ...notices,
    ...plan,
    ...privacy,
    ...security,
} as const;
