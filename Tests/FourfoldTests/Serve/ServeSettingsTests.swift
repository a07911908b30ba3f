import ArgumentParser
import RemoteLists
import StatePages
import TaskApp
import TaskStore
import Tasks
import Testing

@testable import fourfold

struct ServeSettingsTests {
  @Test func `by default sign-up is closed, plain HTTP is refused and no proxy is trusted`() throws {
    let settings = try serveSettings()
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
    let told = try serveSettings([], environment)
    #expect((told.signUp, told.plainHTTP, told.database) == (.open, true, "there.sqlite"))
    #expect(told.proxies == (try TrustedProxies(parsing: "10.0.0.0/8")))
    let options = ["--sign-up", "closed", "--trusted-proxies", "::1", "--database", "here.sqlite"]
    let both = try serveSettings(options, environment)
    #expect((both.signUp, both.plainHTTP, both.database) == (.closed, true, "here.sqlite"))
    #expect(both.proxies == (try TrustedProxies(parsing: "::1")))
    #expect(try serveSettings(["--sign-up", "open", "--plain-http"]).plainHTTP)
  }

  @Test(arguments: [
    (["--sign-up", "maybe"], [:]), (["--trusted-proxies", "proxy.example"], [:]), ([], ["FOURFOLD_SIGN_UP": "Open"]),
    ([], ["FOURFOLD_TRUSTED_PROXIES": "10.0.0.0/33"]), ([], ["FOURFOLD_PORT": "abc"]), ([], ["FOURFOLD_PORT": "65536"]),
    ([], ["FOURFOLD_PLAIN_HTTP": "maybe"]), ([], ["FOURFOLD_REHEARSE": "maybe"]),
    (["--plain-http"], ["FOURFOLD_PLAIN_HTTP": "maybe"]), ([], ["FOURFOLD_ALLOWED_HOSTS": "a.example:80"]),
    (["--allowed-hosts", "a.example, https://b.example"], [:]), (["--allowed-hosts", "a.example/lists"], [:]),
    (["--security-contact", "security@example.org"], [:]), ([], ["FOURFOLD_SECURITY_CONTACT": "mailto:"]),
    (["--security-contact", "https://a.example/\nExpires: never"], [:]), (["--base-path", "tasks"], [:]),
    ([], ["FOURFOLD_BASE_PATH": "/tasks/"]), (["--base-path", "/ta sks"], [:]),
  ])
  func `invalid settings are reported before the server starts`(arguments: [String], environment: [String: String]) {
    #expect(throws: ValidationError.self) { try serveSettings(arguments, environment) }
  }

