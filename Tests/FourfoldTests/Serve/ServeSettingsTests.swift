import ArgumentParser
import StatePages
import TaskApp
import Tasks
import Testing

@testable import fourfold

struct ServeSettingsTests {
  private func settings(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> ServeSettings {
    let serve = try #require(try Fourfold.parseAsRoot(["serve"] + arguments) as? Serve)
    return try ServeSettings(
      serve, environment)
  }

  @Test func `by default sign-up is closed, plain HTTP is refused and no proxy is trusted`() throws {
    let settings = try settings()
    #expect(settings.signUp == .closed)
    #expect(!settings.plainHTTP)
    #expect(settings.proxies == .none)
    #expect(settings.database == "data/fourfold.sqlite")
  }

  @Test func `options are read, and override the environment`() throws {
    let environment = [
      "FOURFOLD_SIGN_UP": "open", "FOURFOLD_PLAIN_HTTP": "true", "FOURFOLD_TRUSTED_PROXIES": "10.0.0.0/8",
      "FOURFOLD_DATABASE": "there.sqlite",
    ]
    let told = try settings([], environment)
    #expect((told.signUp, told.plainHTTP, told.database) == (.open, true, "there.sqlite"))
    #expect(told.proxies == (try TrustedProxies(parsing: "10.0.0.0/8")))
    let options = ["--sign-up", "closed", "--trusted-proxies", "::1", "--database", "here.sqlite"]
    let both = try settings(options, environment)
    #expect((both.signUp, both.plainHTTP, both.database) == (.closed, true, "here.sqlite"))
    #expect(both.proxies == (try TrustedProxies(parsing: "::1")))
    #expect(try settings(["--sign-up", "open", "--plain-http"]).plainHTTP)
  }

  @Test(arguments: [
    (["--sign-up", "maybe"], [:]), (["--trusted-proxies", "proxy.example"], [:]), ([], ["FOURFOLD_SIGN_UP": "Open"]),
    ([], ["FOURFOLD_TRUSTED_PROXIES": "10.0.0.0/33"]), ([], ["FOURFOLD_PORT": "abc"]), ([], ["FOURFOLD_PORT": "65536"]),
    ([], ["FOURFOLD_PLAIN_HTTP": "maybe"]), ([], ["FOURFOLD_REHEARSE": "maybe"]),
    (["--plain-http"], ["FOURFOLD_PLAIN_HTTP": "maybe"]), ([], ["FOURFOLD_ALLOWED_HOSTS": "a.example:80"]),
    (["--allowed-hosts", "a.example, https://b.example"], [:]), (["--allowed-hosts", "a.example/lists"], [:]),
    (["--security-contact", "security@example.org"], [:]),
    ([], ["FOURFOLD_SECURITY_CONTACT": "mailto:"]),
    (["--security-contact", "https://a.example/\nExpires: never"], [:]), (["--base-path", "tasks"], [:]),
    ([], ["FOURFOLD_BASE_PATH": "/tasks/"]), (["--base-path", "/ta sks"], [:]),
  ])
  func `invalid settings are reported before the server starts`(arguments: [String], environment: [String: String]) {
    #expect(throws: ValidationError.self) { try settings(arguments, environment) }
  }

  @Test func `numbers and flags are read from the environment`() throws {
    for (text, isSet) in [("true", true), ("YES", true), ("1", true), ("false", false), ("no", false), ("0", false)] {
      let told = try settings([], ["FOURFOLD_PLAIN_HTTP": text, "FOURFOLD_REHEARSE": text, "FOURFOLD_PORT": "81"])
      #expect((told.plainHTTP, told.rehearses, told.port) == (isSet, isSet, 81))
    }
  }

  @Test func `account quotas are set by options or the environment`() throws {
    #expect(try settings().quotas == Quotas.standard)
    var quotas = try settings(["--quota-megabytes", "5", "--quota-tasks", "6"], ["FOURFOLD_QUOTA_MEGABYTES": "9"])
      .quotas
    #expect((quotas.bytes, quotas.tasks) == (5_000_000, 6))
    quotas = try settings([], ["FOURFOLD_QUOTA_TASKS": "8"]).quotas
    #expect((quotas.bytes, quotas.tasks) == (100_000_000, 8))
    for option in ["--quota-megabytes=0", "--quota-tasks=-1", "--requests-per-minute=-1"] {
      #expect(throws: ValidationError.self) { try settings([option]) }
    }
    #expect(throws: ValidationError.self) { try settings([], ["FOURFOLD_QUOTA_TASKS": "many"]) }
  }

  @Test func `the rate of requests is configurable, or unlimited`() throws {
    #expect(try settings().requestsPerMinute == 1_200)
    #expect(try settings(["--requests-per-minute", "0"]).requestsPerMinute == nil)
    #expect(try settings([], ["FOURFOLD_REQUESTS_PER_MINUTE": "25"]).requestsPerMinute == 25)
  }

  @Test func `a security contact is published if it is set`() throws {
    #expect(try settings().securityContact == nil)
    let environment = ["FOURFOLD_SECURITY_CONTACT": "https://example.org/security"]
    #expect(try settings([], environment).securityContact == "https://example.org/security")
    let option = ["--security-contact", "mailto:security@example.org"]
    #expect(try settings(option, environment).securityContact == "mailto:security@example.org")
  }

  @Test func `a base path is set by an option or the environment, and a wrong one is told with the reason`() throws {
    #expect(try settings().basePath == .root)
    for none in ["", "/"] { #expect(try settings([], ["FOURFOLD_BASE_PATH": none]).basePath == .root) }
    #expect(try settings([], ["FOURFOLD_BASE_PATH": "/tasks"]).basePath.path == "/tasks")
    let both = try settings(["--base-path", "/team/tasks"], ["FOURFOLD_BASE_PATH": "/tasks"])
    #expect(both.basePath.path == "/team/tasks")
    #expect(both.ownAddress == "http://127.0.0.1:8080/team/tasks")
    let error = #expect(throws: ValidationError.self) { try settings(["--base-path", "tasks"]) }
    #expect(error?.message == "tasks is no base path such as /tasks: it begins with a slash.")
  }

  @Test func `hosts are allowed by name`() throws {
    let told = try settings(["--allowed-hosts", "Lists.example.org, b.example,,[::1]"])
    #expect(told.hosts == ["lists.example.org", "b.example", "[::1]", "127.0.0.1"])
    let error = #expect(throws: ValidationError.self) {
      try settings(["--allowed-hosts", "https://lists.example.org:8443"])
    }
    let how = "Write allowed hosts as names alone, such as lists.example.org, without scheme, port or path"
    #expect(error?.message == how + ": not https://lists.example.org:8443.")
  }

  private static let unencrypted = "passwords and lists cross the network unencrypted"
  private static let nobody = "signing in from another machine requires HTTPS"

  @Test(
    arguments: [
      ([], nil), (["--plain-http"], nil), (["--hostname", "localhost"], nil),
      (["--hostname", "127.1.2.3"], nil), (["--hostname", "127.example.org"], nobody),
      (["--hostname", "127.0.0.256"], nobody),
      (["--hostname", "::1", "--plain-http"], nil),
      (["--hostname", "0.0.0.0"], nobody), (["--hostname", "192.0.2.1"], nobody), (["--hostname", "::"], nobody),
      (["--hostname", "0.0.0.0", "--plain-http"], unencrypted),
      (["--hostname", "0.0.0.0", "--trusted-proxies", "10.0.0.1"], nil),
      (["--hostname", "0.0.0.0", "--plain-http", "--trusted-proxies", "10.0.0.1"], unencrypted),
    ] as [([String], String?)])
  func `the operator is warned of plain HTTP and of sign-in that cannot work`(arguments: [String], warning: String?)
    throws
  {
    let warnings = try settings(arguments).warnings
    #expect(warnings.count == (warning == nil ? 0 : 1))
    #expect(warnings.first?.hasPrefix(warning ?? "") != false)
  }
}
