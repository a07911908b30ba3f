import ArgumentParser
import Configuration
import Foundation
import RemoteLists
import StatePages
import StatePagesServing
import TaskApp
import TaskStore
import Tasks

/// `fourfold doctor`.
struct Doctor: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks the files, a running server and its proxies, and tells what to do.",
    // The derived one would name `serve` as a part of the command.
    usage: "fourfold doctor [--url <url>] [<options of fourfold serve>]",
    discussion: """
      It takes the options of `fourfold serve` and reads the same environment. Run it as the user that runs the server: for the \
      package, sudo -u fourfold. It changes nothing.

      With --url, it sends a request to the address that browsers use, and tells whether the client's address, the scheme and the \
      host arrive at the server through its proxies.

      Examples: fourfold doctor
                fourfold doctor --url https://lists.example.org --trusted-proxies 127.0.0.1
                fourfold doctor --url https://example.org/tasks --base-path /tasks --trusted-proxies 127.0.0.1

      Exit codes: 0 if all is well; 1 if there is a warning; 2 if there is a problem; 64 for wrong options.
      """)

  @Option(help: "The address that browsers use, such as https://lists.example.org.")
  var url: String?
  @OptionGroup(visibility: .hidden) var serve: Serve

  func validate() throws {
    if let url, PublicURL(url) == nil {
      throw ValidationError("--url is an address such as https://lists.example.org, and not \(url).")
    }
  }

  func run(on console: Console) async throws {
    let settings = try ServeSettings(serve, ConfigReader(provider: EnvironmentVariablesProvider()))
    let isColored =
      isatty(console.output) == 1 && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    let findings = await Examination(settings: settings, url: url.flatMap(PublicURL.init)).findings()
    for finding in findings { for line in finding.lines(isColored: isColored) { console.say(line) } }
    switch findings.map(\.level).max() ?? .ok {
    case .ok: break
    case .warning: throw ExitCode(1)
    case .problem: throw ExitCode(2)
    }
  }
}

/// All checks of `fourfold doctor`.
struct Examination {
  let settings: ServeSettings
  var url: PublicURL?
  var now: @Sendable () -> Date = { Date() }
  var ask: ServerChecks.Ask = { url in
    do throws(SourceFailure) { return .success(try await Probe.get(url)) } catch { return .failure(error) }
  }

  func findings() async -> [Finding] {
    let path = settings.database
    let server = await ServerChecks(
      address: settings.ownAddress, basePath: settings.basePath, allowedHosts: settings.hosts, ask: ask
    )
    .outcome(url, mark: Self.mark())
    var findings: [Finding] = []
    if FileManager.default.fileExists(atPath: path) {
      do throws(OpenProblem) {
        findings.append(Self.database(path, try TaskStore.facts(of: path)))
      } catch {
        findings.append(.problem("database", error.description, do: "Nothing can be served until then."))
      }
    } else {
      findings.append(.ok("database", "there is none at \(path) yet: the first start makes it"))
    }
    findings += PermissionChecks.database(path)
    findings += installed()
    let newest = settings.backups.flatMap { TaskStore.newestBackup(of: path, in: $0.folder) }
    findings.append(
      BackupCheck.finding(settings.backups, newest: newest, now: now(), ofServer: server.lastBackup))
    return findings + server.findings
  }

  private static func database(_ path: String, _ facts: DatabaseFacts) -> Finding {
    let text = "\(path), \(Megabytes.text(facts.bytes)), schema \(facts.schema)"
    return .ok("database", text)
  }

  /// The folders that are installed with the program, and the templates themselves.
  private func installed() -> [Finding] {
    var findings = [
      PermissionChecks.installed(settings.templates, "templates"),
      PermissionChecks.installed(settings.public, "public"),
    ]
    guard findings.allSatisfy({ $0.level != .problem }) else { return findings }
    let assets: Assets
    do { assets = try Assets(settings.public, basePath: settings.basePath) } catch {
      findings[1] = .problem("public", "\(error)", do: "Use the public files of this version.")
      return findings
    }
    do { _ = try TaskApp.templates(settings.templates, assets: assets, basePath: settings.basePath) } catch {
      let first = error.problems.first.map { "\($0)" } ?? "\(error)"
      findings[0] = .problem(
        "templates", "\(first)\(error.problems.count > 1 ? ", and \(error.problems.count - 1) more" : "")",
        do: "Use the templates of this version.")
    }
    return findings
  }

  /// A random mark, which other clients cannot guess.
  private static func mark() -> String {
    (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}

extension ServeSettings {
  /// The address at which this machine reaches the server.
  var ownAddress: String {
    let host =
      switch hostname {
      case "0.0.0.0": "127.0.0.1"
      case "::": "[::1]"
      default: hostname.contains(":") ? "[\(hostname)]" : hostname
      }
    return "http://\(host):\(port)\(basePath.path)"
  }
}
