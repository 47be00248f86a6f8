// swift-tools-version: 6.2
import PackageDescription

/// Strict settings shared by every Swift target.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Warnings of C and C++ targets, where they are errors too.
let warnings = ["-Wall", "-Wextra", "-Werror"]

/// Where Pango, Cairo and what their headers include lie on Debian and Ubuntu, on either kind of processor.
let pangoHeaders =
    ["pango-1.0", "glib-2.0", "harfbuzz", "cairo"].map { "/usr/include/\($0)" }
    + ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/glib-2.0/include" }

// MARK: - Products of other packages

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let lifecycleTestKit = Target.Dependency.product(
    name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

// MARK: - Shapes of targets

/// A module under `Shared/`, by its group folder and its name.
func shared(
    _ place: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [], exclude: [String] = []
) -> Target {
    .target(
        name: String(place.drop { $0 != "/" }.dropFirst()), dependencies: dependencies, path: "Shared/\(place)",
        exclude: exclude, resources: resources, swiftSettings: strict)
}

/// A service: a library with everything testable, and an executable that starts it.
func service(
    _ directory: String, executable: String, _ dependencies: [Target.Dependency], main: [Target.Dependency] = [],
    resources: [Resource] = [], exclude: [String] = []
) -> [Target] {
    [
        .target(
            name: "\(directory)Service", dependencies: dependencies, path: "Services/\(directory)",
            exclude: ["Main"] + exclude, resources: resources, swiftSettings: strict),
        .executableTarget(
            name: executable, dependencies: [.target(name: "\(directory)Service")] + main,
            path: "Services/\(directory)/Main",
            swiftSettings: strict),
    ]
}

/// Tests that need neither PostgreSQL nor a broker.
func unitTests(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Tests/Unit/\(name)", exclude: exclude,
        resources: resources, swiftSettings: strict)
}

/// Tests of a module or a service, most of them with PostgreSQL or a broker.
func integrationTests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)IntegrationTests", dependencies: dependencies, path: "Tests/Integration/\(name)",
        exclude: exclude, swiftSettings: strict)
}

/// Tests of the real programs together.
func systemTests(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Tests/EndToEnd/\(folder)", swiftSettings: strict)
}

// MARK: - Targets

