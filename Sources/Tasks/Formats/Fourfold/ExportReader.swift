import Foundation

/// Reads the app's own export (``ExportText``), without its trash.
enum ExportReader {
  /// The maximum nesting depth. The export itself has five levels.
  private static let mostLevels = 64

  static func read(_ text: Bytes, into builder: ListBuilder) throws(UnreadableList) -> ReadList {
    guard levels(of: text) <= mostLevels else { throw .tooDeep }
    let json = Data(text.text.utf8)
    guard let header = decoded(ExportHeader.self, from: json), header.format == ExportText.format else {
      // A truncated export still has its beginning.
      let isOurs = text.prefix(8192).contains("\"fourfold\"") && decoded(AnyJSON.self, from: json) == nil
      throw isOurs ? .broken : .otherJSON
    }
    guard header.version == ExportText.version, let export = decoded(ReadableExport.self, from: json) else {
      throw .broken
    }
    return try list(of: export, builder)
  }

  private static func list(
    of export: ReadableExport, _ empty: ListBuilder
  ) throws(UnreadableList) -> ReadList {
    var builder = empty
    var names: [String] = []
    for list in export.lists {
      guard let list = list.value else {
        builder.skip()
        continue
      }
      if list.isDeleted { continue }
      let group = ItemText.name(Array(list.name.utf8)[...])
      if let group { names.append(group) }
      for task in list.tasks {
        guard let task = task.value else {
          builder.skip()
          continue
        }
        if !task.isDeleted { try builder.add(task.item(in: group)) }
      }
    }
    return builder.list(.fourfold, title: names.count == 1 ? names.first : nil)
  }

  /// The nesting depth of brackets outside of strings, checked before a recursive parser runs.
  private static func levels(of text: Bytes) -> Int {
    var level = 0
    var deepest = 0
    var isText = false
    var isEscaped = false
    for byte in text {
      if isText {
        if !isEscaped, byte == UInt8(ascii: "\"") { isText = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        level += 1
        deepest = max(deepest, level)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
      default: break
      }
    }
    return deepest
  }

  private static func decoded<Value: Decodable>(_ type: Value.Type, from json: Data) -> Value? {
    do {
      return try JSONDecoder().decode(type, from: json)
    } catch {
      return nil
    }
  }
}

/// The fields that identify the export among other JSON.
private struct ExportHeader: Decodable {
  let format: String
  let version: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    format = try container.decode(String.self, forKey: .format)
    version = try container.decodeIfPresent(Lenient<Int>.self, forKey: .version)?.value
  }

  private enum CodingKeys: String, CodingKey {
    case format, version
  }
}

/// Accepts any JSON.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) {}
}

/// The parts of an export that are needed for a list. Invalid items do not affect the others.
private struct ReadableExport: Decodable {
  let lists: [Lenient<ReadableList>]
}

private struct ReadableList: Decodable {
  let name: String
  let tasks: [Lenient<ReadableTask>]
  let isDeleted: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    tasks = try container.decode([Lenient<ReadableTask>].self, forKey: .tasks)
    isDeleted = try container.decodeIfPresent(String.self, forKey: .deleted) != nil
  }

  private enum CodingKeys: String, CodingKey {
    case name, tasks
    case deleted = "deleted-at"
  }
}

private struct ReadableTask: Decodable {
  private let fields: [TaskField: String]
  private let completed: String?
  private let percent: Int?
  let isDeleted: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TaskField.self)
    fields = try TaskField.all.reduce(into: [:]) { fields, field in
      fields[field] = try container.decodeIfPresent(String.self, forKey: field)
    }
    guard fields[.title] != nil, fields[.due].map({ Day(iso: $0) != nil }) ?? true else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no title, or an invalid date"))
    }
    let rest = try decoder.container(keyedBy: CodingKeys.self)
    completed = try rest.decodeIfPresent(String.self, forKey: .completed)
    percent = try rest.decodeIfPresent(String.self, forKey: .percent).flatMap { Int($0) }
    isDeleted = try rest.decodeIfPresent(String.self, forKey: .deleted) != nil
  }

  func item(in group: String?) -> ReadItem {
    var item = ReadItem()
    let time = fields[.time].flatMap { ClockTime($0) }
    for field in TaskField.all {
      let text = fields[field] ?? ""
      switch field {
      case .title: item.title = ItemText.title(Array(text.utf8)[...])
      case .notes: item.notes = ItemText.notes(Array(text.utf8)[...])
      case .due: item.due = Day(iso: text).map { RemoteTime($0, time) }
      case .start: item.start = Day(iso: text).map(RemoteTime.day)
      case .time: break
      case .repeats: item.recurrence = Recurrence(text).map { .rules($0.standardRuleText) } ?? .none
      case .tags: for tag in TagSet(stored: text).tags { item.add(tag: ItemText.tag(Array(tag.name.utf8)[...])) }
      case .priority: item.priority = Priority(name: text) ?? .none
      }
    }
    item.group = group
    if let percent { item.status = .open(percent: min(max(percent, 0), 100)) }
    if let completed { item.status = .done(Self.moment(completed).map(RemoteTime.moment)) }
    return item
  }

  private static func moment(_ text: String) -> Date? {
    do {
      let seconds = try Date(text, strategy: .iso8601WithFraction).timeIntervalSince1970
      return Date(timeIntervalSince1970: (seconds * 1_000).rounded() / 1_000)
    } catch {
      return nil
    }
  }

  private enum CodingKeys: String, CodingKey {
    case percent
    case completed = "completed-at"
    case deleted = "deleted-at"
  }
}

/// A value, or nil if it is of another type.
private struct Lenient<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) {
    do {
      value = try Value(from: decoder)
    } catch {
      value = nil
    }
  }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
  fileprivate static var iso8601WithFraction: Self { Self(includingFractionalSeconds: true) }
}
