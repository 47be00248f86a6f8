/** Links that show a meal or a day to others. */
export default {
    "share.share": "Share",
    "share.title": "Share by a link",
    "share.mealText":
        "The link shows the name of the meal, its energy and some nutrients. It shows no date, no goals, and not your name.",
    "share.dayText":
        "The link shows the energy and some nutrients of the day, and how much of your goals they are. Your name is not shown.",
    "share.withPhoto": "Show the photo as well",
    "share.make": "Make a link",
    "share.link": "Link",
    "share.copy": "Copy",
    "share.copied": "Copied",
    "share.withApp": "Send with an app",
    "share.picture": "Send the picture",
    "share.until": "Open until {date}",
    "share.all": "Shared links",
    "share.hint": "See and withdraw links",
    "share.intro": "Anyone with the link can see the picture until it expires or you withdraw it.",
    "share.empty": "No links",
    "share.emptyText": "Share a meal or a day, and its link is listed here.",
    "share.meal": "A meal",
    "share.day": "The day {date}",
    "share.photoShown": "With the photo",
    "share.withdraw": "Withdraw",
    "share.withdrawn": "The link is withdrawn.",
    "share.withdrawTitle": "Withdraw this link?",
    "share.withdrawText": "The link no longer shows anything. This cannot be undone.",
} as const;
