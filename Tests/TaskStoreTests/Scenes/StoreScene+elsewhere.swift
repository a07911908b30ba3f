import Foundation
import Tasks
import Testing

@testable import TaskStore

/// Steps that no history tells: what time passes, who acts, and what others do.
extension StoreScene {
  /// Takes such a step, and returns what is to be told beside what is different now; nil if it is another one.
  func elsewhere(_ step: Step) async throws -> [String]? {
    switch step.name {
    case "as": try await act(as: step[0])
    case "with":
      app = step.words.first.map {
        AppPassword(id: AppPasswordID(1), name: $0, made: Date(timeIntervalSince1970: 0))
      }
    case "share":
      try await world.share(list(step[0]), with: account(step[1]).account, as: #require(Role(rawValue: step[2])))
    case "sql": try await store.execute(step.rest)
    case "wait": world.clock.advance(days: duration(step[0]) / 86_400)
    case "many":
      let (count, name) = (Int(step[1]) ?? 0, step[2])
      for start in stride(from: 0, to: count, by: 1_000) {
        let drafts = try (start..<min(start + 1_000, count)).map { number in
          try TaskDraft(validating: TaskInput { $0 == .title ? "\(name) \(number + 1)" : step[$0.name] ?? "" })
        }
        try await mine.addTasks(drafts, to: list(step[0]), submission: .fresh())
      }
    case "sections":
      for number in 1...(Int(step[1]) ?? 1) {
        try await mine.addSection(ListName(validating: "\(step[2]) \(number)"), to: list(step[0]), submission: .fresh())
      }
    case "prefs":
      let preferences = ListPreferences(
        adds: step["adds"].flatMap { ListEnd(rawValue: $0) } ?? .bottom,
        order: step["order"].flatMap { TaskOrder(rawValue: $0) } ?? .hand,
        color: step["color"].flatMap { ListColor(hex: $0) })
      try await mine.setPreferences(preferences, of: list(step[0]))
    case "fold", "unfold": _ = try await mine.setFolded(task(step[0]), to: step.name == "fold")
    case "fold-section", "unfold-section":
      _ = try await mine.setFolded(namedSection(step[0]), to: step.name == "fold-section")
    case "join": try await mine.join(step.words.map { try change($0) })
    case "purge": return ["purged \(try await store.purge(deletedBefore: .distantFuture))"]
    case "purge-old":
      return ["purged \(try await store.purge(deletedBefore: world.clock.now - Double(Limits.trashDays) * 86_400))"]
    case "empty-trash":
      try await mine.emptyTrash(until: world.clock.now)
      try await store.deleteRemoved()
    case "forget": return ["forgot \(try await store.forgetChanges(before: .distantFuture))"]
    default: return try await answer(step)
    }
    return []
  }

  /// `50s`, or `31d`.
  private func duration(_ text: String) -> Double {
    (Double(text.dropLast()) ?? 0) * (text.hasSuffix("d") ? 86_400 : 1)
  }
}
