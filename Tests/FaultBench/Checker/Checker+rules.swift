import EventContracts
import TestPeers
import TestSupport

extension Checker {
    /// A query for rows that violate an invariant.
    struct Rule: Sendable {
        let kind: Finding.Kind
        let name: String
        let wrong: String

        init(_ kind: Finding.Kind, _ name: String, _ wrong: String) {
            self.kind = kind
            self.name = name
            self.wrong = wrong
        }
    }

    /// All rules for a stack of these services.
    static func rules(for services: [String]) -> [Rule] {
        effects + kept + projections + order + owners + services.flatMap { messaging(of: $0, among: services) }
    }

    /// Condition on an outbox row: it is a new event, neither a snapshot nor a copy of a dead letter, whose body may be
    /// anything.
    private static func isNews(_ row: String) -> String {
        "\(row).sequence IS NOT NULL AND position('\(EventHeaders.Name.snapshot)'::bytea IN \(row).headers) = 0"
    }

    /// A field of an event in an outbox row, as text.
    private static func field(_ path: String, of row: String) -> String {
        "convert_from(\(row).body, 'UTF8')::json #>> '{\(path)}'"
    }

    /// Compares accepted commands with their effects: none is lost, duplicated or without a command.
    private static let effects =
        [
            Rule(.lost, "operations not succeeded", "SELECT 1 FROM ingestion.operations WHERE status <> 'succeeded'"),
            Rule(
                .lost, "scans requested, but missing",
                """
                SELECT 1 FROM ingestion.operations AS o WHERE resource_kind = 'label-scan' AND NOT EXISTS (
                    SELECT FROM allergen.scans WHERE scans.scan_id = resource_id AND scans.account_id = o.account_id)
                """),
            Rule(
                .doubled, "scans answered twice",
                """
                SELECT 1 FROM allergen.outbox WHERE type = '\(ScanAssessed.type)' AND \(isNews("outbox"))
                    AND \(field("reassessment", of: "outbox")) IS NULL
                GROUP BY \(field("scanID", of: "outbox")) HAVING count(*) > 1
                """),
            Rule(.other, "scans still pending", "SELECT 1 FROM allergen.pending_scans"),
            Rule(
                .foreign, "notices without a cause",
                """
                SELECT 1 FROM notification.notices
                WHERE kind IN ('scanAssessed', 'allergenAlert', 'recall', 'mealAllergens')
                    AND cause_id NOT IN (SELECT scan_id::text FROM allergen.scans)
                    AND cause_id NOT IN (
                        SELECT \(field("alertID", of: "outbox")) FROM allergen.outbox
                        WHERE type = '\(AllergenAlertRaised.type)')
                    AND split_part(cause_id, '/', 1) NOT IN (SELECT meal_id::text FROM allergen.meals)
                """),
            Rule(
                .lost, "meals whose newest version was not judged",
                """
                SELECT 1 FROM nutrition.meals AS m LEFT JOIN allergen.meals AS j USING (meal_id, account_id)
                WHERE m.version IS DISTINCT FROM j.meal_version
                """),
            Rule(
                .lost, "profiles older than the accepted version",
                """
                SELECT 1 FROM ingestion.resource_versions AS v LEFT JOIN allergen.profiles AS p USING (account_id)
                WHERE kind = 'allergen-profile' AND v.version IS DISTINCT FROM p.version
                """),
            Rule(
                .gap, "profile versions with a gap",
                """
                SELECT 1 FROM allergen.outbox WHERE topic = 'allergen.profile.v1' AND \(isNews("outbox"))
                GROUP BY key
                HAVING count(*) <> max((convert_from(body, 'UTF8')::json ->> 'version')::bigint)
                """),
            Rule(
                .lost, "accounts that notification does not know",
                """
                SELECT 1 FROM ingestion.accounts WHERE account_id NOT IN (SELECT account_id FROM notification.accounts)
                """),
        ]
        + oneEach(
            "scans", of: "order", counted: "operation_id",
            """
            allergen.scans LEFT JOIN ingestion.operations ON resource_id = scans.scan_id GROUP BY scans.scan_id
            """, nothing: .foreign)
        + oneEach(
            "scans", of: "notice", counted: "notice_id",
            """
            allergen.scans LEFT JOIN notification.notices
                ON cause_id = scans.scan_id::text AND notices.account_id = scans.account_id
            GROUP BY scans.scan_id
            """)
        + oneEach(
            "alerts", of: "notice", counted: "notice_id",
            """
            allergen.outbox LEFT JOIN notification.notices ON cause_id = \(field("alertID", of: "outbox"))
            WHERE type = '\(AllergenAlertRaised.type)' GROUP BY \(field("alertID", of: "outbox"))
            """)
        + allPublished(
            "scans", version: "scans.version",
            """
            allergen.scans LEFT JOIN allergen.outbox
                ON type = '\(ScanAssessed.type)' AND \(isNews("outbox"))
                AND \(field("scanID", of: "outbox")) = scans.scan_id::text
            GROUP BY scans.scan_id
            """)
        + allPublished(
            "judged meals", version: "meals.version",
            """
            allergen.meals LEFT JOIN allergen.outbox
                ON type = '\(MealJudged.type)' AND \(isNews("outbox"))
                AND \(field("mealID", of: "outbox")) = meals.meal_id::text
            GROUP BY meals.meal_id
            """)
        + allPublished(
            "notices", version: "notices.version",
            """
            notification.notices LEFT JOIN notification.outbox
                ON \(isNews("outbox")) AND \(field("notice,noticeID", of: "outbox")) = notices.notice_id::text
            GROUP BY notices.notice_id
            """)

