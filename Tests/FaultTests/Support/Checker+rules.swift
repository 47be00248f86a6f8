import EventContracts

extension Checker {
    /// Something that must not be, as the rows that would be wrong.
    struct Rule: Sendable {
        let name: String
        let wrong: String

        init(_ name: String, _ wrong: String) {
            self.name = name
            self.wrong = wrong
        }
    }

    /// All of them.
    static let rules = effects + projections + order + Topic.services.flatMap(messaging)

    /// Whether a row of an outbox says something new rather than current state again.
    private static func isNews(_ row: String) -> String {
        "position('\(EventHeaders.Name.snapshot)'::bytea IN \(row).headers) = 0"
    }

    /// A field of an event in an outbox row, as text.
    private static func field(_ path: String, of row: String) -> String {
        "convert_from(\(row).body, 'UTF8')::json #>> '{\(path)}'"
    }

    /// Accepted orders against what came of them: nothing lost, nothing doubled, nothing from nowhere.
    private static let effects = [
        Rule("operations not succeeded", "SELECT 1 FROM ingestion.operations WHERE status <> 'succeeded'"),
        Rule(
            "scans ordered, not there",
            """
            SELECT 1 FROM ingestion.operations AS o WHERE resource_kind = 'label-scan' AND NOT EXISTS (
                SELECT FROM allergen.scans WHERE scans.scan_id = resource_id AND scans.account_id = o.account_id)
            """),
        Rule(
            "scans that nobody ordered, or twice",
            """
            SELECT 1 FROM allergen.scans LEFT JOIN ingestion.operations ON resource_id = scans.scan_id
            GROUP BY scans.scan_id HAVING count(operation_id) <> 1
            """),
        Rule(
            "scans answered twice",
            """
            SELECT 1 FROM allergen.outbox WHERE type = '\(ScanAssessed.type)' AND \(isNews("outbox"))
                AND \(field("reassessment", of: "outbox")) IS NULL
            GROUP BY \(field("scanID", of: "outbox")) HAVING count(*) <> 1
            """),
        Rule(
            "scans whose versions were not all told",
            """
            SELECT 1 FROM allergen.scans LEFT JOIN allergen.outbox
                ON type = '\(ScanAssessed.type)' AND \(isNews("outbox"))
                AND \(field("scanID", of: "outbox")) = scans.scan_id::text
            GROUP BY scans.scan_id HAVING count(outbox.id) <> max(scans.version)
            """),
        Rule("scans still pending", "SELECT 1 FROM allergen.pending_scans"),
        Rule(
            "scans without exactly one notice",
            """
            SELECT 1 FROM allergen.scans LEFT JOIN notification.notices
                ON cause_id = scans.scan_id::text AND notices.account_id = scans.account_id
            GROUP BY scans.scan_id HAVING count(notice_id) <> 1
            """),
        Rule(
            "alerts without exactly one notice",
            """
            SELECT 1 FROM allergen.outbox LEFT JOIN notification.notices
                ON cause_id = \(field("alertID", of: "outbox"))
            WHERE type = '\(AllergenAlertRaised.type)'
            GROUP BY \(field("alertID", of: "outbox")) HAVING count(notice_id) <> 1
            """),
        Rule(
            "notices from nowhere",
            """
            SELECT 1 FROM notification.notices WHERE cause_id NOT IN (SELECT scan_id::text FROM allergen.scans)
                AND cause_id NOT IN (
                    SELECT \(field("alertID", of: "outbox")) FROM allergen.outbox
                    WHERE type = '\(AllergenAlertRaised.type)')
            """),
        Rule(
            "notices whose versions were not all told",
            """
            SELECT 1 FROM notification.notices LEFT JOIN notification.outbox
                ON \(isNews("outbox")) AND \(field("notice,noticeID", of: "outbox")) = notices.notice_id::text
            GROUP BY notices.notice_id HAVING count(outbox.id) <> max(notices.version)
            """),
        Rule(
            "profiles behind what was accepted",
            """
            SELECT 1 FROM ingestion.resource_versions AS v LEFT JOIN allergen.profiles AS p USING (account_id)
            WHERE kind = 'allergen-profile' AND v.version IS DISTINCT FROM p.version
            """),
        Rule(
            "profile versions with a gap",
            """
            SELECT 1 FROM allergen.outbox WHERE topic = 'allergen.profile.v1' AND \(isNews("outbox"))
            GROUP BY key
            HAVING count(*) <> max((convert_from(body, 'UTF8')::json ->> 'version')::bigint)
            """),
        Rule(
            "accounts that notification does not know",
            "SELECT 1 FROM ingestion.accounts WHERE account_id NOT IN (SELECT account_id FROM notification.accounts)"),
    ]

