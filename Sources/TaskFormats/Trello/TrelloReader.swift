import Foundation
import Tasks

/// Reads a board of Trello, or one card. The board's lists are sections of one list; the items of checklists are nested tasks.
struct TrelloReader {
  private var builder: ImportBuilder
  private let checklists: [String: [JSONValue]]
  private let comments: [String: [String]]

  /// Whether the members of a file are those of a board or of a card.
  static func recognises(_ file: [String: JSONValue]) -> Bool {
    file["cards"]?.isArray == true && file["lists"]?.isArray == true && file["name"] != nil || isCard(file)
  }

  private static func isCard(_ file: [String: JSONValue]) -> Bool {
    ["idBoard", "idList", "name"].allSatisfy { file[$0]?.string != nil }
  }

  /// - Parameters:
  ///   - file: the value of the file.
  ///   - members: its members.
  static func read(
    _ file: JSONValue, _ members: [String: JSONValue], _ context: ImportContext
  ) throws(UnreadableList) -> PortableFile {
    var reader = try TrelloReader(members, context)
    if isCard(members) { try reader.add(file, in: nil, isArchived: false) } else { try reader.read(members) }
    return reader.builder.output(.trello)
  }

  private init(_ board: [String: JSONValue], _ context: ImportContext) throws(UnreadableList) {
    builder = ImportBuilder(context)
    checklists = Dictionary(grouping: try Self.byPosition(board["checklists"], most: builder.mostItems)) {
      $0["idCard"]?.string ?? ""
    }
    // The newest comment is first.
    comments = Dictionary(
      grouping: (board["actions"]?.items).map(Self.comments)?.reversed() ?? [], by: \.card
    ).mapValues { $0.map(\.text) }
  }

  private mutating func read(_ board: [String: JSONValue]) throws(UnreadableList) {
    try builder.begin(PortableList(name: board["name"]?.bytes.flatMap(ItemText.name)))
    if board["desc"]?.string?.isEmpty == false {
      builder.remark(.description, title: "", value: board["desc"]?.string ?? "")
    }
    let lists = try Self.byPosition(board["lists"], most: builder.mostItems)
    let all = try Self.byPosition(board["cards"], most: builder.mostItems)
    let cards = Dictionary(grouping: all) { $0["idList"]?.string ?? "" }
    var known: Set<String> = []
    for list in lists {
      let id = list["id"]?.string ?? ""
      guard known.insert(id).inserted else { continue }
      for card in cards[id] ?? [] {
        try add(card, in: list["name"]?.bytes.flatMap(ItemText.name), isArchived: list["closed"]?.isTrue == true)
      }
    }
    for (id, cards) in cards.sorted(by: { $0.key < $1.key }) where !known.contains(id) {
      for card in cards { try add(card, in: nil, isArchived: false) }
    }
  }

  private static let fields: JSONField.Table = [
    "id": .identifier, "name": .title, "desc": .notes, "due": .due, "start": .start, "dateLastActivity": .changed,
    "idMembers": .each(.person), "customFieldItems": .each(.other), "locationName": .text(.place),
    "address": .text(.place),
  ]
  private static let subtaskFields: JSONField.Table = [
    "id": .identifier, "name": .title, "due": .due, "idMember": .present(.person),
  ]

  private mutating func add(
    _ whole: JSONValue, in section: String?, isArchived: Bool
  ) throws(UnreadableList) {
    let card = whole.members
    var item = ReadItem()
    item.mayLackTitle = true
    item.parse(card, Self.fields)
    item.group = section
    item.created = card["id"]?.bytes.flatMap(Self.created)
    if card["dueComplete"]?.isTrue == true {
      item.status = .done((card["dateCompleted"]?.moment ?? item.changed).map(ItemTime.moment))
    } else if isArchived || card["closed"]?.isTrue == true {
      item.status = .cancelled
    }
    for label in card["labels"]?.objects ?? JSONValue.noObjects {
      let name = label["name"]?.bytes.flatMap(ItemText.tag)
      item.add(tag: name ?? label["color"]?.bytes.flatMap(ItemText.tag))
    }
    addRest(of: card, to: &item)
    try builder.add(item)
    try addChecklists(of: card)
  }

  private func addRest(of card: [String: JSONValue], to item: inout ReadItem) {
    for file in card["attachments"]?.objects ?? JSONValue.noObjects {
      let address = file["url"]?.string ?? ""
      item.remark(file["isUpload"]?.isTrue == true ? .attachment : .link, address)
    }
    if card["dueReminder"]?.integer.map({ $0 >= 0 }) == true { item.remark(.reminder) }
    if card["cover"]?["color"]?.string != nil { item.remark(.look) }
    for comment in comments[card["id"]?.string ?? ""] ?? [] { item.remark(.comment, comment) }
  }

  /// Several checklists of a card are tasks themselves, which are completed if all of their items are.
  private mutating func addChecklists(of card: [String: JSONValue]) throws(UnreadableList) {
    let lists = checklists[card["id"]?.string ?? ""] ?? []
    for list in lists {
      let items = try Self.byPosition(list["checkItems"], most: builder.mostItems).map(\.members)
      let isNamed = lists.count > 1
      if isNamed {
        var item = ReadItem()
        item.depth = 1
        item.parse(list.members, Self.subtaskFields)
        if !items.isEmpty, items.allSatisfy({ $0["state"]?.string == "complete" }) { item.status = .done(nil) }
        try builder.add(item)
      }
      for entry in items {
        var item = ReadItem()
        item.depth = isNamed ? 2 : 1
        item.parse(entry, Self.subtaskFields)
        switch entry["state"]?.written {
        case "complete": item.status = .done(nil)
        case "incomplete", nil: break
        case let other?: item.remark(.state, other)
        }
        try builder.add(item)
      }
    }
  }

  private static func byPosition(_ array: JSONValue?, most: Int) throws(UnreadableList) -> [JSONValue] {
    let items = try array?.items(most: most) ?? []
    let positions = items.map { $0["pos"]?.number ?? .infinity }
    return items.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }.map { items[$0] }
  }

  private static func comments(_ actions: JSONValue.Items) -> [(card: String, text: String)] {
    actions.compactMap { action in
      let action = action.members
      guard action["type"]?.string == "commentCard", let data = action["data"]?.members, let text = data["text"]?.string
      else { return nil }
      return data["card"]?.members["id"]?.string.map { ($0, text) }
    }
  }

  /// The time of creation is in the first eight digits of an identifier.
  private static func created(_ id: Bytes) -> Date? {
    guard id.count == 24, let seconds = Int(id.prefix(8).text, radix: 16) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }
}
