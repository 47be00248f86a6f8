import type { TextsOf } from "../../src/core/i18n.ts";
import account from "../zh/account.ts";
import allergens from "../zh/allergens.ts";
import app from "../zh/app.ts";
import erasure from "../zh/erasure.ts";
import problem from "../zh/problem.ts";
import settings from "../zh/settings.ts";
import terms from "../zh/terms.ts";
import welcome from "../zh/welcome.ts";

export default {
    ...account,
    ...allergens,
    ...app,
    ...erasure,
    ...problem,
    ...settings,
    ...terms,
    ...welcome,
} satisfies TextsOf<"entry">;
