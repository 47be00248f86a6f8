import type en from "../en/terms.ts";

export default {
    "terms.title": "条款与隐私",
    "terms.version": "版本 {version}",
    "terms.terms": "使用条款",
    "terms.privacy": "隐私声明",
    "terms.read": "阅读条款和隐私声明",
    "terms.changed": "条款已更改",
    "terms.changedText": "若要继续，请阅读并接受新版条款和隐私声明（{version}）。",
    "terms.accept": "接受新版本",
} satisfies Record<keyof typeof en, string>;