    /// Compares the rows of nutrition and spending with the commands and with their own events.
    private static let kept: [Rule] = added + ordered + published

    private static let added: [Rule] =
        [
            Rule(
                .lost, "days that are not the sum of their meals",
                """
                SELECT 1 FROM nutrition.days AS d LEFT JOIN LATERAL (
                    SELECT count(*) AS meals, sum((totals ->> 'of')::bigint) AS items,
                        sum((totals #>> '{sums,energy,amount}')::numeric) AS energy
                    FROM nutrition.meals AS m
                    WHERE m.account_id = d.account_id AND m.day = d.day AND deleted_at IS NULL) AS eaten ON true
                WHERE (d.meals, (d.totals ->> 'of')::bigint, (d.totals #>> '{sums,energy,amount}')::numeric)
                    IS DISTINCT FROM (eaten.meals, COALESCE(eaten.items, 0), eaten.energy)
                """),
            Rule(
                .lost, "days whose meals were not summed",
                """
                SELECT 1 FROM nutrition.meals AS m WHERE deleted_at IS NULL AND NOT EXISTS (
                    SELECT FROM nutrition.days AS d WHERE d.account_id = m.account_id AND d.day = m.day)
                """),
            Rule(
                .lost, "documents of days that differ from nutrition's",
                """
                SELECT 1 FROM (
                    SELECT account_id, count(*) AS days, sum(version) AS versions FROM nutrition.days GROUP BY 1)
                        AS owned
                FULL JOIN (
                    SELECT owner, count(*) AS days, sum(version) AS versions FROM ingestion.documents
                    WHERE kind = 'day' GROUP BY 1) AS projected ON owner = account_id
                WHERE (owned.days, owned.versions) IS DISTINCT FROM (projected.days, projected.versions)
                """),
            Rule(
                .lost, "purchases whose newest version was not judged",
                """
                SELECT 1 FROM spending.receipts AS r LEFT JOIN allergen.purchases AS j USING (receipt_id, account_id)
                WHERE r.version IS DISTINCT FROM j.receipt_version
                """),
        ]

    private static let ordered: [Rule] =
        [
            ("meal", "nutrition.meals", "meal_id"), ("receipt", "spending.receipts", "receipt_id"),
        ].flatMap { kind, table, id in
            [
                Rule(
                    .lost, "\(kind)s requested, but missing",
                    """
                    SELECT 1 FROM ingestion.operations AS o WHERE resource_kind = '\(kind)' AND NOT EXISTS (
                        SELECT FROM \(table) AS kept WHERE kept.\(id) = resource_id AND kept.account_id = o.account_id)
                    """),
                Rule(
                    .foreign, "\(kind)s without a cause",
                    """
                    SELECT 1 FROM \(table) AS kept WHERE NOT EXISTS (
                        SELECT FROM ingestion.operations AS o
                        WHERE resource_kind = '\(kind)' AND resource_id = kept.\(id) AND o.account_id = kept.account_id)
                    """),
            ]
        }

