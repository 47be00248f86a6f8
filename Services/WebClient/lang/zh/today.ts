import type en from "../en/today.ts";

export default {
    "today.alerts": "警示",
    "today.latest": "最近的扫描",
    "today.all": "全部扫描",
    "today.empty.title": "还没有扫描过",
    "today.empty.text": "拍摄产品的配料表，几秒钟内即可得到结果。",
    "today.empty.scan": "扫描标签",
    "today.noProfile": "说明您需要避免什么，每个标签都会据此检查。",
    "today.more": "显示更多",
    "today.asOf": "这是上次保存在此手机上的内容，有网络后会重新加载。",
} satisfies Record<keyof typeof en, string>;
