import ArgumentParser
import Foundation
import TaskStore
import Tasks

/// `fourfold account quota`.
struct SetQuota: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "quota", abstract: "Shows what an account uses, and its limits. With options, sets limits of its own.",
    discussion: """
      Limits that are not set are those of the server: its options --quota-…, or the variables FOURFOLD_QUOTA_… that this command \
      reads as well. Lower limits delete nothing; they only let nothing be added.

      Examples: fourfold account quota Ann
                fourfold account quota Ann --bytes 2GB --tasks 200000
                fourfold account quota Ann --bytes default

      Exit codes: 0 if it was done; 1 if not; 64 for wrong options.
      """)

  @Argument(help: "The name of the account.")
  var name: String
  @Option(help: "The maximum size with trash and history, such as 500MB or 2GB; default for the server's.")
  var bytes: String?
  @Option(help: "The maximum number of tasks, including the trash; default for the server's.")
  var tasks: String?
  @Option(help: "The maximum number of lists, including the trash; default for the server's.")
  var lists: String?
  @Option(help: "The maximum number of followed lists; default for the server's.")
  var sources: String?
  @OptionGroup var file: DatabaseOption

  func validate() throws {
    for (quantity, text) in typed where QuotaChange(text, of: quantity) == nil {
      throw ValidationError("--\(quantity.rawValue) is \(Self.expected(quantity)), or default: not \(text).")
    }
  }

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    let usual = try Quotas(QuotaOptions.parse([]), SettingsReader(desk.environment))
    try await desk.withStore(at: file.path()) { store in
      let account = try await desk.account(named: name, in: store)
      var own = try await store.ownQuotas(of: account.id)
      for (quantity, text) in typed {
        if let change = QuotaChange(text, of: quantity) { own[quantity] = change.value }
      }
      if !typed.isEmpty { try await store.setQuotas(own, of: account.id) }
      let usage = try await store[account.id].usage()
      let table = QuotaTable(usage, usual: usual, own: own)
      for line in table.lines { desk.console.say(line) }
      if table.isExceeded {
        desk.console.say("\(account.name) has more than that already. It keeps what it has, and can add nothing.")
      }
    }
  }

  private var typed: [(LimitedQuantity, String)] {
    let texts = Quantities<String?>(bytes: bytes, tasks: tasks, lists: lists, sources: sources)
    return LimitedQuantity.allCases.compactMap { quantity in texts[quantity].map { (quantity, $0) } }
  }

  private static func expected(_ quantity: LimitedQuantity) -> String {
    switch quantity {
    case .bytes: "a size, such as 500MB or 2GB"
    case .tasks, .lists, .sources: "a number"
    }
  }
}

/// What an account uses of its quotas, as a text table.
struct QuotaTable {
  let lines: [String]
  /// Whether it uses more than a quota allows.
  let isExceeded: Bool

  init(_ usage: Usage, usual: Quotas, own: AccountQuotas) {
    let quotas = usual.replaced(by: own)
    let rows = LimitedQuantity.allCases.map { quantity in
      [
        Self.name(quantity), Self.text(usage[quantity], quantity),
        Self.text(quotas[quantity], quantity),
        own[quantity] == nil ? "the server's limit" : "its own limit",
      ]
    }
    lines = TextTable([["", "USED", "LIMIT", ""]] + rows, numbers: [1, 2]).lines
    isExceeded = LimitedQuantity.allCases.contains { usage[$0] > quotas[$0] }
  }

  private static func name(_ quantity: LimitedQuantity) -> String {
    switch quantity {
    case .bytes: "Size"
    case .tasks: "Tasks"
    case .lists: "Lists"
    case .sources: "Followed lists"
    }
  }

  private static func text(_ number: Int, _ quantity: LimitedQuantity) -> String {
    switch quantity {
    case .bytes: Megabytes.text(UInt64(max(0, number)))
    case .tasks, .lists, .sources: String(number)
    }
  }
}

enum QuotaChange: Hashable {
  case own(Int)
  case usual

  /// Nil if the text is no quota of that quantity.
  init?(_ text: String, of quantity: LimitedQuantity) {
    if text.lowercased() == "default" {
      self = .usual
      return
    }
    let number =
      switch quantity {
      case .bytes: Self.bytes(text)
      case .tasks, .lists, .sources: Int(text)
      }
    guard let number, (0...1_000_000_000_000_000).contains(number) else { return nil }
    self = .own(number)
  }

  /// The quota; nil for the server's.
  var value: Int? {
    switch self {
    case .own(let number): number
    case .usual: nil
    }
  }

  private static let units = ["tb": 1e12, "gb": 1e9, "mb": 1e6, "kb": 1e3, "b": 1]

  private static func bytes(_ text: String) -> Int? {
    let letters = text.lowercased().reversed().prefix { $0.isLetter }.reversed()
    guard let unit = letters.isEmpty ? 1 : units[String(letters)] else { return nil }
    let digits = text.dropLast(letters.count).trimmingCharacters(in: .whitespaces)
    guard let number = Double(digits), number.isFinite, number >= 0 else { return nil }
    return Int(exactly: (number * unit).rounded())
  }
}
