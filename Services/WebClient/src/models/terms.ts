import type { TermsText } from "../../generated/api.ts";
import { language } from "../core/i18n.ts";
import { type Resource, resource } from "../core/resource.ts";
import type { Client } from "./client.ts";

/** The current terms and the privacy notice in the current language, readable without sign-in. */
export function termsResource(client: Client): Resource<TermsText> {
    return resource<TermsText>(async () => {
        language();
        const { value: terms } = await client.api.get("/v1/terms", { isAnonymous: true, isFresh: true });
        const { value } = await client.api.get("/v1/terms/{version}", {
            isAnonymous: true,
            segments: { version: terms.version },
        });
        return value;
    });
}
