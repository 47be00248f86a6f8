import type { TextsOf } from "../../src/core/i18n.ts";
import account from "../fr/account.ts";
import allergens from "../fr/allergens.ts";
import app from "../fr/app.ts";
import erasure from "../fr/erasure.ts";
import problem from "../fr/problem.ts";
import settings from "../fr/settings.ts";
import terms from "../fr/terms.ts";
import welcome from "../fr/welcome.ts";

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
