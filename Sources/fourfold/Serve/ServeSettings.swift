import ArgumentParser
import Configuration
import Foundation
import Logging
import NIOCore
import StatePages
import TaskApp
import TaskStore

/// What `serve` was told, by options and by the environment.
struct ServeSettings: Sendable {
  let hostname: String
  let port: Int
  let database: String
  let templates: String
  let `public`: String
  let timeZone: String
  let logLevel: Logger.Level
  let rehearses: Bool
  /// The names under which the app answers, beside `localhost` and addresses of numbers.
  let hosts: Set<String>
  let signUp: SignUp
  /// Whether people may sign in from other machines without HTTPS.
  let plainHTTP: Bool
  let proxies: TrustedProxies

  /// The settings of a command; what it leaves open is looked up under `FOURFOLD_…`.
  /// - Throws: `ValidationError` for what cannot be.
  init(_ serve: Serve, _ environment: ConfigReader) throws {
    let config = environment.scoped(to: "fourfold")
    hostname = serve.hostname ?? config.string(forKey: "hostname", default: "127.0.0.1")
    port = serve.port ?? config.int(forKey: "port", default: 8080)
    database = serve.file.path(environment)
    templates = serve.templates ?? config.string(forKey: "templates", default: "Templates")
    `public` = serve.public ?? config.string(forKey: "public", default: "Public")
    timeZone = serve.timeZone ?? config.string(forKey: "timeZone", default: TimeZone.current.identifier)
    rehearses = serve.rehearse || config.bool(forKey: "rehearse", default: false)
    let allowed = serve.allowedHosts ?? config.string(forKey: "allowedHosts", default: "")
    hosts = Set((allowed.split(separator: ",") + [hostname[...]]).map { $0.filter { $0 != " " }.lowercased() })
    plainHTTP = serve.plainHTTP || config.bool(forKey: "plainHttp", default: false)
    signUp = try Self.signUp(serve.signUp ?? config.string(forKey: "signUp", default: "closed"))
    proxies = try Self.proxies(serve.trustedProxies ?? config.string(forKey: "trustedProxies", default: ""))
    let level = serve.logLevel ?? config.string(forKey: "logLevel", default: "info")
    guard let logLevel = Logger.Level(rawValue: level.lowercased()) else {
      throw ValidationError("There is no log level \(level); the levels are \(Self.levels).")
    }
    self.logLevel = logLevel
    guard (0...65_535).contains(port) else { throw ValidationError("There is no port \(port).") }
    guard TimeZone(identifier: timeZone) != nil else { throw ValidationError("There is no time zone \(timeZone).") }
  }

  private static func signUp(_ text: String) throws -> SignUp {
    guard let signUp = SignUp(rawValue: text) else {
      throw ValidationError("Sign-up is either open or closed, and not \(text).")
    }
    return signUp
  }

  private static func proxies(_ text: String) throws -> TrustedProxies {
    do { return try TrustedProxies(parsing: text) } catch { throw ValidationError(error.description) }
  }

  private static let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")

  /// Whether only this machine can reach the address.
  var isLoopback: Bool {
    hostname == "localhost" || hostname == "::1" || hostname.hasPrefix("127.")
  }

  /// What the operator is to know before somebody else finds out.
  var warnings: [String] {
    if isLoopback { return [] }
    if plainHTTP { return ["passwords and lists cross the network unencrypted: --plain-http allows it"] }
    if !proxies.isEmpty { return [] }
    return [
      """
      nobody can sign in from another machine, for that needs HTTPS: put a proxy with a certificate in front and name it by \
      --trusted-proxies, or allow unencrypted passwords by --plain-http
      """
    ]
  }

  /// The app, and its store, as told.
  /// - Throws: ``StartProblem``, one line for the operator.
  func app() throws(StartProblem) -> (TaskApp, TaskStore) {
    do {
      // What can be wrong without touching anything is looked at first.
      let templates = try TaskApp.templates(templates)
      let assets = try Assets(`public`)
      let store = try TaskStore.open(at: database)
      let settings = TaskApp.Settings(
        rehearses: rehearses, timeZone: timeZone, build: Self.build, hosts: hosts, signUp: signUp,
        plainHTTP: plainHTTP, proxies: proxies)
      return (TaskApp(store: store, templates: templates, assets: assets, settings: settings), store)
    } catch {
      throw StartProblem(error)
    }
  }

  /// Names this build by its executable: how large it is, and when it was made.
  private static var build: String {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    guard let file = try? FileManager.default.attributesOfItem(atPath: path) else { return UUID().uuidString }
    return "\(file[.size] ?? 0) \(file[.modificationDate] ?? Date.distantPast)"
  }

  /// Tells where the app can be opened.
  func announce(_ address: SocketAddress?) {
    let host = hostname.contains(":") ? "[\(hostname)]" : hostname
    FileHandle.standardOutput.write(Data("Fourfold serves http://\(host):\(address?.port ?? port)\n".utf8))
  }
}
