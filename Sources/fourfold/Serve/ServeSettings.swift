import ArgumentParser
import Foundation
import Logging
import NIOCore
import NetworkAddresses
import Notifications
import RemoteLists
import StatePages
import TaskApp
import TaskStore
import Tasks

/// The settings of `serve`, from options and the environment.
struct ServeSettings: Sendable {
  let hostname: String
  let port: Int
  var database: String
  let templates: String
  let `public`: String
  let timeZone: String
  /// The language of readers whose browsers accept none that there is.
  let language: String
  let log: LogSettings
  /// The address of the metrics; nil if there are none.
  let metrics: MetricsSettings?
  let rehearses: Bool
  /// The host names that the app accepts besides `localhost` and IP addresses.
  let hosts: Set<String>
  let signUp: SignUp
  /// Whether users may sign in from other machines without HTTPS.
  let plainHTTP: Bool
  let proxies: TrustedProxies
  /// The path below which the app is served.
  let basePath: BasePath
  /// The URI for security reports; nil to publish none.
  let securityContact: String?
  /// How remote lists are fetched.
  var fetching: FetchSettings
  /// When they are fetched again.
  var freshness: RefreshPolicy
  let quotas: Quotas
  /// The pages that an account or a network may request per minute; nil for no limit.
  let requestsPerMinute: Int?
  /// The schedule of backups; nil if none are made.
  let backups: BackupSettings?
  /// How mails are sent; nil if they are not.
  let mail: MailTransport?
  /// Where mails arrive that become tasks; nil if they don't.
  let incomingMail: IncomingDomain?
  /// The file with the password of the mail server; empty without one.
  let mailPasswordFile: String
  /// The file of the trusted certificate authorities of other servers; nil for those of the system.
  let authorities: String?
  /// Resolves the hosts of remote lists.
  var resolver: any AddressResolver = SystemResolver()
  /// Whether to serve sample data from a temporary database.
  let isDemo: Bool
  var demo: DemoAccount?
  /// All settings as text, with where they come from.
  let entries: [SettingsReader.Entry]
  /// Lines printed below the address.
  var greeting: [String] = []
  /// The token for creating the first account from another machine; printed at startup.
  let setUpToken = SetUpToken()

  /// The settings from a command's options, with `FOURFOLD_…` variables as fallback.
  /// - Throws: `ValidationError` for invalid values.
  init(_ serve: Serve, _ environment: [String: String]) throws {
    let reader = SettingsReader(environment)
    hostname = reader.text("hostname", serve.hostname, default: "127.0.0.1")
    port = try Self.port(reader.text("port", serve.port.map(String.init), default: "8080"))
    database = reader.text("database", serve.file.database, default: DatabaseOption.defaultPath)
    templates = reader.text("templates", serve.templates, default: InstalledFolder.path("Templates"))
    `public` = reader.text("public", serve.public, default: InstalledFolder.path("Public"))
    let isSet = serve.timeZone != nil || environment["FOURFOLD_TIME_ZONE"] != nil
    let system = isSet ? "UTC" : try SystemTimeZone.identifier(environment)
    timeZone = reader.text("timeZone", serve.timeZone, default: system)
    language = reader.text("language", serve.language, default: "en")
    rehearses = try reader.isSet("rehearse", serve.rehearse)
    let allowed = try Self.hosts(reader.text("allowedHosts", serve.allowedHosts, default: ""))
    hosts = Set(allowed + [hostname.lowercased()])
    plainHTTP = try reader.isSet("plainHttp", serve.plainHTTP)
    signUp = try Self.signUp(reader.text("signUp", serve.signUp, default: "closed"))
    proxies = try Self.proxies(reader.text("trustedProxies", serve.trustedProxies, default: ""))
    basePath = try Self.basePath(reader.text("basePath", serve.basePath, default: ""))
    securityContact = try Self.securityContact(reader.text("securityContact", serve.securityContact, default: ""))
    log = try LogSettings(serve.log, reader)
    metrics = try MetricsSettings(serve.metrics, reader, beside: port)
    guard (0...65_535).contains(port) else { throw Self.unknown(port: "\(port)") }
    guard TimeZone(identifier: timeZone) != nil else { throw ValidationError("There is no time zone \(timeZone).") }
    fetching = try FetchSettings(serve.sources, reader)
    freshness = try RefreshPolicy(serve.sources, reader)
    quotas = try Quotas(serve.quotas, reader)
    let requests = try reader.number(
      "requestsPerMinute", serve.quotas.requestsPerMinute, default: 1_200, 0...1_000_000, "Requests in a minute")
    requestsPerMinute = requests == 0 ? nil : requests
    isDemo = try reader.isSet("demo", serve.demo)
    // The database of a demo is no backup of the operator's.
    let schedule = try BackupSettings(serve.backups, reader)
    backups = isDemo ? nil : schedule
    authorities = environment["SSL_CERT_FILE"]
    let transport = try MailTransport(serve.mail, reader, authorities: authorities)
    incomingMail = try IncomingDomain(serve.mail, reader)
    // Who tries a demo writes to nobody.
    mail = isDemo ? nil : transport
    guard !isDemo || serve.file.database == nil else {
      throw ValidationError("--demo has a database of its own, which is thrown away: leave out --database.")
    }
    entries = reader.entries
    mailPasswordFile = entries.first { $0.key == "mailPasswordFile" }?.value ?? ""
    guard !isDemo || isLoopback else {
      throw ValidationError("--demo is for this machine alone: it does not listen on \(hostname).")
    }
  }

