import type en from "../en/allergens.ts";

export default {
    "allergens.question": "您需要避免什么？",
    "allergens.intro": "每个标签都会按您的选择进行检查。您可以随时更改。",
    "allergens.profile": "您避免的食物",
    "allergens.examples": "例如：{examples}",
    "allergens.chosen|one": "已选择 {count} 种过敏原",
    "allergens.chosen|other": "已选择 {count} 种过敏原",
    "allergens.none": "您还没有选择。在此之前，标签会按全部 14 种过敏原读取。",
    "allergens.change": "更改",
    "allergens.choose": "选择",
    "allergens.saved": "已保存。下次扫描会使用它，以前的扫描也会重新检查。",
    "allergens.conflict": "此内容已在另一台设备上更改。",
    "allergens.theirs": "另一台设备：{what}",
    "allergens.mine": "此设备：{what}",
    "allergens.nothing": "无",
    "allergens.keepMine": "保留我的",
    "allergens.takeTheirs": "保留另一个",
} satisfies Record<keyof typeof en, string>;
