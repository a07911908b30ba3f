import ArgumentParser
import RemoteLists
import Testing

@testable import fourfold

struct SourceSettingsTests {
  private func settings(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> SourceSettings {
    let serve = try #require(try Fourfold.parseAsRoot(["serve"] + arguments) as? Serve)
    return try ServeSettings(
      serve, environment
    ).sources
  }

  @Test func `by default only public addresses on web ports are fetched, every hour`() throws {
    let settings = try settings()
    #expect((settings.refreshEvery, settings.staleAfter) == (.seconds(3_600), .seconds(900)))
    let fetching = settings.fetching
    let usual = FetchSettings()
    #expect((fetching.allowsPrivate, fetching.ports) == (false, []))
    #expect((fetching.tasks, fetching.bytes) == (usual.tasks, usual.bytes))
  }

  @Test func `options are read, and override the environment`() throws {
    let environment = [
      "FOURFOLD_ALLOW_PRIVATE_SOURCES": "true", "FOURFOLD_SOURCE_PORTS": "8443", "FOURFOLD_REFRESH_EVERY": "0",
    ]
    let told = try settings([], environment)
    #expect((told.allowsPrivate, told.ports, told.refreshEvery) == (true, [8443], nil))
    let options = ["--source-ports", "any", "--refresh-every", "120"]
    let both = try settings(options, environment)
    #expect((both.allowsPrivate, both.ports, both.refreshEvery) == (true, nil, .seconds(7_200)))
    #expect(try settings(["--allow-private-sources"]).fetching.allowsPrivate)
  }

  @Test func `ports are a list of numbers, or any of them`() throws {
    #expect(try settings(["--source-ports", "80,443"]).ports == [80, 443])
    #expect(try settings(["--source-ports", " 5232, 8080,"]).ports == [5232, 8080])
    #expect(try settings(["--source-ports", ""]).ports == [])
    #expect(try settings(["--source-ports", "any"]).fetching.ports == nil)
  }

  @Test(
    arguments: [
      (["--source-ports", "web"], [:]), (["--source-ports", "80,0"], [:]), (["--source-ports", "65536"], [:]),
      (["--source-ports", "any,80"], [:]), (["--refresh-every=-1"], [:]),
      ([], ["FOURFOLD_ALLOW_PRIVATE_SOURCES": "perhaps"]),
      ([], ["FOURFOLD_REFRESH_EVERY": "9223372036854775807"]),
    ] as [([String], [String: String])])
  func `invalid settings are reported before the server starts`(arguments: [String], environment: [String: String]) {
    #expect(throws: ValidationError.self) { try settings(arguments, environment) }
  }
}
