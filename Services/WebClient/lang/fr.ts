import type { Catalog } from "../src/core/i18n.ts";
import account from "./fr/account.ts";
import allergens from "./fr/allergens.ts";
import app from "./fr/app.ts";
import notices from "./fr/notices.ts";
import plan from "./fr/plan.ts";
import problem from "./fr/problem.ts";
import reactions from "./fr/reactions.ts";
import scan from "./fr/scan.ts";
import settings from "./fr/settings.ts";
import today from "./fr/today.ts";
import verdict from "./fr/verdict.ts";
import welcome from "./fr/welcome.ts";

/** Every key of English: a missing or unknown one is a type error. */
export default {
    ...account,
    ...allergens,
    ...app,
    ...notices,
    ...plan,
    ...problem,
    ...reactions,
    ...scan,
    ...settings,
    ...today,
    ...verdict,
    ...welcome,
} satisfies Catalog;