  @Test(arguments: [
    (":Europe/Berlin", "Europe/Berlin"), ("Europe/Berlin", "Europe/Berlin"), ("JST-9", "Etc/GMT-9"),
    ("<+03>-3", "Etc/GMT-3"), ("EST+5", "Etc/GMT+5"), ("", "UTC"),
    ("UTC+2", "Etc/GMT+2"), ("GMT+3", "Etc/GMT+3"), ("UTC-1:00", "Etc/GMT-1"), ("GMT0", "UTC"),
    ("EST5EDT", "EST5EDT"),
    ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), (":/etc/localtime", "Europe/Vienna"),
  ])
  func `the system's zone is understood in each form of TZ that names one`(text: String, zone: String) throws {
    let link = { (path: String) in path == "/etc/localtime" ? "/usr/share/zoneinfo/Europe/Vienna" : nil }
    #expect(try SystemTimeZone.identifier(["TZ": text], link: link) == zone)
  }

  @Test(arguments: [
    "Europe/Berln", "CET-1CEST,M3.5.0,M10.5.0/3", "JST-99", "UTC+15", "UTC+5:30", "GMT+0530", ":", "nonsense",
    "/tmp/none",
  ])
  func `a TZ that names no zone is reported, unless there is a setting`(text: String) throws {
    if text != ":" { #expect(throws: ValidationError.self) { try serveSettings([], ["TZ": text]) } }
    #expect(try serveSettings(["--time-zone", "Asia/Tokyo"], ["TZ": text]).timeZone == "Asia/Tokyo")
    #expect(try serveSettings([], ["TZ": text, "FOURFOLD_TIME_ZONE": "Asia/Tokyo"]).timeZone == "Asia/Tokyo")
  }

  @Test func `numbers and flags are read from the environment`() throws {
    for (text, isSet) in [("true", true), ("YES", true), ("1", true), ("false", false), ("no", false), ("0", false)] {
      let told = try serveSettings([], ["FOURFOLD_PLAIN_HTTP": text, "FOURFOLD_REHEARSE": text, "FOURFOLD_PORT": "81"])
      #expect((told.plainHTTP, told.rehearses, told.port) == (isSet, isSet, 81))
    }
  }

  @Test func `account quotas are set by options or the environment`() throws {
    #expect(try serveSettings().quotas == Quotas.standard)
    var quotas = try serveSettings(["--quota-megabytes", "5", "--quota-tasks", "6"], ["FOURFOLD_QUOTA_MEGABYTES": "9"])
      .quotas
    #expect((quotas.bytes, quotas.tasks) == (5_000_000, 6))
    quotas = try serveSettings([], ["FOURFOLD_QUOTA_TASKS": "8"]).quotas
    #expect((quotas.bytes, quotas.tasks) == (100_000_000, 8))
    for option in ["--quota-megabytes=0", "--quota-tasks=-1", "--requests-per-minute=-1"] {
      #expect(throws: ValidationError.self) { try serveSettings([option]) }
    }
    #expect(throws: ValidationError.self) { try serveSettings([], ["FOURFOLD_QUOTA_TASKS": "many"]) }
  }

  @Test func `the rate of requests is configurable, or unlimited`() throws {
    #expect(try serveSettings().requestsPerMinute == 1_200)
    #expect(try serveSettings(["--requests-per-minute", "0"]).requestsPerMinute == nil)
    #expect(try serveSettings([], ["FOURFOLD_REQUESTS_PER_MINUTE": "25"]).requestsPerMinute == 25)
  }

  @Test func `a security contact is published if it is set`() throws {
    #expect(try serveSettings().securityContact == nil)
    let environment = ["FOURFOLD_SECURITY_CONTACT": "https://example.org/security"]
    #expect(try serveSettings([], environment).securityContact == "https://example.org/security")
    let option = ["--security-contact", "mailto:security@example.org"]
    #expect(try serveSettings(option, environment).securityContact == "mailto:security@example.org")
  }

  @Test func `a base path is set by an option or the environment, and a wrong one is told with the reason`() throws {
    #expect(try serveSettings().basePath == .root)
    for none in ["", "/"] { #expect(try serveSettings([], ["FOURFOLD_BASE_PATH": none]).basePath == .root) }
    #expect(try serveSettings([], ["FOURFOLD_BASE_PATH": "/tasks"]).basePath.path == "/tasks")
    let both = try serveSettings(["--base-path", "/team/tasks"], ["FOURFOLD_BASE_PATH": "/tasks"])
    #expect(both.basePath.path == "/team/tasks")
    #expect(both.ownAddress == "http://127.0.0.1:8080/team/tasks")
    let error = #expect(throws: ValidationError.self) { try serveSettings(["--base-path", "tasks"]) }
    #expect(error?.message == "tasks is no base path such as /tasks: it begins with a slash.")
  }

  @Test func `hosts are allowed by name`() throws {
    let told = try serveSettings(["--allowed-hosts", "Lists.example.org, b.example,,[::1]"])
    #expect(told.hosts == ["lists.example.org", "b.example", "[::1]", "127.0.0.1"])
    let error = #expect(throws: ValidationError.self) {
      try serveSettings(["--allowed-hosts", "https://lists.example.org:8443"])
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
      (["--hostname", "127.0.0.256"], nobody), (["--hostname", "::1", "--plain-http"], nil),
      (["--hostname", "0.0.0.0"], nobody), (["--hostname", "192.0.2.1"], nobody), (["--hostname", "::"], nobody),
      (["--hostname", "0.0.0.0", "--plain-http"], unencrypted),
      (["--hostname", "0.0.0.0", "--trusted-proxies", "10.0.0.1"], nil),
      (["--hostname", "0.0.0.0", "--plain-http", "--trusted-proxies", "10.0.0.1"], unencrypted),
    ] as [([String], String?)])
  func `the operator is warned of plain HTTP and of sign-in that cannot work`(arguments: [String], warning: String?)
    throws
  {
    let warnings = try serveSettings(arguments).warnings
    #expect(warnings.count == (warning == nil ? 0 : 1))
    #expect(warnings.first?.hasPrefix(warning ?? "") != false)
  }
}

