import type en from "../en/category.ts";

export default {
    "category.produce": "果蔬",
    "category.meat": "肉类",
    "category.seafood": "水产",
    "category.dairy": "乳品和蛋类",
    "category.bakery": "烘焙食品",
    "category.pantry": "粮油干货",
    "category.snacks": "零食",
    "category.sweets": "糖果甜食",
    "category.beverages": "饮料",
    "category.alcohol": "酒类",
    "category.frozen": "冷冻食品",
    "category.prepared": "熟食",
    "category.household": "家居用品",
    "category.personalCare": "个人护理",
    "category.baby": "婴儿用品",
    "category.pet": "宠物用品",
    "category.other": "其他",
} satisfies Record<keyof typeof en, string>;
