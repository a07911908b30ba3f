import TestSupport
import Testing

@testable import Tasks

/// What is made of values that people type, or why they are refused.
struct ValueTableTests {
  @Test func `each value is read as recorded, or refused`() async throws {
    let differences = try await TestRow.differences(in: "values") { row in
      do {
        return try Self.read(row)
      } catch let error as InvalidInput {
        return error.problems.map {
          "\($0.problem)" + (row[0] == "draft" ? " of \($0.field)" : $0.line.map { " in line \($0)" } ?? "")
        }
      } catch {
        return ["\(error)"]
      }
    }
    #expect(differences == [])
  }

  private static func read(_ row: TestRow) throws -> [String] {
    let text = row[1]
    switch row[0] {
    case "address":
      let address = try SourceAddress(validating: text)
      var dumped = ""
      dump([address], to: &dumped)
      #expect(!"\(address) \(String(reflecting: address)) \(dumped) \(address.place)".contains("secret"))
      return [address.url, address.place]
    case "name":
      let name = try Username(validating: text)
      #expect(Array(try Username(validating: name.key).key.utf8) == Array(name.key.utf8), "a key is its own key")
      return [name.text, name.key]
    case "names": return [NameSkeleton.skeleton(of: text) == NameSkeleton.skeleton(of: row[2]) ? "alike" : "different"]
    case "tag": return [Tag(text)?.name ?? "none"]
    case "tags": return [text, row[2]].map { Tag($0)?.key ?? "none" }
    case "title": return [try TaskDraft(validating: TaskInput(title: text)).title]
    case "mark": return [ListMark.removed(from: text), ListMark.isDone(text) ? "done" : "open"]
    case "mention":
      switch TaskDraft.mentionedDate(in: text, QuickAddTable.context) {
      case .day(let day): return [day.iso]
      case .other: return ["other"]
      case nil: return ["none"]
      }
    case "quick":
      let today = Day(iso: row[2]) ?? QuickAddTable.today
      let order = DateOrder.allCases.first { "\($0)" == row[3] } ?? .dayFirst
      let line = QuickAddLine(parsing: text, QuickAddContext(today: today, order: order))
      return [line.title, line.understood, QuickAddTable.summary(line)]
    case "login": return [try SourceAddress(validating: text, user: row[2], password: row[3]).url]
    case "leads":
      let next = try SourceAddress(validating: "https://ann:s3cret@a.example/x").leading(to: text)
      return [next.login?.user ?? "no login", next.shown ?? "none"]
    case "password":
      let name = try Username(validating: "Ana Karenina")
      return [try Password(validating: repeated(row), for: name).text == repeated(row) ? "a password" : "changed"]
    case "id": return [ListID(text)?.description ?? "none"]
    case "list": return [try ListName(validating: repeated(row)).text]
    case "draft":
      let fields = Dictionary(
        row.columns.dropFirst().map { column in
          (String(column.prefix { $0 != "=" }), String(column.drop { $0 != "=" }.dropFirst()))
        }
      ) { $1 }
      let draft = try TaskDraft(validating: TaskInput { fields[$0.name] ?? "" })
      return TaskField.all.filter { !draft[$0].isEmpty }.map { "\($0.name)=\(draft[$0])" }
    case "lines": return try TaskDraft.titles(from: text).map(\.title)
    case "summary": return [RecurrenceSummary(text).map { "\($0)".replacing("Tasks.", with: "") } ?? "none"]
    case "grammar":
      _ = try CaptureGrammar(GrammarEntry(text, language: "xx"))
      return ["nothing is wrong"]
    case "notes": return NotePart.parts(of: text).map(written)
    case "tick": return [NotePart.toggling(Int(row[2]) ?? -1, shownIn: text, in: row.optional(3) ?? text)]
    case "day": return [Day(iso: text)?.iso ?? "none"]
    case "time": return [TimeOfDay(text)?.description ?? "none"]
    case "clock": return [ClockTime(text)?.description ?? "none"]
    default:
      let settings = AccountSettingsInput(timeZone: text, theme: "system", rows: "100")
      return [try AccountSettings(validating: settings).timeZone ?? "none"]
    }
  }

  /// A part of notes, with links as Markdown writes them.
  private static func written(_ part: NotePart) -> String {
    func written(_ runs: [NoteRun]) -> String {
      runs.map { run in run.address.map { "[\(run.text)](\($0))" + (run.host.map { "{\($0)}" } ?? "") } ?? run.text }
        .joined()
    }
    switch part {
    case .paragraph(let runs): return written(runs)
    case .checks(let checks):
      return checks.map { "\($0.line)\($0.isChecked ? "x" : "") \(written($0.runs))" }.joined(separator: "; ")
    }
  }

  /// A text as many times as the next column says, or once.
  private static func repeated(_ row: TestRow) -> String {
    String(repeating: row[1], count: row.optional(2).flatMap { Int($0) } ?? 1)
  }
}
