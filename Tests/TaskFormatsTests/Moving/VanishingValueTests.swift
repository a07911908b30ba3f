import TaskFormats
import Tasks
import TestSupport
import Testing

/// A value that is not understood is somewhere in what is read: in the task, its notes or the remarks.
struct VanishingValueTests {
  /// Files of formats with a place for a member, a property or a cell, and the names that it may have: `§` is the name, and
  /// `zzqx` the value.
  static let formats = TestRow.all("values", of: "vanishing").map(Format.init)
  /// Files with a tag, a section or a list of a name.
  static let tags = TestRow.all("tags", of: "vanishing").map(Format.init)

  struct Format: CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let fields: [String]

    init(_ row: TestRow) {
      (testDescription, file) = (row[0], row[1])
      fields = row.columns.dropFirst(2).flatMap { $0 == "@task" ? TaskField.all.map(\.name) : [$0] }
    }
  }

  @Test(arguments: formats)
  func `a value that is not understood is kept or told`(_ format: Format) throws {
    for field in format.fields {
      let file = try importing(format.file.replacing("§", with: field))
      #expect(String(describing: file).contains("zzqx"), "\(field)")
    }
  }

  @Test(arguments: formats + tags)
  func `the end of a long value is kept or told`(_ format: Format) throws {
    for field in format.fields {
      for value in [String(repeating: "m", count: 5_000) + "zzqx", String(repeating: "👩🏽‍🚀", count: 150) + "zzqx"] {
        let file = try importing(format.file.replacing("§", with: field).replacing("zzqx", with: value))
        // What is told to be in the notes is there.
        let isTold = ([file.remarks] + file.lists.map(\.remarks)).contains {
          $0.reasons.contains { $0.fate != .inNotes }
        }
        #expect(String(describing: file).contains("zzqx") || isTold || field == "uid", "\(field)")
      }
    }
  }

  @Test(arguments: tags)
  func `a tag that is too long is in the notes, whole`(_ format: Format) throws {
    for field in format.fields where !["section", "list", "a"].contains(field) {
      let tag = String(repeating: "m", count: 5_000) + "zzqx"
      let file = try importing(format.file.replacing("§", with: field).replacing("zzqx", with: tag))
      let draft = try #require(file.tasks.first?.draft)
      #expect(draft.notes.contains(tag) || file.remarked.contains("long-title"), "\(field)")
    }
  }
}
