import ArgumentParser
import Foundation
import NetworkAddresses
import RemoteLists
import StatePages
import TaskStore
import Tasks

/// `fourfold doctor`.
struct Doctor: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Checks a running server and its proxies, and tells what to do.",
    // The derived one would name `serve` as a part of the command.
    usage: "fourfold doctor [--url <url>] [<options of fourfold serve>]",
    discussion: """
      It takes the options of `fourfold serve` and reads the same environment. It changes nothing.

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
    let settings = try ServeSettings(serve, ProcessInfo.processInfo.environment)
    let isColored =
      isatty(console.output) == 1 && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    let checks = ServerChecks(
      address: settings.ownAddress, basePath: settings.basePath, allowedHosts: settings.hosts
    ) { url in
      do throws(SourceFailure) { return .success(try await Probe.get(url)) } catch { return .failure(error) }
    }
    // A mark that other clients cannot guess.
    let mark = String.randomHexadecimal(bytes: 16)
    let findings =
      Finding.ofDatabase(at: settings.database)
      + Finding.ofMail(settings.mail, passwordFile: settings.mailPasswordFile)
      + (await checks.findings(url.flatMap(PublicURL.init), mark: mark))
    for finding in findings { for line in finding.lines(isColored: isColored) { console.say(line) } }
    switch findings.map(\.level).max() ?? .ok {
    case .ok: break
    case .warning: throw ExitCode(1)
    case .problem: throw ExitCode(2)
    }
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

/// What a check of `fourfold doctor` has found.
struct Finding: Hashable, Sendable {
  enum Level: Int, CaseIterable, Comparable, Sendable {
    case ok, warning, problem

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    var word: String {
      switch self {
      case .ok: "ok"
      case .warning: "warning"
      case .problem: "problem"
      }
    }
  }

  let level: Level
  /// What was checked, in one or two words.
  let subject: String
  let text: String
  /// What to do; nil if nothing.
  let remedy: String?

  static func ok(_ subject: String, _ text: String) -> Finding {
    Finding(level: .ok, subject: subject, text: text, remedy: nil)
  }

  static func warning(_ subject: String, _ text: String, do remedy: String) -> Finding {
    Finding(level: .warning, subject: subject, text: text, remedy: remedy)
  }

  static func problem(_ subject: String, _ text: String, do remedy: String) -> Finding {
    Finding(level: .problem, subject: subject, text: text, remedy: remedy)
  }
}

extension Finding {
  /// What the file of a database tells without being opened. Nothing if all is well: the database may be on another machine.
  static func ofDatabase(at path: String) -> [Finding] {
    guard let obstacle = TaskStore.obstacle(at: path) else { return [] }
    return [.problem("database", obstacle.description, do: "A server would not start with it.")]
  }

  private static let levelWidth = Level.allCases.map(\.word.count).max() ?? 0
  private static let subjectWidth = 12

  /// The finding as lines of text: the finding itself, and below it what to do.
  /// - Parameter isColored: whether the terminal shows colors.
  func lines(isColored: Bool) -> [String] {
    let word = level.word.padding(toLength: Self.levelWidth, withPad: " ", startingAt: 0)
    let name = subject.padding(toLength: max(Self.subjectWidth, subject.count), withPad: " ", startingAt: 0)
    let shown = isColored ? "\u{1B}[\(level.color)m\(word)\u{1B}[0m" : word
    let indent = String(repeating: " ", count: Self.levelWidth + Self.subjectWidth + 4)
    return ["\(shown)  \(name)  \(text)"] + [remedy.map { indent + $0 }].compactMap(\.self)
  }
}

extension Finding.Level {
  /// The parameter of the SGR control sequence (ECMA-48, section 8.3.117).
  fileprivate var color: Int {
    switch self {
    case .ok: 32
    case .warning: 33
    case .problem: 31
    }
  }
}
