import type en from "../en/erasure.ts";

export default {
    "erasure.title": "账户删除进度",
    "erasure.scheduled": "该账户将于 {at} 被清除。在此之前可以保留：请登录后操作。",
    "erasure.withdrawn": "该账户已保留，没有清除任何内容。",
    "erasure.erasing": "正在清除该账户。其数据密钥已于 {at} 销毁。",
    "erasure.complete": "所有内容已于 {at} 清除。",
    "erasure.services": "各部分的清除情况",
    "erasure.service": "{service}：{at}",
    "erasure.none": "系统的各部分尚未报告。",
    "erasure.proof": "保存已签名的回执",
    "erasure.unknown": "此地址没有对应的清除记录。请检查地址是否完整。",
    "erasure.part.account": "账户",
    "erasure.part.photos": "照片",
    "erasure.part.meals": "餐食",
    "erasure.part.allergens": "过敏原",
    "erasure.part.payments": "付款",
    "erasure.part.notices": "通知",
    "erasure.part.spending": "支出",
} satisfies Record<keyof typeof en, string>;
