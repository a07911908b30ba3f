import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// Pages that are kept by their readers' versions, after random writes of every kind.
///
/// The pages are strict: each that is found in the cache is rendered once more and compared, and a difference is shown in its place.
struct RandomWritesTests {
  /// How many writes there are: `FOURFOLD_WRITES`, or few.
  private static let count = ProcessInfo.processInfo.environment["FOURFOLD_WRITES"].flatMap { Int($0) } ?? 300

  private enum Kind: CaseIterable {
    case form, settings, put, delete, purge, fetch, sessionUse, otherProcess
  }

  @Test func `after any write each reader's kept pages are as they are rendered without a cache`() async throws {
    try await TemporaryFolder.with { folder in try await Self.write(in: folder) }
  }

  private static func write(in folder: TemporaryFolder) async throws {
    let first = try await folder.world()
    let other = try TaskStore.open(at: "\(folder.path)/lists.sqlite", settings: .patient, now: { first.time.now })
    defer { _ = try? other.close() }
    var readers: [Reader] = []
    for (name, world) in [
      ("Ann", first), ("Ben", try await first.another("Ben")), ("Eve", try await first.another("Eve")),
    ] {
      readers.append(try await Reader(name, world))
    }
    var chance = Seeded(53)
    var written: [Kind: Int] = [:]
    for _ in 0..<count {
      for reader in readers { try await reader.read(&chance) }
      guard let writer = readers.randomElement(using: &chance), let kind = Kind.allCases.randomElement(using: &chance)
      else { continue }
      if try await writer.write(kind, from: other, &chance) { written[kind, default: 0] += 1 }
      for reader in readers { try await reader.read(&chance) }
    }
    for kind in Kind.allCases { #expect(written[kind, default: 0] > 0, "\(kind)") }
    let lookUps = first.app.pages.renderCache.count
    #expect(lookUps.hits > count && lookUps.misses > count)
  }

  /// An account with lists of its own, a phone and a browser.
  private struct Reader {
    let world: World
    let phone: DavClient
    let list: ListID
    let followed: ListID
    let source: SourceID
    let addresses: [String]

    init(_ name: String, _ world: World) async throws {
      self.world = world
      phone = try await DavClient(world, as: name)
      list = try await world.makeList("House of \(name)")
      let task = try await world.add("one", "two", "three", to: list)[0]
      try await world.add(TaskInput(title: "today", due: "2026-11-20", tags: "home"), to: list)
      let url = "https://choir.example/\(name).txt"
      (followed, source) = try await world.follow(url, as: "Choir", .choir)
      world.elsewhere.answer(url, .came(.choir))
      addresses = [
        "/today", "/lists", "/lists?arrange", "/lists/\(list)", "/lists/\(list)?arrange", "/lists/\(list)?several",
        "/lists/\(list)/history", "/lists/\(followed)", "/tasks/\(task)", "/tasks/\(task)/destinations", "/upcoming",
        "/search?q=o", "/tags", "/review", "/trash", "/settings",
      ]
    }

    /// Reads some pages, which the cache may have by now.
    func read(_ chance: inout Seeded) async throws {
      for _ in 1...2 {
        let address = addresses.randomElement(using: &chance) ?? "/lists"
        let answer = try await world.get(address)
        #expect(answer.status != .internalServerError, "\(address) \(answer.words)")
      }
    }

    /// Returns whether something was written. A list or task may have been deleted before.
    func write(_ kind: Kind, from other: TaskStore, _ chance: inout Seeded) async throws -> Bool {
      do { return try await attempt(kind, from: other, &chance) } catch StoreError.notFound, StoreError.gone, StoreError
        .limit
      {
        return false
      }
    }

    private func attempt(_ kind: Kind, from other: TaskStore, _ chance: inout Seeded) async throws -> Bool {
      let number = Int.random(in: 0..<20, using: &chance)
      let object = "\(phone.home)\(list)/object-\(number).ics"
      switch kind {
      case .form: return try await sendForm(&chance)
      case .settings:
        let rows = ["25", "50"].randomElement(using: &chance) ?? ""
        return try await world.post("/settings", ["time-zone": "", "theme": "dark", "rows": rows]).status == .seeOther
      case .put:
        let lines = [
          "BEGIN:VTODO", "UID:object-\(number)", "DTSTAMP:20261120T150000Z", "SUMMARY:\(number)", "END:VTODO",
        ]
        let text = (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//x//EN"] + lines + ["END:VCALENDAR", ""])
          .joined(separator: "\r\n")
        return try await phone.send("PUT", object, ["Content-Type": "text/calendar"], text).status.code < 300
      case .delete: return try await phone.send("DELETE", object).status.code < 300
      case .purge: return try await world.store.purge(deletedBefore: world.time.now) >= 0
      case .fetch:
        try await world.record(.came(.choir), of: source)
        return true
      case .sessionUse:
        world.time.advance(by: .seconds(4_000))
        _ = try await world.get("/lists")
        return true
      case .otherProcess:
        let draft = try TaskDraft(validating: TaskInput(title: "elsewhere \(number)"))
        return try await !other[world.account].addTasks([draft], to: list, submission: .fresh()).tasks.isEmpty
      }
    }

    /// Presses a random button of a page, with other text in its fields.
    private func sendForm(_ chance: inout Seeded) async throws -> Bool {
      let page = try await world.get(addresses.dropLast().randomElement(using: &chance) ?? "/lists")
      guard page.status == .ok, let form = try page.page.forms.randomElement(using: &chance) else { return false }
      var typing: [String: String] = [:]
      for control in form.controls where control.isTyped && control.name != "due" {
        typing[control.name] = control.value + " \(Int.random(in: 0..<9, using: &chance))"
      }
      let sent = try await world.press(form, form.buttons.randomElement(using: &chance), typing: typing)
      return sent.status == .seeOther
    }
  }
}
