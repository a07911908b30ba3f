// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// An app that only uses the libraries does not resolve what only this app needs.
let app: TargetDependencyCondition? = .when(traits: ["App"])

// Optimizing the tests themselves takes longer than it saves. They are in no product, so other packages may depend on this one in spite
// of the unsafe flag.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "fourfold",
  // StateViews itself runs on macOS 13. A Mac needs 14 for Hummingbird, and 26 for what StatePages uses of the standard library.
  platforms: [.macOS(.v26), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .executable(name: "fourfold", targets: ["fourfold"]),
    .library(name: "StateViews", targets: ["StateViews"]),
    .library(name: "StatePages", targets: ["StatePages"]),
    .library(name: "StatePagesServing", targets: ["StatePagesServing"]),
    .library(name: "StatePagesTesting", targets: ["StatePagesTesting"]),
    .plugin(name: "NewScreen", targets: ["NewScreen"]),
  ],
  traits: [
    .default(enabledTraits: ["App"]),
    .trait(name: "App", description: "The dependencies of the app Fourfold itself."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .target(name: "StateViews", swiftSettings: settings),
    .systemLibrary(name: "SystemZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "SystemSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "SystemCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(name: "NetworkAddresses", swiftSettings: settings),
    .target(name: "Scheduling", swiftSettings: settings),
    .plugin(name: "EmbedTexts", capability: .buildTool()),
    .plugin(name: "CompileArticles", capability: .buildTool()),
    .plugin(
      name: "NewScreen",
      capability: .command(
        intent: .custom(
          verb: "new-screen", description: "Writes the code, the templates and the test of a new screen."),
        permissions: [.writeToPackageDirectory(reason: "It writes the files of the screen.")])),
    .target(
      name: "StatePages",
      dependencies: [
        "NetworkAddresses", "Scheduling", "StateViews", "SystemZlib",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings, plugins: ["EmbedTexts"]),
    .target(
      name: "StatePagesTesting",
      dependencies: [
        "StatePages", "StateViews",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .target(
      name: "StatePagesServing",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
      ],
      swiftSettings: settings),
    .target(
      name: "Tasks", dependencies: ["NetworkAddresses"], swiftSettings: settings, plugins: ["EmbedTexts"]),
    .target(
      name: "TaskFormats", dependencies: ["Tasks"], swiftSettings: settings, plugins: ["EmbedTexts"]),
    .target(
      name: "TaskStore",
      dependencies: [
        "Scheduling", "SystemSQLite", "TaskFormats", "Tasks",
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: app),
      ],
      swiftSettings: settings, plugins: ["EmbedTexts"]),
    .target(
      name: "RemoteLists",
      dependencies: [
        "NetworkAddresses", "TaskFormats", "Tasks",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: app),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: app),
        .product(name: "SwiftASN1", package: "swift-asn1"),
      ],
      swiftSettings: settings),
    .target(
      name: "Transfers", dependencies: ["NetworkAddresses", "SystemCurl", "Tasks"], swiftSettings: settings),
    .target(
      name: "Notifications",
      dependencies: [
        "NetworkAddresses", "Scheduling", "Tasks", "Transfers",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Subprocess", package: "swift-subprocess", condition: app),
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ],
      swiftSettings: settings),
    .target(
      name: "TaskApp",
      dependencies: [
        "NetworkAddresses", "Notifications", "RemoteLists", "Scheduling", "StatePages", "StateViews", "TaskFormats",
        "TaskStore", "Tasks",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "fourfold",
      dependencies: [
        "NetworkAddresses", "Notifications", "RemoteLists", "StatePages", "StatePagesServing", "TaskApp", "TaskFormats",
        "TaskStore", "Tasks",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: app),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings, plugins: ["EmbedTexts"]),
    .executableTarget(
      name: "fourfold-bases",
      dependencies: [
        "StatePagesServing",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      path: "Tests/Bench/Bases", swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "TaskFormats", "Tasks", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/TestSupport", swiftSettings: settings),
    .target(
      name: "ServerSupport",
      dependencies: [
        "StatePagesServing",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: app),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Tests/ServerSupport", swiftSettings: settings),
    .testTarget(name: "NetworkAddressesTests", dependencies: ["NetworkAddresses"], swiftSettings: testSettings),
    .testTarget(
      name: "SchedulingTests", dependencies: ["Scheduling", "StatePagesTesting", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "StateViewsTests", dependencies: ["StatePagesTesting", "StateViews", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "StatePagesServingTests",
      dependencies: [
        "ServerSupport", "StatePagesServing", "StatePagesTesting",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StatePagesTests",
      dependencies: [
        "ServerSupport", "StatePages", "StatePagesServing", "StatePagesTesting", "StateViews", "SystemZlib",
        "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: testSettings, plugins: ["CompileArticles"]),
    .testTarget(
      name: "StatePagesTestingTests",
      dependencies: [
        "StatePages", "StatePagesTesting", "StateViews",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: testSettings),
    .testTarget(name: "TasksTests", dependencies: ["Tasks", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "TaskFormatsTests", dependencies: ["TaskFormats", "Tasks", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "TaskStoreTests",
      dependencies: [
        "Scheduling", "StatePagesTesting", "TaskFormats", "TaskStore", "Tasks", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "RemoteListsTests",
      dependencies: [
        "NetworkAddresses", "RemoteLists", "ServerSupport", "StatePagesTesting", "TaskFormats", "Tasks",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: app),
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "NotificationsTests",
      dependencies: [
        "NetworkAddresses", "Notifications", "ServerSupport", "Tasks", "TestSupport", "Transfers",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: app),
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "TaskAppTests",
      dependencies: [
        "NetworkAddresses", "RemoteLists", "Scheduling", "StatePages", "StatePagesTesting", "StateViews", "TaskApp",
        "TaskFormats", "TaskStore", "Tasks", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      exclude: ["Golden"],
      swiftSettings: testSettings),
    .testTarget(
      name: "FourfoldTests",
      dependencies: [
        "Notifications", "RemoteLists", "StatePages", "StatePagesTesting", "TaskApp", "TaskFormats", "TaskStore",
        "Tasks",
        "TestSupport", "fourfold",
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: app),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: testSettings),
  ]
)
