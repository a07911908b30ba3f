import Foundation
import Tasks

/// What a member of an object holds, in the JSON of other apps.
enum JSONField {
  case identifier, title, notes, html
  case due, start, created, changed
  /// The priorities by the values of the app, besides the usual words.
  case priority([String: Priority] = [:])
  /// An array of texts, or of objects with the text in a member; or words in one text.
  case tags(String? = nil)
  /// A text without a place in tasks.
  case text(ImportRemark.Reason)
  /// An array of such values, which are remarked with the text of a member.
  case each(ImportRemark.Reason, String? = nil)
  /// `true` for something without a place in tasks.
  case flag(ImportRemark.Reason)
  /// Anything without a place in tasks, of which only the kind is remarked.
  case present(ImportRemark.Reason)

  /// The members of an object by their names, in the order in which they are read.
  typealias Table = KeyValuePairs<String, JSONField>
}

extension ReadItem {
  /// Takes the members of an object that are in a table. A value that its field can't have is a remark.
  mutating func parse(_ members: [String: JSONValue], _ fields: JSONField.Table) {
    for (name, field) in fields {
      // The first moment of year 1 is no time, in Vikunja.
      guard let value = members[name], let text = value.written, !text.hasPrefix("0001-01-01T") else { continue }
      if !parse(value, text, as: field, name) { remark(.other, "\(name): \(text)") }
    }
  }

  private mutating func parse(_ value: JSONValue, _ text: String, as field: JSONField, _ name: String) -> Bool {
    let bytes = Array(text.utf8)[...]
    switch field {
    case .identifier: identifier = bytes
    case .title where value.isScalar: parse(title: bytes)
    case .notes where value.isScalar: parse(notes: bytes)
    case .html where value.isScalar: parse(notes: HTMLText.plain(bytes))
    case .due: due = time(value)
    case .start: start = time(value)
    case .created: created = moment(value, name) ?? created
    case .changed: changed = moment(value, name) ?? changed
    case .priority(let levels):
      guard let level = levels[text] ?? TableValue.priority(bytes, .unknown) else { return false }
      draft.priority = level
    case .tags(let member): return parse(tags: value, text, member, name)
    case .text(let reason) where value.isScalar: remark(reason, reason == .other ? "\(name): \(text)" : text)
    case .each(let reason, let member) where value.isArray:
      for item in value.items { remark(reason, member.flatMap { item[$0]?.written } ?? "") }
    case .flag(let reason) where value.isTrue: remark(reason, reason == .other ? name : "")
    case .present(let reason): remark(reason)
    case .title, .notes, .html, .text, .each, .flag: return false
    }
    return true
  }

  private mutating func parse(tags value: JSONValue, _ text: String, _ member: String?, _ name: String) -> Bool {
    if value.isObject { return false }
    if value.isScalar {
      for tag in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
        add(tag: ItemText.tag(Array(tag.utf8)[...]))
      }
    }
    for item in value.items {
      let tag = member.map { item[$0] } ?? item
      guard let tag, let text = tag.written else { continue }
      if tag.isScalar { add(tag: ItemText.tag(Array(text.utf8)[...])) } else { remark(.other, "\(name): \(text)") }
    }
    return true
  }
}

extension JSONValue {
  /// The moment of a time of RFC 3339 after year 1, or of a number of milliseconds since 1970 that can't be one of seconds.
  var moment: Date? {
    if let integer { return integer < 100_000_000_000 ? nil : Date(timeIntervalSince1970: Double(integer) / 1_000) }
    return string.flatMap(FileMoment.init).flatMap { $0.wall.day.year > 1 ? $0.date : nil }
  }
}