struct BackupSettingsTests {
  private func settings(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> BackupSettings? {
    try serveSettings(arguments, environment).backups
  }

  @Test func `backups are made only into a folder that is named, by default every hour`() throws {
    #expect(try settings() == nil)
    let given = try #require(try settings(["--backup-folder", "/b"]))
    #expect((given.folder, given.interval, given.retention) == ("/b", .seconds(3_600), BackupRetention()))
  }

  @Test func `the schedule is set by options or the environment`() throws {
    let environment = ["FOURFOLD_BACKUP_FOLDER": "/e", "FOURFOLD_BACKUP_EVERY": "12", "FOURFOLD_BACKUP_KEEP": "3d,2w"]
    let told = try #require(try settings([], environment))
    #expect((told.folder, told.interval) == ("/e", .seconds(43_200)))
    #expect(told.retention == BackupRetention(hours: 0, days: 3, weeks: 2))
    let both = try #require(try settings(["--backup-every", "6", "--backup-keep", "1h"], environment))
    #expect((both.folder, both.interval) == ("/e", .seconds(21_600)))
    #expect(both.retention == BackupRetention(hours: 1, days: 0, weeks: 0))
  }

  @Test(arguments: [
    ["--backup-every", "6"], ["--backup-keep", "6h"], ["--backup-folder", "/b", "--backup-every", "0"],
    ["--backup-folder", "/b", "--backup-keep", ""], ["--backup-folder", "/b", "--backup-keep", "0h"],
    ["--backup-folder", "/b", "--backup-keep", "5"], ["--backup-folder", "/b", "--backup-keep", "5m"],
    ["--backup-folder", "/b", "--backup-keep", "5h,5h"], ["--backup-folder", "/b", "--backup-keep=-5h"],
    ["--backup-folder", "/b", "--backup-keep", "5h,"],
  ])
  func `invalid schedules are reported before the server starts`(arguments: [String]) {
    #expect(throws: ValidationError.self) { try settings(arguments) }
  }

  @Test func `the database of a demo is not backed up among the others`() throws {
    #expect(try settings(["--demo", "--backup-folder", "/b"]) == nil)
  }
}

struct SourceSettingsTests {
  private func settings(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> ServeSettings {
    try serveSettings(arguments, environment)
  }

  @Test func `by default only public addresses on web ports are fetched, every hour`() throws {
    let settings = try settings()
    #expect((settings.freshness.refreshEvery, settings.freshness.staleAfter) == (.seconds(3_600), .seconds(900)))
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
    #expect((told.fetching.allowsPrivate, told.fetching.ports, told.freshness.refreshEvery) == (true, [8443], nil))
    let options = ["--source-ports", "any", "--refresh-every", "120"]
    let both = try settings(options, environment)
    #expect((both.fetching.allowsPrivate, both.fetching.ports) == (true, nil))
    #expect(both.freshness.refreshEvery == .seconds(7_200))
    #expect(try settings(["--allow-private-sources"]).fetching.allowsPrivate)
  }

  @Test func `ports are a list of numbers, or any of them`() throws {
    #expect(try settings(["--source-ports", "80,443"]).fetching.ports == [80, 443])
    #expect(try settings(["--source-ports", " 5232, 8080,"]).fetching.ports == [5232, 8080])
    #expect(try settings(["--source-ports", ""]).fetching.ports == [])
    #expect(try settings(["--source-ports", "any"]).fetching.ports == nil)
  }

  @Test(
    arguments: [
      (["--source-ports", "web"], [:]), (["--source-ports", "80,0"], [:]), (["--source-ports", "65536"], [:]),
      (["--source-ports", "any,80"], [:]), (["--refresh-every=-1"], [:]),
      ([], ["FOURFOLD_ALLOW_PRIVATE_SOURCES": "perhaps"]), ([], ["FOURFOLD_REFRESH_EVERY": "9223372036854775807"]),
    ] as [([String], [String: String])])
  func `invalid settings are reported before the server starts`(arguments: [String], environment: [String: String]) {
    #expect(throws: ValidationError.self) { try settings(arguments, environment) }
  }
}

struct ShowConfigTests {
  private func entries(
    _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) throws -> [SettingsReader.Entry] {
    let command = try #require(try Fourfold.parseAsRoot(["config"] + arguments) as? ShowConfig)
    return try ServeSettings(command.serve, environment).entries
  }

  @Test func `each setting tells its value, and whether an option, a variable or nothing set it`() throws {
    let lines = ShowConfig.table(
      of: try entries(
        ["--hostname", "0.0.0.0", "--plain-http"],
        ["FOURFOLD_HOSTNAME": "::1", "FOURFOLD_LOG_LEVEL": "debug", "FOURFOLD_REHEARSE": "no"]))
    func line(_ option: String) -> [Substring]? {
      lines.map { $0.split(separator: " ") }.first { $0.first.map(String.init) == option }
    }
    #expect(line("--hostname") == ["--hostname", "0.0.0.0", "option"])
    #expect(line("--plain-http") == ["--plain-http", "true", "option"])
    #expect(line("--log-level") == ["--log-level", "debug", "FOURFOLD_LOG_LEVEL"])
    #expect(line("--rehearse") == ["--rehearse", "false", "FOURFOLD_REHEARSE"])
    #expect(line("--port") == ["--port", "8080", "default"])
    #expect(line("--backup-folder") == ["--backup-folder", "(none)", "default"])
  }

  @Test func `every option of serve is listed once, and every variable is in its help`() throws {
    let entries = try entries()
    #expect(Set(entries.map(\.key)).count == entries.count)
    let help = Fourfold.helpMessage(for: Serve.self, columns: 10_000)
    let options = help.matches(of: /\n {2}(--[a-z-]+)/).map { String($0.output.1) }
    #expect(Set(options).subtracting(["--version"]) == Set(entries.map(\.option)))
    for entry in entries { #expect(help.contains(entry.variable), "\(entry.variable)") }
  }

  @Test func `what the server would refuse is refused`() {
    #expect(throws: ValidationError.self) { try entries(["--log-level", "loud"]) }
    #expect(throws: ValidationError.self) { try entries([], ["FOURFOLD_PORT": "many"]) }
  }
}
