import ArgumentParser
import Foundation
import Testing

@testable import fourfold

/// The settings file of the package, `Deploy/fourfold.env`.
struct EnvironmentFileTests {
  /// The variables that the file leaves out: those of development, and the folders of the package itself.
  private static let omitted: Set = ["FOURFOLD_DEMO", "FOURFOLD_REHEARSE", "FOURFOLD_TEMPLATES", "FOURFOLD_PUBLIC"]
  /// The variables whose value in the file is not the default of the command: the package's own database, and an example.
  private static let packaged = [
    "FOURFOLD_DATABASE": "/var/lib/fourfold/fourfold.sqlite", "FOURFOLD_TIME_ZONE": "Europe/Berlin",
  ]

  /// The settings of the file, each on a line that is commented out.
  private static func settings() throws -> [String: String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Deploy/fourfold.env"), encoding: .utf8)
    let lines = text.matches(of: /(?m)^#(FOURFOLD_[A-Z_]+)=(.*)$/).map { (String($0.output.1), String($0.output.2)) }
    return try Dictionary(lines) { _, _ in throw CommandProblem("A setting is there twice.") }
  }

  @Test func `every variable of serve is in the file`() throws {
    let known = Serve.configuration.discussion.matches(of: /FOURFOLD_[A-Z_]+/).map { String($0.output) }
    #expect(Set(try Self.settings().keys) == Set(known).subtracting(Self.omitted))
  }

  @Test func `the values in the file are the defaults`() throws {
    var values = try Self.settings()
    for (name, value) in Self.packaged { #expect(values.removeValue(forKey: name) == value) }
    #expect(try Self.described(values) == Self.described([:]))
  }

  /// The settings for an environment, without what differs at each start, and where they come from.
  private static func described(_ environment: [String: String]) throws -> [String: String] {
    let settings = try serveSettings([], environment)
    let fields = Mirror(reflecting: settings).children.map { ($0.label ?? "", String(describing: $0.value)) }
    return Dictionary(uniqueKeysWithValues: fields).filter { !["setUpToken", "resolver", "entries"].contains($0.key) }
  }
}