  private static func port(_ text: String) throws -> Int {
    guard let port = Int(text) else { throw unknown(port: text) }
    return port
  }

  private static func unknown(port: String) -> ValidationError {
    ValidationError("There is no port \(port); ports are numbers from 0 to 65535.")
  }

  /// Parses host names as browsers send them, without the port. Anything more than a name is rejected here, because no request
  /// would match it.
  private static func hosts(_ text: String) throws -> [String] {
    let entries = text.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
    return try entries.filter { !$0.isEmpty }.map { entry in
      let isAddress = entry.hasPrefix("[") && entry.hasSuffix("]")
      guard isAddress || !entry.contains(where: { "/:?#@*".contains($0) }) else {
        throw ValidationError(
          "Write allowed hosts as names alone, such as lists.example.org, without scheme, port or path: not \(entry).")
      }
      return entry
    }
  }

  private static func signUp(_ text: String) throws -> SignUp {
    guard let signUp = SignUp(rawValue: text) else {
      throw ValidationError("Sign-up is either open or closed, and not \(text).")
    }
    return signUp
  }

  /// The time zone that decides what "today" is.
  var zone: TimeZone { TimeZone(identifier: timeZone) ?? .current }

  private static func proxies(_ text: String) throws -> TrustedProxies {
    do { return try TrustedProxies(parsing: text) } catch { throw ValidationError(error.description) }
  }

  private static func basePath(_ text: String) throws -> BasePath {
    do { return try BasePath(text) } catch { throw ValidationError(error.description) }
  }

  /// Validates a contact for `security.txt` (RFC 9116, section 2.5.3): a URI on one line.
  private static func securityContact(_ text: String) throws -> String? {
    if text.isEmpty { return nil }
    let isURI = ["mailto:", "https://", "tel:"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
    guard isURI, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ValidationError(
        "A security contact is an address such as mailto:security@example.org or https://example.org/security, and not \(text)."
      )
    }
    return text
  }

  /// Whether the address is reachable from this machine only.
  var isLoopback: Bool { hostname == "localhost" || IPAddress(hostname)?.isLoopback == true }

  /// Warnings about an insecure or unusable configuration.
  var warnings: [String] {
    if isLoopback { return [] }
    if plainHTTP { return ["passwords and lists cross the network unencrypted: --plain-http allows it"] }
    if !proxies.isEmpty { return [] }
    return [
      """
      signing in from another machine requires HTTPS: put a proxy with a certificate in front and name it \
      with --trusted-proxies, or allow unencrypted passwords with --plain-http
      """
    ]
  }

  /// Sends reminders. The rules for servers that people name are those of followed lists.
  var notifications: NotificationSender {
    var sender = NotificationSender(
      mail: mail, allowsPrivate: fetching.allowsPrivate, ports: fetching.ports, resolver: resolver)
    sender.authorities = authorities
    return sender
  }

