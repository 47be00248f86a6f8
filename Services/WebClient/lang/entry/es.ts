import type { TextsOf } from "../../src/core/i18n.ts";
import account from "../es/account.ts";
import allergens from "../es/allergens.ts";
import app from "../es/app.ts";
import erasure from "../es/erasure.ts";
import problem from "../es/problem.ts";
import settings from "../es/settings.ts";
import terms from "../es/terms.ts";
import welcome from "../es/welcome.ts";

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
