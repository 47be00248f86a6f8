import type en from "../en/terms.ts";

export default {
    "terms.title": "条款与隐私",
    "terms.version": "版本 {version}",
    "terms.terms": "使用条款",
    "terms.privacy": "隐私声明",
    "terms.read": "阅读条款和隐私声明",
} satisfies Record<keyof typeof en, string>;
