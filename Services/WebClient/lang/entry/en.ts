import account from "../en/account.ts";
import allergens from "../en/allergens.ts";
import app from "../en/app.ts";
import erasure from "../en/erasure.ts";
import problem from "../en/problem.ts";
import settings from "../en/settings.ts";
import terms from "../en/terms.ts";
import welcome from "../en/welcome.ts";

export default {
    ...account,
    ...allergens,
    ...app,
    ...erasure,
    ...problem,
    ...settings,
    ...terms,
    ...welcome,
} as const;