  /// Creates the app and its store.
  /// - Throws: ``StartProblem``, one line for the operator.
  func app(_ logger: Logger) throws(StartProblem) -> (TaskApp, TaskStore) {
    do {
      // Checks without side effects run first.
      let assets = try Assets(`public`, basePath: basePath)
      try QuickAddContext.checkGrammars()
      let templates = try TaskApp.templates(templates, assets: assets, basePath: basePath, language: language)
      var opening = TaskStore.Settings()
      opening.beginsEpoch = true
      opening.quotas = quotas
      let store = try TaskStore.open(
        at: database, settings: opening,
        created: { logger.notice("created a new database", metadata: ["database": "\($0)"]) })
      var settings = TaskApp.Settings(
        rehearses: rehearses, timeZone: timeZone, build: Self.build,
        site: Site(hosts: hosts, proxies: proxies), signUp: signUp, plainHTTP: plainHTTP)
      settings.language = language
      settings.fetching = fetching
      settings.resolver = resolver
      settings.freshness = freshness
      settings.requestsPerMinute = requestsPerMinute
      settings.securityContact = securityContact
      settings.setUpToken = setUpToken
      settings.demo = demo
      settings.sender = ReminderSender(notifications)
      settings.pushSender = PushSender(notifications)
      settings.incomingMail = incomingMail
      if metrics != nil { settings.onMetric = { ServerMetrics.shared.count($0) } }
      // On the disk of the database, which has room and is no memory.
      settings.uploadFolder = UploadFolder(URL(filePath: database).deletingLastPathComponent().path)
      settings.uploadFolder.sweep()
      return (TaskApp(store: store, templates: templates, assets: assets, settings: settings), store)
    } catch {
      throw StartProblem(error)
    }
  }

  /// Identifies the build by the size and modification date of its executable.
  private static var build: String {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    guard let file = try? FileManager.default.attributesOfItem(atPath: path) else { return UUID().uuidString }
    return "\(file[.size] ?? 0) \(file[.modificationDate] ?? Date.distantPast)"
  }

  /// Prints why a write-ahead log remains beside the database after shutdown.
  func announce(_ log: UncheckpointedWAL) {
    let line =
      switch log {
      case .inUse: logStays("another process has it open")
      case .fileMoved: logStays("the database is not where it was")
      case .failed(let code): logStays("SQLite failed with code \(code)")
      }
    LineOutput.standardOutput.write(line: line)
  }

  private func logStays(_ reason: String) -> String {
    "The newest changes are still in \(database)-wal, because \(reason). Keep both files together."
  }

  /// Prints the app's address and further startup information.
  /// - Parameter hasAccounts: whether the first account exists.
  func announce(_ address: SocketAddress?, hasAccounts: Bool) {
    let host = hostname.contains(":") ? "[\(hostname)]" : hostname
    let lines =
      ["Fourfold serves http://\(host):\(address?.port ?? port)\(basePath.path)"] + greeting
      + (hasAccounts ? [] : ["Set-up token, for creating the first account from another machine: \(setUpToken.text)"])
    for line in lines { LineOutput.standardOutput.write(line: line) }
  }
}

extension ServeSettings {
  /// Takes the lock of the database for this server; nil where the system has no such locks.
  /// - Throws: ``StartProblem`` if another server holds it.
  func lock(_ logger: Logger) throws(StartProblem) -> ServerLock? {
    do throws(ServerLock.Problem) {
      return try ServerLock.take(on: database, at: port == 0 ? nil : ownAddress)
    } catch {
      switch error {
      case .held(let address):
        let place = address.map { " at \($0)" } ?? ""
        throw StartProblem(
          CommandProblem(
            """
            Another Fourfold serves the database \(database)\(place). Stop it first, or name another file with --database.
            """))
      case .obstructed(let file, let reason):
        throw StartProblem(
          CommandProblem(
            """
            The database \(database) can't be locked against a second server: \(file) is not a file that Fourfold made \
            (\(reason)). Make sure that no other server uses the database, and remove it.
            """))
      case .unavailable(let reason):
        logger.warning(
          "the database could not be locked: make sure that no other server uses it",
          metadata: ["database": "\(database)", "reason": "\(reason)"])
        return nil
      }
    }
  }
}