    private static let published: [Rule] =
        allPublished(
            "meals", version: "meals.version",
            """
            nutrition.meals LEFT JOIN nutrition.outbox
                ON type = '\(MealChanged.type)' AND \(isNews("outbox"))
                AND \(field("mealID", of: "outbox")) = meals.meal_id::text
            GROUP BY meals.meal_id
            """)
        + allPublished(
            "days", version: "days.version",
            """
            nutrition.days LEFT JOIN nutrition.outbox
                ON type = '\(DayChanged.type)' AND \(isNews("outbox")) AND outbox.key = days.account_id::text
                AND \(field("day", of: "outbox")) = days.day::text
            GROUP BY days.account_id, days.day
            """)
        + allPublished(
            "receipts", version: "receipts.version",
            """
            spending.receipts LEFT JOIN spending.outbox
                ON type = '\(ReceiptChanged.type)' AND \(isNews("outbox"))
                AND \(field("receiptID", of: "outbox")) = receipts.receipt_id::text
            GROUP BY receipts.receipt_id
            """)

    /// Rule: exactly one related row for each.
    private static func oneEach(
        _ what: String, of other: String, counted column: String, _ rows: String, nothing: Finding.Kind = .lost
    ) -> [Rule] {
        [
            Rule(nothing, "\(what) without \(other)", "SELECT 1 FROM \(rows) HAVING count(\(column)) = 0"),
            Rule(.doubled, "\(what) with more than one \(other)", "SELECT 1 FROM \(rows) HAVING count(\(column)) > 1"),
        ]
    }

    /// Rule: every version of each object was published once.
    private static func allPublished(_ what: String, version: String, _ rows: String) -> [Rule] {
        [
            Rule(
                .gap, "\(what) whose versions were not all published",
                "SELECT 1 FROM \(rows) HAVING count(outbox.id) < max(\(version))"),
            Rule(
                .doubled, "\(what) with a version told twice",
                "SELECT 1 FROM \(rows) HAVING count(outbox.id) > max(\(version))"),
        ]
    }

    /// Rule: every row has the owner of its object.
    private static let owners = [
        ("ingestion.operations", "account_id"), ("ingestion.documents", "owner"), ("allergen.scans", "account_id"),
        ("allergen.profiles", "account_id"), ("notification.notices", "account_id"),
        ("notification.accounts", "account_id"), ("nutrition.meals", "account_id"), ("nutrition.days", "account_id"),
        ("allergen.meals", "account_id"), ("spending.receipts", "account_id"),
    ].map { table, column in
        Rule(
            .foreign, "\(table) without an account",
            """
            SELECT 1 FROM \(table) AS known
            WHERE NOT EXISTS (SELECT FROM ingestion.accounts WHERE account_id = known.\(column))
            """)
    }

    /// Compares the gateway's documents with their owners' rows.
    private static let projections = [
        ("label-scan", "SELECT scan_id AS id, account_id AS owner, version FROM allergen.scans"),
        ("allergen-profile", "SELECT account_id AS id, account_id AS owner, version FROM allergen.profiles"),
        ("meal", "SELECT meal_id AS id, account_id AS owner, version FROM nutrition.meals"),
        ("meal-allergens", "SELECT meal_id AS id, account_id AS owner, version FROM allergen.meals"),
        ("notification", "SELECT notice_id AS id, account_id AS owner, version FROM notification.notices"),
        ("receipt", "SELECT receipt_id AS id, account_id AS owner, version FROM spending.receipts"),
        ("purchased-product", "SELECT product_id AS id, account_id AS owner, version FROM spending.purchased_products"),
    ].flatMap { kind, owned in
        let joined = """
            SELECT 1 FROM (\(owned)) AS owned
            FULL JOIN (SELECT id, owner, version FROM ingestion.documents WHERE kind = '\(kind)') AS projected
                USING (id)
            """
        return [
            Rule(
                .lost, "documents of \(kind) that differ from their owner's",
                "\(joined) WHERE owned.owner IS NOT NULL AND owned.version IS DISTINCT FROM projected.version"),
            Rule(.foreign, "documents of \(kind) without a source", "\(joined) WHERE owned.owner IS NULL"),
            Rule(
                .foreign, "documents of \(kind) with another owner",
                "\(joined) WHERE owned.owner <> projected.owner"),
        ]
    }

