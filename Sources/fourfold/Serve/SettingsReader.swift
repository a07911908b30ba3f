import ArgumentParser
import Foundation

/// Reads settings from options, the environment and defaults, in this order, and records where each value comes from.
final class SettingsReader {
  enum Origin: Hashable, Sendable {
    case option, variable, none
  }

  /// A setting with its value as text.
  struct Entry: Hashable, Sendable {
    /// The name in camel case, such as `basePath`.
    let key: String
    let value: String
    let origin: Origin

    /// The option, such as `--base-path`.
    var option: String { "--" + Self.words(key).joined(separator: "-") }
    /// The variable, such as `FOURFOLD_BASE_PATH`.
    var variable: String { Self.variable(of: key) }

    static func variable(of key: String) -> String { "FOURFOLD_" + words(key).joined(separator: "_").uppercased() }

    private static func words(_ key: String) -> [String] {
      key.reduce(into: [""]) { words, letter in
        if letter.isUppercase { words.append("") }
        words[words.count - 1].append(contentsOf: letter.lowercased())
      }
    }
  }

  private(set) var entries: [Entry] = []
  private let environment: [String: String]

  /// - Parameter environment: all variables.
  init(_ environment: [String: String]) { self.environment = environment }

  func text(_ key: String, _ option: String?, default value: String) -> String {
    let variable = environment[Entry.variable(of: key)]
    let entry =
      if let option {
        Entry(key: key, value: option, origin: .option)
      } else if let variable {
        Entry(key: key, value: variable, origin: .variable)
      } else {
        Entry(key: key, value: value, origin: .none)
      }
    entries.append(entry)
    return entry.value
  }

  /// - Parameter what: the beginning of the message about an invalid value.
  /// - Throws: `ValidationError` for anything but a number in the range.
  func number(
    _ key: String, _ option: Int?, default value: Int, _ range: ClosedRange<Int>, _ what: String
  ) throws -> Int {
    let text = text(key, option.map(String.init), default: String(value))
    guard let number = Int(text), range.contains(number) else {
      throw ValidationError("\(what): a number from \(range.lowerBound) to \(range.upperBound), and not \(text).")
    }
    return number
  }

  /// Whether a flag is set by its option or its variable.
  /// - Throws: `ValidationError` if the variable is neither true nor false.
  func isSet(_ key: String, _ option: Bool) throws -> Bool {
    let variable = environment[Entry.variable(of: key)]
    let isSetByVariable: Bool? =
      switch variable?.lowercased() {
      case "true", "yes", "1": true
      case "false", "no", "0": false
      case nil: nil
      case let other?: throw ValidationError("\(Entry.variable(of: key)) is either true or false, and not \(other).")
      }
    let isSet = option || isSetByVariable ?? false
    let origin: Origin = option ? .option : isSetByVariable == nil ? .none : .variable
    entries.append(Entry(key: key, value: String(isSet), origin: origin))
    return isSet
  }
}

/// `fourfold config`.
struct ShowConfig: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Prints every setting of the server, with its value and where that comes from.",
    // The derived one would name `serve` as a part of the command.
    usage: "fourfold config [<options of fourfold serve>]",
    discussion: """
      It takes the options of `fourfold serve`, reads the same environment, and reports invalid values like the server. No setting is \
      a secret: passwords are only in the database, and in the file that --mail-password-file names.

      Example: FOURFOLD_PORT=9000 fourfold config --hostname 0.0.0.0

      Exit codes: 0 if all settings are valid; 64 if one is not.
      """)

  @OptionGroup(visibility: .hidden) var serve: Serve

  func run(on console: Console) async throws {
    let settings = try ServeSettings(serve, ProcessInfo.processInfo.environment)
    for line in Self.table(of: settings.entries) { console.say(line) }
  }

  /// One line a setting: its option, its value, and what set it.
  static func table(of entries: [SettingsReader.Entry]) -> [String] {
    let rows = entries.map { entry in
      let origin =
        switch entry.origin {
        case .option: "option"
        case .variable: entry.variable
        case .none: "default"
        }
      return [entry.option, entry.value.isEmpty ? "(none)" : entry.value, origin]
    }
    return TextTable(rows).lines
  }
}