let system: [Target] = [
    .systemLibrary(
        name: "CLibrdkafka", path: "Shared/Platform/CLibrdkafka", pkgConfig: "rdkafka",
        providers: [.apt(["librdkafka-dev"])]),
    .systemLibrary(
        name: "CLibpq", path: "Shared/Platform/CLibpq", pkgConfig: "libpq",
        providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CMalloc", path: "Shared/Platform/CMalloc"),
    .systemLibrary(
        name: "CLibargon2", path: "Services/Ingestion/Libraries/CLibargon2", pkgConfig: "libargon2",
        providers: [.apt(["libargon2-dev"])]),
    .systemLibrary(
        name: "CLibcurl", path: "Shared/Platform/CLibcurl", pkgConfig: "libcurl",
        providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
        name: "CLibarchive", path: "Services/Ingestion/Libraries/CLibarchive", pkgConfig: "libarchive",
        providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CEpoll", path: "Services/DevBroker/CEpoll"),
    .target(
        name: "CChecksum", path: "Services/DevBroker/CChecksum", cSettings: [.unsafeFlags(["-O2"] + warnings)]),
    // Debian splits OpenCV, but its pkg-config file comes only with all of it: the two parts used are named here.
    .target(
        name: "CTextReader", dependencies: ["COpenVINO"], path: "Services/Vision/CTextReader",
        cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4", "-O2"] + warnings)],
        linkerSettings: ["opencv_core", "opencv_imgproc"].map { .linkedLibrary($0) }),
    .target(
        name: "CFoodRecognizer", dependencies: ["COpenVINO"], path: "Services/Vision/CFoodRecognizer",
        cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4", "-O2"] + warnings)],
        linkerSettings: ["opencv_core", "opencv_imgproc"].map { .linkedLibrary($0) }),
    .target(
        name: "CPhotoWriter", path: "Services/Vision/CPhotoWriter",
        cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4", "-O2"] + warnings)],
        linkerSettings: ["opencv_core", "opencv_imgproc", "turbojpeg"].map { .linkedLibrary($0) }),
    .target(
        name: "CFoodIndex", path: "Services/Vision/CFoodIndex",
        cxxSettings: [.unsafeFlags(["-O2"] + warnings)]),
    .target(
        name: "COpenVINO", path: "Services/Vision/COpenVINO", cxxSettings: [.unsafeFlags(["-O2"] + warnings)],
        linkerSettings: [.linkedLibrary("dl")]),
    // C23 for #embed: the tables become part of the program, without a file beside it.
    .target(
        name: "CFoodTable", path: "Shared/Food/FoodCatalogue/CFoodTable",
        exclude: ["foods.tsv", "names.tsv", "recipes.tsv"],
        cSettings: [.unsafeFlags(["-std=c23"] + warnings)]),
    .target(
        name: "CDishTable", path: "Services/Allergen/CDishTable",
        exclude: ["dishes.tsv", "names.tsv", "plain.tsv", "receipt.tsv"],
        cSettings: [.unsafeFlags(["-std=c23"] + warnings)]),
    .target(
        name: "CLexiconTables", path: "Services/Allergen/CLexiconTables", exclude: ["names", "words"],
        cSettings: [.unsafeFlags(["-std=c23"] + warnings)]),
    .target(name: "CDecoderLink", path: "Services/Vision/CDecoderLink", cSettings: [.unsafeFlags(warnings)]),
    // Pango's pkg-config file has a flag that SwiftPM warns of: its parts are named here.
    .target(
        name: "CPageCanvas", path: "Services/Ingestion/Libraries/FoodReports/CPageCanvas",
        cSettings: [.unsafeFlags(pangoHeaders.flatMap { ["-isystem", $0] } + warnings)],
        linkerSettings: ["pangocairo-1.0", "pango-1.0", "gobject-2.0", "cairo", "m"].map { .linkedLibrary($0) }),
]

let sharedTargets: [Target] = [
    /// Rules for text from outside, shared by every input.
    shared("Platform/IncomingText"),
    /// Named threads for blocking calls, which must not run on the cooperative pool.
    shared("Platform/Threads"),
    /// Bytes as hexadecimal text and back, in one place.
    shared("Platform/Hexadecimal"),
    /// Values as JSON, faster than with Foundation, for events and sealed values.
    shared("Platform/JSONBytes"),
    /// Swift over librdkafka, for messaging and for the tools that inspect topics.
    shared("Platform/Kafka", ["CLibrdkafka", "Hexadecimal", "Threads", logging]),
    /// Swift over libpq: pool, transactions and migrations, for all services with a database.
    shared("Platform/Postgres", ["CLibpq", "Hexadecimal", "Threads", logging, crypto]),
    /// Data keys of accounts, and values that only they open: one format in all services.
    shared(
        "Platform/Sealing", ["Hexadecimal", "JSONBytes", "Postgres", crypto, logging],
        resources: [.embedInCode("Migrations")]),
    /// Parts of every process: configuration, logs, metrics, health, ordered start and stop.
    shared(
        "Platform/ServiceRuntime",
        [
            "CMalloc", "Hexadecimal", "Quantities", "Threads", hummingbird, hummingbirdCore, lifecycle, signals,
            logging, nio, nioHTTP1, httpTypes,
        ]),
    /// The only HTTP client for addresses from outside, which refuses private networks.
    shared("Platform/Outbound", ["CLibcurl", "Hexadecimal", "ServiceRuntime", crypto]),
    /// Client of the chat-completions protocol, for photos and for receipt items.
    shared("Platform/ChatModels", ["IncomingText", "Outbound", "ServiceRuntime", logging]),
    /// Client of a server that keeps master keys, for services and for the tool that rotates them.
    shared("Platform/KeyServer", ["Outbound", "Sealing", "ServiceRuntime", crypto]),
    /// Photo formats and removal of metadata, before any photo is stored or exported.
    shared("Platform/Imaging", ["EventContracts"]),
    /// The sealed photo store, which one service writes and others read.
    shared("Platform/Photos", ["EventContracts", "Outbound", "Sealing", "ServiceRuntime"]),
    /// Outbox, relay, inbox, gaps and dead letters: how services exchange events.
    shared(
        "Platform/Messaging",
        [
            "Hexadecimal", "Kafka", "Postgres", "EventContracts", "KeyServer", "Outbound", "Sealing", "ServiceRuntime",
            lifecycle, logging,
        ],
        resources: [.embedInCode("Migrations")]),
    /// Amounts, money, days and instants, with one rule of rounding each.
    shared("Contracts/Quantities"),
    /// Every event type, topic and header: the contract between the services.
    shared(
        "Contracts/EventContracts", ["Hexadecimal", "JSONBytes", "Sealing", "Quantities", crypto],
        exclude: ["asyncapi.yaml"]),
    /// Notification rules that the gateway and `notification` must apply alike.
    shared("Contracts/Deliveries", ["EventContracts", "Sealing", crypto]),
    /// The built-in foods with their search index, for entering and for computing.
    shared(
        "Food/FoodCatalogue", ["Quantities", "CFoodTable"], resources: [.embedInCode("Texts")],
        exclude: ["CFoodTable"]),
    /// Goals, reference intakes, findings and trends, shown by one service and reported by another.
    shared("Food/Nourishment", ["EventContracts", "FoodCatalogue", "Quantities"]),
    /// The built-in foods with later changes and imports, found alike wherever food is searched.
    shared(
        "Food/FoodLibrary",
        ["CMalloc", "EventContracts", "FoodCatalogue", "Hexadecimal", "Quantities", "ServiceRuntime", crypto]),
    /// Purchases, sums, prices and budgets, edited by one service and shown by another.
    shared("Money/Purchases", ["EventContracts", "Quantities"]),
    /// The payment provider's requests, objects and signatures, for its client and its sandbox.
    shared("Money/StripeWire", ["Hexadecimal", crypto]),
    /// Plans, prices and proration, shared so that quotes equal charges.
    shared("Money/BillingRules", ["EventContracts", "Quantities", crypto]),
    /// Helpers for all tests: traits, waiting, clocks, seeded random numbers.
    shared("Testing/UnitSupport"),
    /// Sample photos of labels, meals and receipts, for tests and the demonstration.
    shared("Testing/SampleLabels", resources: [.copy("Labels"), .copy("Meals"), .copy("Receipts")]),
    /// Clients and peers in a test's own process, without a server.
    shared(
        "Testing/TestPeers",
        [
            "EventContracts", "Hexadecimal", "Outbound", "Sealing", "ServiceRuntime", "UnitSupport", asn1, crypto,
            httpClient, httpTypes, hummingbird, logging, nio, nioHTTP1, nioPosix, x509,
        ]),
    /// Databases, brokers and programs for integration and end-to-end tests.
    shared(
        "Testing/TestSupport",
        [
            "Hexadecimal", "Kafka", "Postgres", "EventContracts", "Messaging", "Sealing", "ServiceRuntime", "TestPeers",
            "UnitSupport", crypto, httpClient, lifecycle, logging,
        ]),
]

/// Parsing of receipts: rules without input or output, separate from the service that stores them.
let receiptReading: Target = .target(
    name: "ReceiptReading", dependencies: ["Quantities"], path: "Services/Spending/ReceiptReading",
    swiftSettings: strict)

/// Payments: a protocol for payment providers, and its implementation with Stripe's API.
let billingProviders: Target = .target(
    name: "BillingProviders", dependencies: ["BillingRules", "EventContracts", "Outbound", "Quantities", "StripeWire"],
    path: "Services/Billing/Providers", swiftSettings: strict)

/// The bank of the payment sandbox, for a machine without keys of a payment provider; outside the service set.
let sandboxBank: Target = .target(
    name: "SandboxBank", dependencies: ["StripeWire"], path: "Services/PaymentSandbox/Bank", swiftSettings: strict)

/// The program around it.
let paymentSandbox: [Target] = [
    .target(
        name: "PaymentSandbox",
        dependencies: [
            "SandboxBank", "StripeWire", "Outbound", "ServiceRuntime", hummingbird, lifecycle, logging, httpTypes, nio,
        ], path: "Services/PaymentSandbox/Server", swiftSettings: strict),
    .executableTarget(
        name: "payment-sandbox", dependencies: ["PaymentSandbox", "ServiceRuntime"],
        path: "Services/PaymentSandbox/Main", swiftSettings: strict),
]

/// Delivery channels of notices: what is sent and to which addresses; separate from the service that decides when.
let notificationChannels: Target = .target(
    name: "NotificationChannels", dependencies: ["Hexadecimal", "Outbound", "Sealing", "ServiceRuntime", crypto],
    path: "Services/Notification/Channels",
    swiftSettings: strict)

/// Time and channel of deliveries: rules without input or output, apart from the service that applies them.
let notificationRules: Target = .target(
    name: "NotificationRules", dependencies: ["EventContracts", "Quantities", "Deliveries"],
    path: "Services/Notification/Rules",
    swiftSettings: strict)

/// Dependencies of every service and every feature of the gateway.
let messagingService: [Target.Dependency] = ["Messaging", "Postgres", "EventContracts", "ServiceRuntime"]

/// A feature of the gateway.
///
/// It depends on the core and on `Shared`, never on another feature.
func feature(
    _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: "Ingestion\(name)", dependencies: ["IngestionCore"] + messagingService + dependencies + [httpTypes],
        path: "Services/Ingestion/\(name)", resources: [.embedInCode("openapi.yaml")] + resources,
        swiftSettings: strict)
}

/// The targets of `ingestion` under its composition.
let gatewayFeatures: [Target.Dependency] = [
    "IngestionCore", "IngestionAccounts", "IngestionGovernance", "IngestionDiary", "IngestionSpending",
    "IngestionScans", "IngestionPhotos", "IngestionBilling", "IngestionNotifications",
]

/// `ingestion`: the core, the features over it, and their composition.
let gateway: [Target] = [
    .target(
        name: "IngestionCore",
        dependencies: messagingService + [
            "Archives", "BillingRules", "FoodCatalogue", "FoodLibrary", "Hexadecimal", "Imaging", "IncomingText",
            "Kafka", "Nourishment", "Photos", "Purchases", "Quantities", "Sealing", crypto, httpTypes, hummingbird, jwt,
            lifecycle, logging, nio, nioHTTP1,
        ],
        path: "Services/Ingestion/Core", resources: [.embedInCode("openapi.yaml")], swiftSettings: strict),
    feature(
        "Accounts", ["CLibargon2", "IncomingText", "Outbound", "Quantities", "Sealing", crypto, jwt, lifecycle],
        resources: [.embedInCode("Terms"), .embedInCode("Help/Pages")]),
    feature(
        "Governance",
        [
            "Archives", "FoodCatalogue", "FoodLibrary", "FoodReports", "Hexadecimal", "IncomingText", "Imaging",
            "Photos", "Purchases", "Quantities", "Sealing", crypto, jwt, lifecycle, logging, nio,
        ]),
    feature(
        "Diary",
        [
            "BillingRules", "FoodCatalogue", "FoodReports", "Hexadecimal", "Nourishment", "Photos", "Quantities",
            "Sealing", lifecycle,
        ],
        resources: [.embedInCode("Advice/recommended.tsv")]),
    feature(
        "Spending",
        [
            "FoodCatalogue", "FoodReports", "Hexadecimal", "Imaging", "Photos", "Purchases", "Quantities", "Sealing",
            lifecycle,
        ]),
    feature("Scans", ["Quantities", "Sealing"]),
    feature("Photos", ["Imaging", "Photos", lifecycle]),
    feature(
        "Billing",
        [
            "BillingRules", "FoodCatalogue", "FoodReports", "Hexadecimal", "Purchases", "Quantities", "Sealing",
            "StripeWire",
        ]),
    feature("Notifications", ["Deliveries", "Outbound", "Quantities", "Sealing", crypto, lifecycle]),
    .target(
        name: "IngestionService",
        dependencies: gatewayFeatures + messagingService + [
            "BillingRules", "Deliveries", "FoodCatalogue", "FoodReports", "Hexadecimal", "Photos", "Sealing", "Threads",
            crypto, httpTypes, lifecycle, logging, yams,
        ],
        path: "Services/Ingestion/Gateway",
        resources: [.embedInCode("Migrations"), .embedInCode("openapi.yaml"), .embedInCode("Problems/problems.tsv")],
        swiftSettings: strict),
    .executableTarget(
        name: "ingestion", dependencies: ["IngestionService", "Messaging", "ServiceRuntime"],
        path: "Services/Ingestion/Main", swiftSettings: strict),
]

/// Libraries of the gateway alone, separate from its features: archives, and reports as files.
let gatewayLibraries: [Target] = [
    .target(
        name: "Archives", dependencies: ["CLibarchive"], path: "Services/Ingestion/Libraries/Archives",
        swiftSettings: strict),
    .target(
        name: "FoodReports", dependencies: ["FoodCatalogue", "Nourishment", "Quantities", "CPageCanvas"],
        path: "Services/Ingestion/Libraries/FoodReports", exclude: ["CPageCanvas"],
        resources: [.embedInCode("Texts")], swiftSettings: strict),
]

/// Parsers of official and public food tables, apart from the tool that imports them.
let foodTables: Target = .target(
    name: "FoodTables", dependencies: ["FoodCatalogue", "Quantities"], path: "Services/Control/FoodTables",
    swiftSettings: strict)

let serviceTargets: [Target] =
    gateway + gatewayLibraries + [foodTables]
    + service(
        "Allergen", executable: "allergen",
        messagingService
            + ["CDishTable", "CLexiconTables", "Hexadecimal", "Quantities", "Sealing", crypto, lifecycle, logging],
        main: ["Messaging", "ServiceRuntime"],
        resources: [.embedInCode("Migrations"), .embedInCode("Lexicon")], exclude: ["CDishTable", "CLexiconTables"])
    + service(
        "Nutrition", executable: "nutrition",
        messagingService
            + ["FoodCatalogue", "FoodLibrary", "Hexadecimal", "Nourishment", "Quantities", "Sealing", lifecycle],
        main: ["Messaging", "ServiceRuntime"],
        resources: [.embedInCode("Migrations"), .embedInCode("Sight")])
    + service(
        "Notification", executable: "notification",
        messagingService
            + [
                "Deliveries", "FoodCatalogue", "Hexadecimal", "NotificationChannels", "NotificationRules",
                "Nourishment", "Outbound", "Quantities", "Sealing", lifecycle, logging,
            ],
        main: ["Messaging", "ServiceRuntime"],
        resources: [.embedInCode("Migrations"), .embedInCode("Texts")], exclude: ["Channels", "Rules"])
    + [notificationChannels, notificationRules]
    + service(
        "Spending", executable: "spending",
        messagingService
            + [
                "ChatModels", "Hexadecimal", "Purchases", "Quantities", "ReceiptReading", "Sealing", lifecycle, logging,
            ],
        main: ["Messaging", "ServiceRuntime"],
        resources: [.embedInCode("Migrations")], exclude: ["ReceiptReading"])
    + service(
        "Vision", executable: "vision",
        messagingService
            + [
                "CDecoderLink", "CFoodIndex", "CFoodRecognizer", "CPhotoWriter", "CTextReader", "ChatModels",
                "Hexadecimal", "Photos", "Sealing", crypto, lifecycle, logging,
            ],
        main: ["Messaging", "ServiceRuntime"], resources: [.embedInCode("Migrations")],
        exclude: [
            "COpenVINO", "CTextReader", "CFoodRecognizer", "CFoodIndex", "CDecoderLink", "CPhotoWriter", "Training",
            "Models",
        ])
    + service(
        "Billing", executable: "billing",
        messagingService
            + ["BillingProviders", "BillingRules", "Outbound", "Quantities", "Sealing", lifecycle, logging],
        main: ["Messaging", "ServiceRuntime"],
        resources: [.embedInCode("Migrations")], exclude: ["Providers"])
    + service(
        "Control", executable: "fmctl",
        messagingService
            + [
                "AllergenService", "BillingService", "FoodCatalogue", "FoodLibrary", "FoodTables", "Hexadecimal",
                "Imaging", "IncomingText", "IngestionCore", "IngestionGovernance", "IngestionService", "Kafka",
                "KeyServer", "NotificationService", "NutritionService", "Photos", "Purchases", "Quantities",
                "SampleLabels", "Sealing", "SpendingService", "VisionService", arguments, crypto, httpClient, logging,
                nio, nioHTTP1, nioPosix,
            ],
        resources: [
            .embedInCode("Migrations"), .embedInCode("Demo/samples.json"), .embedInCode("Announcements/releases.json"),
        ], exclude: ["FoodTables"])
    + service(
        "DevBroker", executable: "dev-broker",
        ["CChecksum", "CEpoll", "EventContracts", "Hexadecimal", arguments], exclude: ["CChecksum", "CEpoll"])

/// Decodes untrusted pictures for `vision`, apart from everything else.
let decoder: Target = .executableTarget(
    name: "vision-decoder", dependencies: ["CDecoderLink"], path: "Services/VisionDecoder", exclude: ["Fuzzing"],
    cxxSettings: [.unsafeFlags(warnings)],
    linkerSettings: ["turbojpeg", "png", "webp", "seccomp"].map { .linkedLibrary($0) })

/// Programs for those who work on the system; none of them is deployed.
let tools: [Target] = [
    .target(
        name: "AllergenAccuracy", dependencies: ["AllergenService", "EventContracts"], path: "Tests/AllergenAccuracy",
        exclude: ["Main"], swiftSettings: strict),
    .executableTarget(
        name: "allergen-accuracy", dependencies: ["AllergenAccuracy"], path: "Tests/AllergenAccuracy/Main",
        swiftSettings: strict),
    .executableTarget(
        name: "receipt-accuracy", dependencies: ["Purchases", "ReceiptReading", "Quantities"],
        path: "Tests/ReceiptAccuracy", exclude: ["Rendering"], swiftSettings: strict),
    .executableTarget(
        name: "vision-evaluation", dependencies: ["VisionService", "AllergenService", "EventContracts", "Imaging"],
        path: "Tests/VisionEvaluation", swiftSettings: strict),
]

/// Helpers for tests of a service that need no server.
let unitShared: [Target.Dependency] = [
    "Kafka", "Postgres", "EventContracts", "Hexadecimal", "Messaging", "Sealing", "ServiceRuntime", "Quantities",
    "TestPeers", "UnitSupport", crypto, logging, lifecycle, hummingbird, httpClient, nio, yams,
]
let everyShared: [Target.Dependency] = unitShared + ["TestSupport"]
let everyService: [Target.Dependency] =
    gatewayFeatures + [
        "IngestionService", "VisionService", "AllergenService", "NutritionService", "NotificationService",
        "SpendingService", "BillingService", "ControlService", "Photos",
    ]

/// The fault bench: a private stack of the real programs, everything that can break, and a checker.
let faultBench: [Target] = [
    .target(
        name: "FaultBench",
        dependencies: everyShared + everyService + [
            "BillingProviders", "BillingRules", "NotificationRules", "SampleLabels", "SandboxBank", "StripeWire",
            arguments, crypto, httpTypes, nioPosix,
        ], path: "Tests/FaultBench",
        exclude: ["CPlainTimers", "Main", "Weakened"], swiftSettings: strict),
    .target(
        name: "CPlainTimers", path: "Tests/FaultBench/CPlainTimers",
        cSettings: [.unsafeFlags(["-D_GNU_SOURCE"] + warnings)]),
    .executableTarget(
        name: "fault-bench", dependencies: ["FaultBench"], path: "Tests/FaultBench/Main", swiftSettings: strict),
    // Every service, composed without the protections that a row names.
    .executableTarget(
        name: "weakened-service",
        dependencies: ["Messaging", "ServiceRuntime", "TestPeers", "TestSupport", "Outbound", "StripeWire"]
            + everyService,
        path: "Tests/FaultBench/Weakened", swiftSettings: strict),
]

/// Reminders that are due in the same minute, measured.
let reminderBench: [Target] = [
    .target(
        name: "ReminderBench", dependencies: everyShared + ["NotificationService", "Outbound"],
        path: "Tests/ReminderBench", exclude: ["Main"], swiftSettings: strict),
    .executableTarget(
        name: "reminder-bench", dependencies: ["ReminderBench"], path: "Tests/ReminderBench/Main",
        swiftSettings: strict),
]

/// The gateway's tests.
let gatewayTests: [Target.Dependency] =
    gatewayFeatures + [
        "IngestionService", "IngestionTestSupport", "BillingRules", "FoodCatalogue", "FoodLibrary", "FoodReports",
        "FoodTables", "Imaging", "Outbound", "Photos", "Purchases", "StripeWire", "Deliveries", "Archives", httpTypes,
        jwt,
    ]

/// Helpers shared by the gateway's unit and integration tests.
let gatewayTestSupport: Target = .target(
    name: "IngestionTestSupport", dependencies: ["IngestionService", yams], path: "Tests/Support/Ingestion",
    swiftSettings: strict)

let unitTestTargets: [Target] = [
    unitTests("Quantities", ["Quantities"]),
    unitTests("IncomingText", ["IncomingText"]),
    unitTests("Hexadecimal", ["Hexadecimal"]),
    unitTests("JSONBytes", ["JSONBytes"]),
    unitTests("FoodCatalogue", ["FoodCatalogue", "Quantities", "UnitSupport"]),
    unitTests(
        "FoodLibrary", ["FoodLibrary", "EventContracts", "FoodCatalogue", "FoodTables", "Quantities", "UnitSupport"]),
    unitTests("FoodTables", ["FoodTables", "FoodCatalogue", "Quantities", "UnitSupport"]),
    unitTests("Nourishment", ["EventContracts", "Nourishment", "FoodCatalogue", "Quantities", "UnitSupport"]),
    unitTests("FoodReports", ["FoodReports", "FoodCatalogue", "Nourishment", "Quantities", "UnitSupport"]),
    unitTests("Postgres", ["Postgres"]),
    unitTests(
        "Sealing",
        [
            "Sealing", "KeyServer", "Postgres", "ServiceRuntime", "TestPeers", "UnitSupport", hummingbird, httpTypes,
            crypto, logging, nio,
        ]),
    unitTests(
        "ServiceRuntime",
        [
            "ServiceRuntime", "TestPeers", "UnitSupport", hummingbird, lifecycle, lifecycleTestKit, logging, nio,
            nioEmbedded, nioHTTP1, nioPosix, httpTypes,
        ]),
    unitTests(
        "Outbound",
        ["Outbound", "ServiceRuntime", "TestPeers", "UnitSupport", hummingbird, crypto, httpTypes, nio]),
    unitTests("StripeWire", ["StripeWire"]),
    unitTests("Imaging", ["EventContracts", "Imaging", "TestPeers", "UnitSupport"]),
    unitTests("Archives", ["Archives", "TestPeers", "UnitSupport"]),
    unitTests(
        "Photos", ["Photos", "Outbound", "Sealing", "EventContracts", "ServiceRuntime", "TestPeers", "UnitSupport"]),
    unitTests("Messaging", unitShared + ["CLibrdkafka"]),
    unitTests("Ingestion", unitShared + gatewayTests),
    unitTests("Allergen", unitShared + ["AllergenService", "AllergenAccuracy", "CDishTable"], exclude: ["Fixtures"]),
    unitTests(
        "Purchases", ["Purchases", "EventContracts", "Quantities", "UnitSupport"], exclude: ["Fixtures"]),
    unitTests("NotificationRules", ["NotificationRules", "EventContracts", "Quantities", "UnitSupport"]),
    unitTests("ReceiptReading", ["ReceiptReading", "Quantities", "UnitSupport"]),
    unitTests("Spending", unitShared + ["SpendingService", "ChatModels", "Purchases", "ReceiptReading"]),
    unitTests("BillingRules", ["BillingRules", "EventContracts", "Quantities"]),
    unitTests(
        "BillingProviders",
        ["BillingProviders", "BillingRules", "EventContracts", "Outbound", "Quantities", "StripeWire", "UnitSupport"]),
    unitTests(
        "SandboxBank",
        [
            "SandboxBank", "BillingProviders", "BillingRules", "EventContracts", "Outbound", "Quantities", "StripeWire",
        ]),
    unitTests("Nutrition", unitShared + ["NutritionService", "FoodCatalogue", "FoodLibrary"]),
    unitTests("Vision", ["VisionService", "ChatModels", "EventContracts", "ServiceRuntime"]),
    unitTests(
        "Notification",
        unitShared + ["FoodCatalogue", "NotificationChannels", "NotificationService", "Nourishment", "Outbound"]),
    unitTests("NotificationChannels", ["NotificationChannels"]),
    unitTests(
        "Control",
        [
            "ControlService", "EventContracts", "IngestionCore", "Kafka", "Postgres", "Sealing", "ServiceRuntime",
            "UnitSupport", arguments, logging,
        ]),
    unitTests(
        "Billing", ["PaymentSandbox", "SandboxBank", "ServiceRuntime", "StripeWire", "TestPeers", "UnitSupport"]),
    unitTests(
        "Contract", unitShared + everyService + ["FoodCatalogue", "IngestionTestSupport"],
        resources: [.copy("Golden")]),
]

/// Some unit tests of `Control`, `DevBroker`, `Notification`, `NotificationChannels`, `Nutrition` and `Vision` are here
/// too: they share helpers.
let integrationTestTargets: [Target] = [
    integrationTests("Kafka", ["CLibrdkafka", "Kafka", "TestPeers", "TestSupport", "UnitSupport", logging]),
    integrationTests(
        "DevBroker", ["CChecksum", "DevBrokerService", "Kafka", "TestPeers", "TestSupport", "UnitSupport", logging]),
    integrationTests("Postgres", ["Postgres", "TestPeers", "TestSupport", "UnitSupport", logging]),
    integrationTests(
        "Sealing",
        [
            "Sealing", "KeyServer", "Postgres", "ServiceRuntime", "TestPeers", "TestSupport", "UnitSupport",
            hummingbird, httpTypes, crypto, logging, nio,
        ]),
    integrationTests("Messaging", everyShared + ["CLibrdkafka"]),
    integrationTests(
        "Ingestion",
        // `Neighbors` simulates the services; a test compares it with them.
        everyShared + gatewayTests + ["AllergenService", "NotificationService", "NutritionService", "SpendingService"]),
    integrationTests("Allergen", everyShared + ["AllergenService", "AllergenAccuracy", "CDishTable"]),
    integrationTests("Nutrition", everyShared + ["NutritionService", "FoodCatalogue", "FoodLibrary", "FoodTables"]),
    integrationTests(
        "Notification",
        everyShared
            + [
                "FoodCatalogue", "NotificationService", "NotificationChannels", "NotificationRules", "Nourishment",
                "Outbound", "ReminderBench", httpTypes,
            ]),
    integrationTests(
        "NotificationChannels",
        [
            "NotificationChannels", "Outbound", "Sealing", "TestPeers", "TestSupport", "UnitSupport", crypto,
            hummingbird, httpTypes, nio, nioPosix, nioSSL, x509, asn1, "NotificationService", "EventContracts",
            "Messaging", "Postgres", "Deliveries",
        ]),
    integrationTests("Spending", everyShared + ["SpendingService", "ChatModels", "Purchases", "ReceiptReading"]),
    integrationTests(
        "Billing",
        everyShared + [
            "BillingService", "BillingProviders", "BillingRules", "Outbound", "PaymentSandbox", "SandboxBank",
            "StripeWire", httpTypes,
        ]),
    integrationTests(
        "Vision",
        everyShared + [
            "VisionService", "ChatModels", "Photos", "Imaging", "SampleLabels", "CTextReader", "CDecoderLink",
            "vision-decoder", "vision-evaluation", httpTypes,
        ], exclude: ["Fixtures", "Rendering"]),
    integrationTests(
        "Control",
        everyShared + everyService + [
            "SampleLabels", "FoodTables", "FoodCatalogue", "FoodLibrary", "Imaging", "Purchases", arguments, httpTypes,
        ]),
]

let systemTestTargets: [Target] = [
    systemTests(
        "EndToEnd", in: "System",
        everyShared + everyService + ["FoodCatalogue", "FoodLibrary", "FoodTables", "SampleLabels", "PaymentSandbox"]),
    systemTests(
        "Fault", in: "Faults",
        everyShared + everyService + ["FaultBench", "SampleLabels", crypto, nio, nioPosix, nioSSL]),
]

// MARK: - Rebuilding after a change

/// Names every module that a target reaches as its dependency, in place.
///
/// SwiftPM recompiles a module when a dependency that it names has changed. If only the layout of a type in an indirect
/// dependency changes, the direct dependency is often compiled to identical bytes, so the module keeps the old layout,
/// and a program of an incremental build crashes. The modules that a target may import are still limited to those its
/// dependencies reach.
func nameEveryReachedModule(in targets: [Target]) {
    let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    let direct = byName.mapValues(\.dependencies)
    for target in targets {
        var known = Set(target.dependencies.map(name(of:)))
        var waiting = target.dependencies
        while let dependency = waiting.popLast() {
            for further in direct[name(of: dependency)] ?? [] where known.insert(name(of: further)).inserted {
                target.dependencies.append(further)
                waiting.append(further)
            }
        }
    }
}

/// The name that identifies a dependency: modules and products never share one here.
func name(of dependency: Target.Dependency) -> String {
    switch dependency {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    case .productItem(let name, _, _, _): name
    @unknown default: "\(dependency)"
    }
}

let targets =
    system + sharedTargets + [receiptReading, billingProviders, sandboxBank] + paymentSandbox + serviceTargets
    + [decoder]
    + tools
    + faultBench + reminderBench
    + [gatewayTestSupport] + unitTestTargets + integrationTestTargets + systemTestTargets
// `deploy/checks/imports` compares what is declared with what is imported.
if Context.environment["DIRECT_DEPENDENCIES"] == nil { nameEveryReachedModule(in: targets) }

let package = Package(
    name: "FoodMagic",
    products: [
        .executable(name: "ingestion", targets: ["ingestion"]),
        .executable(name: "vision", targets: ["vision"]),
        .executable(name: "allergen", targets: ["allergen"]),
        .executable(name: "nutrition", targets: ["nutrition"]),
        .executable(name: "notification", targets: ["notification"]),
        .executable(name: "spending", targets: ["spending"]),
        .executable(name: "billing", targets: ["billing"]),
        .executable(name: "payment-sandbox", targets: ["payment-sandbox"]),
        .executable(name: "fmctl", targets: ["fmctl"]),
        .executable(name: "vision-decoder", targets: ["vision-decoder"]),
        .executable(name: "dev-broker", targets: ["dev-broker"]),
        .executable(name: "allergen-accuracy", targets: ["allergen-accuracy"]),
        // Loaded into the services whose clocks the fault bench moves.
        .library(name: "PlainTimers", type: .dynamic, targets: ["CPlainTimers"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: targets,
    cxxLanguageStandard: .cxx17
)
