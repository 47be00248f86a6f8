/** The allergen profile. */
export default {
    "allergens.question": "What must you avoid?",
    "allergens.intro": "Every label is checked for what you choose. You can change it at any time.",
    "allergens.profile": "What you avoid",
    "allergens.examples": "For example {examples}",
    "allergens.chosen|one": "{count} allergen chosen",
    "allergens.chosen|other": "{count} allergens chosen",
    "allergens.none": "You have not chosen anything yet. Until you do, labels are read for all 14 allergens.",
    "allergens.change": "Change",
    "allergens.choose": "Choose",
    "allergens.saved": "Saved. The next scan uses it, and earlier scans are checked again.",
    "allergens.conflict": "This was changed on another device meanwhile.",
    "allergens.theirs": "There: {what}",
    "allergens.mine": "Here: {what}",
    "allergens.nothing": "nothing",
    "allergens.keepMine": "Keep mine",
    "allergens.takeTheirs": "Keep the other",
} as const;
