import type en from "../en/terms.ts";

export default {
    "terms.title": "条款与隐私",
    "terms.version": "版本 {version}",
    "terms.terms": "使用条款",
    "terms.privacy": "隐私声明",
    "terms.read": "阅读条款和隐私声明",
    "terms.changed": "继续之前",
    "terms.changedText": "若要继续，请阅读并接受使用条款和隐私声明（版本{version}）。",
    "terms.accept": "接受",
} satisfies Record<keyof typeof en, string>;