    /// Per account: verdicts are in the order of the commands, notices in the order of the verdicts.
    private static let order = [
        (
            "verdicts", "ingestion.outbox", "allergen.commands.v1", "scanID", "allergen.outbox", "allergen.scan.v1",
            "scanID"
        ),
        (
            "notices", "allergen.outbox", "allergen.scan.v1", "scanID", "notification.outbox", "notification.notice.v1",
            "notice,causeID"
        ),
        (
            "meals", "ingestion.outbox", "nutrition.commands.v1", "mealID", "nutrition.outbox", "nutrition.meal.v1",
            "mealID"
        ),
        (
            "purchases", "ingestion.outbox", "spending.commands.v1", "receiptID", "spending.outbox",
            "spending.receipt.v1", "receiptID"
        ),
    ].map { name, causes, causeTopic, causePath, effects, effectTopic, effectPath in
        Rule(
            .disorder, "\(name) out of order",
            """
            WITH causes AS MATERIALIZED (
                SELECT cause.key, cause.sequence, \(field(causePath, of: "cause")) AS scan
                FROM \(causes) AS cause
                WHERE cause.topic = '\(causeTopic)' AND \(isNews("cause"))
                    AND cause.type IN (
                        '\(AssessLabelText.type)', '\(ScanAssessed.type)', '\(RecordMeal.type)',
                            '\(RecordReceipt.type)')
                    AND \(field("reassessment", of: "cause")) IS NULL
            ), effects AS MATERIALIZED (
                SELECT effect.key, effect.sequence, \(field(effectPath, of: "effect")) AS scan
                FROM \(effects) AS effect
                WHERE effect.topic = '\(effectTopic)' AND \(isNews("effect"))
                    AND effect.type IN (
                        '\(ScanAssessed.type)', '\(NoticeCreated.type)', '\(MealChanged.type)',
                            '\(ReceiptChanged.type)')
                    AND \(field("reassessment", of: "effect")) IS NULL
            )
            SELECT 1 FROM (
                SELECT causes.sequence,
                    lag(causes.sequence) OVER (PARTITION BY effects.key ORDER BY effects.sequence) AS before
                FROM effects JOIN causes USING (key, scan)
            ) AS pairs WHERE sequence <= before
            """)
    }

    /// Checks one service's outbox and inbox: numbers without gaps, everything sent and handled, no dead letters.
    private static func messaging(of service: String, among services: [String]) -> [Rule] {
        let topics = Set(EventRegistry.all.filter { $0.readers.contains(service) }.map(\.topic))
            .filter(\.isNumbered).map { "'\($0.name)'" }.sorted().joined(separator: ", ")
        let said = services.map { "SELECT topic, key, last_sequence FROM \($0).outbox_keys" }
            .joined(separator: " UNION ALL ")
        return [
            Rule(
                .lost, "\(service): events not sent",
                """
                SELECT 1 FROM \(service).outbox, \(service).relay_state
                WHERE sequence IS NOT NULL AND sent_epoch < epoch
                """),
            Rule(
                .gap, "\(service): sequences with a gap",
                """
                SELECT 1 FROM \(service).outbox_keys LEFT JOIN \(service).outbox USING (topic, key)
                GROUP BY topic, key, last_sequence HAVING count(sequence) <> last_sequence
                """),
            Rule(
                .lost, "\(service): events not consumed",
                """
                SELECT 1 FROM (\(said)) AS said LEFT JOIN \(service).consumed AS taken USING (topic, key)
                WHERE topic IN (\(topics)) AND taken.last_sequence IS DISTINCT FROM said.last_sequence
                """),
            Rule(.gap, "\(service): requested gaps", "SELECT 1 FROM \(service).holes"),
            Rule(.gap, "\(service): gaps", "SELECT 1 FROM \(service).gaps"),
            Rule(.other, "\(service): dead letters", "SELECT 1 FROM \(service).dead_letters"),
            Rule(.lost, "\(service): reported losses", "SELECT 1 FROM \(service).reported_losses"),
        ]
    }
}
