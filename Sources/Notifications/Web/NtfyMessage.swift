import Foundation

/// A notice as ntfy takes it (docs.ntfy.sh/publish, "Publish as JSON").
struct NtfyMessage {
  /// A longer message becomes an attachment there.
  private static let mostBytes = 4_000
  private static let mostActions = 3

  let request: WebRequest

  private struct Body: Encodable {
    struct Action: Encodable {
      let action, label, url: String
      var method: String?
      var clear: Bool?
    }

    let topic, title, message: String
    let priority: Int
    let click: String?
    let actions: [Action]
  }

  init(_ notice: Notice, to topic: NtfyTopic) {
    let actions = notice.actions.prefix(Self.mostActions).map { action in
      switch action.kind {
      case .view: Body.Action(action: "view", label: action.label, url: action.url)
      // The notification goes when the server has taken the answer.
      case .post: Body.Action(action: "http", label: action.label, url: action.url, method: "POST", clear: true)
      }
    }
    let priority =
      switch notice.priority {
      case .low: 2
      case .usual: 3
      case .high: 4
      }
    let body = Body(
      topic: topic.topic, title: HeaderText.clean(notice.title), message: Self.cut(notice.text), priority: priority,
      click: notice.url, actions: actions)
    request = WebRequest(
      headers: topic.token.map { [("Authorization", "Bearer \($0)")] } ?? [], body: JSONText.bytes(body),
      secrets: [topic.token])
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > mostBytes else { return text }
    var cut = String(text.prefix(mostBytes))
    while cut.utf8.count > mostBytes - 3 { cut.removeLast() }
    return cut + "…"
  }
}

enum JSONText {
  /// The value as JSON, with sorted names.
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Fails only for numbers that are none.
    do { return Array(try encoder.encode(value)) } catch { return [] }
  }
}
