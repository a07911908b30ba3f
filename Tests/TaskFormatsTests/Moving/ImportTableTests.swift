import Foundation
import TaskFormats
import Tasks
import TestSupport
import Testing

/// What is imported of a text, in every format.
struct ImportTableTests {
  @Test func `each text is imported as recorded, or refused`() async throws {
    let differences = try await TestRow.differences(in: "imports") { row in
      do throws(UnreadableFile) {
        let name = row[0] == "todoist" ? "House.csv" : row.optional(2)
        return try importing(bytes(of: row), name: name, hasPlainLines: row[0] == "paste").printed
      } catch {
        return ["\(error)"]
      }
    }
    #expect(differences == [])
  }

  private func bytes(of row: TestRow) -> [UInt8] {
    let text =
      switch row[0] {
      case "sample": String(decoding: sample(row[1]), as: UTF8.self)
      case "todo": "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\n\(row[1])\nEND:VTODO\nEND:VCALENDAR"
      case "house":
        "BEGIN:VCALENDAR\nX-WR-CALNAME:House\nBEGIN:VTODO\nUID:1\nSUMMARY:Paint\n\(row[1])\nEND:VTODO\nEND:VCALENDAR"
      case "json": #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"A",\#(row[1])}]}]}"#
      case "todoist": "\(todoistHeader)\r\n\(row[1])"
      default: row[1]
      }
    return Array(text.utf8)
  }

  @Test func `a date that could be two days is asked, unless another one tells the order`() throws {
    func read(_ dates: String..., order: DateOrder? = nil) throws -> (days: [String], question: String?) {
      let text = "Task;Due\n" + dates.map { "A;\($0)\n" }.joined()
      let file = try PortableFile(
        reading: Array(text.utf8), in: .berlin, now: importDate, choices: ImportChoices(dateOrder: order),
        inflate: { _, _ in nil })
      return (file.tasks.map { $0[.due] }, file.questions.ambiguousDate)
    }
    #expect(try read("3/4/2027") == (["2027-04-03"], "3/4/2027"))
    #expect(try read("3/4/2027", order: .monthFirst) == (["2027-03-04"], "3/4/2027"))
    #expect(try read("3/4/2027", "3/14/2027") == (["2027-03-04", "2027-03-14"], nil))
    #expect(try read("3/4/2027", "14/3/2027") == (["2027-04-03", "2027-03-14"], nil))
    #expect(try read("14/3/2027", "3/14/2027", "3/4/2027").question == "3/4/2027")
    #expect(try read("4/4/2027").question == nil)
  }
}

/// The columns of a template of Todoist.
let todoistHeader =
  "TYPE,CONTENT,DESCRIPTION,IS_COLLAPSED,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG"

extension PortableFile {
  /// The format, what is open, and the lists with their tasks and remarks.
  fileprivate var printed: [String] {
    let open = [questions.ambiguousDate.map { "date=\($0)" }, questions.sample.isEmpty ? nil : "encoding"]
    let told = remarks.isEmpty ? [] : ["told: " + PortableFile(format: format, lists: [], remarks: remarks).told]
    return [([format.rawValue] + open.compactMap(\.self)).joined(separator: " ")] + lists.flatMap(\.printed) + told
  }

  fileprivate var told: String { remarked.joined(separator: ", ") }
}

extension PortableList {
  fileprivate var printed: [String] {
    let told = PortableFile(format: .fourfold, lists: [self]).told
    let fields: [(String, String?)] = [
      ("number", number.map(String.init)), ("kind", kind == .tasks ? nil : "\(kind)"), ("created", created?.exact),
      ("deleted", deleted?.exact), ("headings", headings.isEmpty ? nil : headings.joined(separator: "|")),
      ("order", preferences?.order.rawValue), ("adds", preferences?.adds.rawValue),
      ("layout", preferences?.layout.rawValue), ("color", preferences?.color?.hex),
      ("told", told.isEmpty ? nil : told),
    ]
    return ["# \(name ?? "-")" + fields.printed] + tasks.map(\.printed)
  }
}

extension PortableTask {
  /// The title after a mark for each level, and the other fields by their names.
  var printed: String {
    let fields: [(String, String?)] = TaskField.all.filter { $0 != .title && self[$0] != "none" }.map { field in
      (field.name, self[field])
    }
    let others: [(String, String?)] = [
      ("percent", percent.map(String.init)), ("section", section), ("created", created?.exact),
      ("changed", changed?.exact), ("completed", completed?.exact), ("deleted", deleted?.exact), ("uid", uid),
    ]
    return String(repeating: ">", count: depth) + draft.title + (fields + others).printed
  }
}

extension [(String, String?)] {
  /// Those that are not empty, after spaces.
  fileprivate var printed: String { map { $1 == nil || $1 == "" ? "" : " \($0)=\($1 ?? "")" }.joined() }
}

extension Date {
  /// The moment in UTC, with thousandths of a second if there are some.
  fileprivate var exact: String {
    let whole = formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    return whole.replacing(".000Z", with: "Z")
  }
}
