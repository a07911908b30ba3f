// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] =
  [.treatAllWarnings(as: .error)]
  + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map { .enableUpcomingFeature($0) }

let package = Package(
  name: "Departures",
  products: [.executable(name: "departures", targets: ["Departures"])],
  dependencies: [
    .package(name: "fourfold", path: "../..", traits: []),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "Departures",
      dependencies: [
        .product(name: "StateViews", package: "fourfold"), .product(name: "StatePages", package: "fourfold"),
        .product(name: "StatePagesServing", package: "fourfold"), .product(name: "Hummingbird", package: "hummingbird"),
      ], swiftSettings: strict),
    .testTarget(
      name: "DeparturesTests",
      dependencies: [
        "Departures", .product(name: "StatePagesTesting", package: "fourfold"),
      ], swiftSettings: strict),
  ])
