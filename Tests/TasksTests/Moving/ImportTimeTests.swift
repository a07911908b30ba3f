import Foundation
import Tasks
import TestSupport
import Testing

/// The time of an import is linear in the size of its file.
@Suite(.serialized) struct ImportTimeTests {
  private static let kinds = [
    "ics", "csv", "md", "txt", "todoist", "trello", "google", "microsoft", "vikunja", "tasks.org", "own",
  ]

  @Test(arguments: kinds)
  func `parsing takes linear time`(kind: String) throws {
    func time(_ count: Int) throws -> Duration {
      let bytes = Array(Self.file(kind, count).utf8)
      var times: [Duration] = []
      for _ in 0..<3 {
        times.append(try threadTime { () throws in #expect(try importing(bytes).count == count) })
      }
      return times.min() ?? .zero
    }
    // Eight times the size: a factor of 8 if linear, of 64 if quadratic.
    #expect(try time(1_600) < time(200) * 30 + .milliseconds(50))
  }

  private static func file(_ kind: String, _ count: Int) -> String {
    func items(_ one: (Int) -> String, _ separator: String = ",") -> String {
      (0..<count).map(one).joined(separator: separator)
    }
    switch kind {
    case "ics":
      let todos = items(
        { "BEGIN:VTODO\nUID:\($0)\nSUMMARY:a\nRELATED-TO:\($0 / 2)\nRRULE:FREQ=DAILY\nDUE:20260101\nEND:VTODO" }, "\n")
      return "BEGIN:VCALENDAR\n\(todos)\nEND:VCALENDAR"
    case "csv": return "list,title,notes\n" + items({ "L\($0 % 9),a,\"b\nc\"" }, "\n")
    case "md": return items({ "\(String(repeating: "  ", count: $0 % 5))- [ ] a *b* `c` [d](http://e)" }, "\n")
    case "txt": return items({ _ in "(A) 2026-01-01 a b c @d due:2026-01-01 rec:1w" }, "\n")
    case "todoist":
      return "TYPE,CONTENT,PRIORITY,INDENT,DATE\n" + items({ _ in "task,a @b,1,1,every mon at 9am\nnote,c,,," }, "\n")
    case "trello":
      return
        #"{"name":"a","lists":[{"id":"1"}],"cards":[\#(items { #"{"id":"\#($0)","idList":"1","name":"a"}"# })],"actions":[]}"#
    case "google":
      return #"{"kind":"tasks#tasks","items":[\#(items { #"{"id":"\#($0)","parent":"\#($0 / 2)","title":"a"}"# })]}"#
    case "microsoft":
      return
        #"[{"displayName":"a","tasks":[\#(items { #"{"id":"\#($0)","title":"a","status":"x","importance":"low","body":{"content":"<a><<&","contentType":"html"}}"# })]}]"#
    case "vikunja":
      return
        #"[{"title":"a","hex_color":"","tasks":[\#(items { #"{"id":\#($0),"title":"a","related_tasks":{"parenttask":[{"id":\#($0 / 2)}]}}"# })]}]"#
    case "tasks.org":
      return
        #"{"data":{"tasks":[\#(items { #"{"task":{"title":"a"},"caldavTasks":[{"calendar":"c\#($0 % 400)","remoteId":"\#($0)"}]}"# })],"caldavCalendars":[\#(items { #"{"uuid":"c\#($0)","name":"a"}"# })]}}"#
    default:
      return #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[\#(items { _ in #"{"title":"a"}"# })]}]}"#
    }
  }
}