    /// The gateway's documents against their owners' rows.
    private static let projections = [
        ("label-scan", "SELECT scan_id AS id, account_id AS owner, version FROM allergen.scans"),
        ("allergen-profile", "SELECT account_id AS id, account_id AS owner, version FROM allergen.profiles"),
        ("notification", "SELECT notice_id AS id, account_id AS owner, version FROM notification.notices"),
    ].map { kind, owned in
        Rule(
            "documents of \(kind) that differ from the owner's",
            """
            SELECT 1 FROM (\(owned)) AS owned
            FULL JOIN (SELECT id, owner, version FROM ingestion.documents WHERE kind = '\(kind)') AS projected USING (id)
            WHERE (owned.owner, owned.version) IS DISTINCT FROM (projected.owner, projected.version)
            """)
    }

    /// Per account, verdicts in the order of the orders, and notices in the order of the verdicts.
    private static let order = [
        (
            "verdicts", "ingestion.outbox", "allergen.commands.v1", "scanID", "allergen.outbox", "allergen.scan.v1",
            "scanID"
        ),
        (
            "notices", "allergen.outbox", "allergen.scan.v1", "scanID", "notification.outbox", "notification.notice.v1",
            "notice,causeID"
        ),
    ].map { name, causes, causeTopic, causePath, effects, effectTopic, effectPath in
        Rule(
            "\(name) out of order",
            """
            SELECT 1 FROM (
                SELECT cause.sequence,
                    lag(cause.sequence) OVER (PARTITION BY effect.key ORDER BY effect.sequence) AS before
                FROM \(effects) AS effect
                JOIN \(causes) AS cause ON cause.topic = '\(causeTopic)' AND cause.key = effect.key
                    AND convert_from(cause.body, 'UTF8')::json #>> '{\(causePath)}'
                        = convert_from(effect.body, 'UTF8')::json #>> '{\(effectPath)}'
                WHERE effect.topic = '\(effectTopic)' AND \(isNews("effect")) AND \(isNews("cause"))
                    AND effect.type IN ('\(ScanAssessed.type)', '\(NoticeCreated.type)')
                    AND cause.type IN ('\(AssessLabelText.type)', '\(ScanAssessed.type)')
                    AND \(field("reassessment", of: "effect")) IS NULL
                    AND \(field("reassessment", of: "cause")) IS NULL
            ) AS pairs WHERE sequence <= before
            """)
    }

    /// One service's outbox and inbox: numbers without gaps, everything sent, everything taken in, nothing set aside.
    private static func messaging(of service: String) -> [Rule] {
        let topics = Set(EventRegistry.all.filter { $0.readers.contains(service) }.map(\.topic))
            .filter { $0.key == .account || $0.key == .product }.map { "'\($0.name)'" }.sorted().joined(separator: ", ")
        let said = Topic.services.map { "SELECT topic, key, last_sequence FROM \($0).outbox_keys" }
            .joined(separator: " UNION ALL ")
        return [
            Rule(
                "\(service): events not sent",
                """
                SELECT 1 FROM \(service).outbox, \(service).relay_state
                WHERE sequence IS NOT NULL AND sent_epoch < epoch
                """),
            Rule(
                "\(service): sequences with a gap",
                """
                SELECT 1 FROM \(service).outbox_keys LEFT JOIN \(service).outbox USING (topic, key)
                GROUP BY topic, key, last_sequence HAVING count(sequence) <> last_sequence
                """),
            Rule(
                "\(service): events not taken in",
                """
                SELECT 1 FROM (\(said)) AS said LEFT JOIN \(service).consumed AS taken USING (topic, key)
                WHERE topic IN (\(topics)) AND taken.last_sequence IS DISTINCT FROM said.last_sequence
                """),
            Rule("\(service): holes", "SELECT 1 FROM \(service).holes"),
            Rule("\(service): gaps", "SELECT 1 FROM \(service).gaps"),
            Rule("\(service): dead letters", "SELECT 1 FROM \(service).dead_letters"),
            Rule("\(service): reported losses", "SELECT 1 FROM \(service).reported_losses"),
        ]
    }
}
