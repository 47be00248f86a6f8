/** Provinces and territories of Canada; with French names if these differ. */
const provinces = [
    ["CA-AB", "Alberta"],
    ["CA-BC", "British Columbia", "Colombie-Britannique"],
    ["CA-MB", "Manitoba"],
    ["CA-NB", "New Brunswick", "Nouveau-Brunswick"],
    ["CA-NL", "Newfoundland and Labrador", "Terre-Neuve-et-Labrador"],
    ["CA-NS", "Nova Scotia", "Nouvelle-Écosse"],
    ["CA-NT", "Northwest Territories", "Territoires du Nord-Ouest"],
    ["CA-NU", "Nunavut"],
    ["CA-ON", "Ontario"],
    ["CA-PE", "Prince Edward Island", "Île-du-Prince-Édouard"],
    ["CA-QC", "Quebec", "Québec"],
    ["CA-SK", "Saskatchewan"],
    ["CA-YT", "Yukon"],
] as const;

const states =
    ("AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia," +
        "FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine," +
        "MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada," +
        "NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon," +
        "PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia," +
        "WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming").split(",");

export interface RegionGroup {
    readonly country: string;
    readonly regions: readonly (readonly [code: string, name: string])[];
}

/** Regions where plans are sold, by country; names of countries are translated, those of states are not. */
export function regionGroups(language: string): readonly RegionGroup[] {
    const countries = new Intl.DisplayNames([language], { type: "region" });
    return [
        {
            country: countries.of("CA") ?? "Canada",
            regions: provinces.map(([code, name, french]) => [code, (language === "fr" && french) || name] as const),
        },
        {
            country: countries.of("US") ?? "USA",
            regions: states.map((one) => [`US-${one.slice(0, 2)}`, one.slice(3)] as const),
        },
    ];
}

/** The currency that people of a region pay in. */
export function currencyOf(region: string): string {
    return region.startsWith("US") ? "USD" : "CAD";
}
