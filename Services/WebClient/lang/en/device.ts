/** Data stored on this device. */
export default {
    "device.title": "On this phone",
    "device.hint": "What is kept here, encrypted",
    "device.text":
        "What you saw last, drafts and what waits to be sent are kept here, so that the app works without a connection.",
    "device.encrypted":
        "All of it is encrypted with a key that never leaves this browser. This protects copies of the files. It does not protect an unlocked phone in other hands.",
    "device.waits": "Waits to be sent",
    "device.nothingWaits": "Nothing waits.",
    "device.kind.photo": "Photo of a label",
    "device.kind.mealPhoto": "Photo of a meal",
    "device.kind.meal": "Entry of the diary",
    "device.kind.receipt": "Receipt",
    "device.kind.reaction": "Reaction",
    "device.sendNow": "Send now",
    "device.sendAgain": "Send again",
    "device.storage": "Storage",
    "device.used": "Used",
    "device.of": "{used} of {quota}",
    "device.unknown": "The browser does not say.",
    "device.persistent": "Kept until you delete it",
    "device.yes": "Yes",
    "device.no": "No: the browser may delete it when space is short",
    "device.keep": "Ask the browser to keep it",
    "device.clear": "Delete what is kept here",
    "device.clearTitle": "Delete what is kept on this phone?",
    "device.clearText|one": "{count} entry is not sent yet and is lost. You stay signed in; the rest is loaded again.",
    "device.clearText|other":
        "{count} entries are not sent yet and are lost. You stay signed in; the rest is loaded again.",
    "device.cleared": "Deleted.",
} as const;
