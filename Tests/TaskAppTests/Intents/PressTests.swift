import Foundation
import StatePages
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp

/// Screens that are pressed without a router and a flow: what the reader wants is all that they say.
struct PressTests {
  private func templates() throws -> Templates {
    try TaskApp.templates(House.templates.path, assets: Assets(House.publicFiles.path), isReloading: false)
  }

  @Test func `a list's menu wants what can be done with the page`() throws {
    let list = Samples.lists[1]
    let head = ListHead(list: list, late: 0, dueSoon: 0, mode: .using, rename: nil)
    let wants = try templates().intents(of: head, as: TaskIntent.self)
    for intent in [TaskIntent.rename, .addSeveral, .addSection, .arrange, .select, .startAgain] {
      #expect(wants.contains { $0.intent == intent }, "\(intent)")
    }
    #expect(wants.first { $0.label == "Rename" }?.intent == .rename)
    #expect(wants.contains { $0.intent == .command(.list(list.id, .delete)) })
  }

  @Test func `a row opens its task, completes it and asks for its menu`() throws {
    let page = TaskRowPage(Array(Samples.kitchen.prefix(1)), number: 2, paging: Paging(101, of: 20))
    let content = TasksScreen.Content(page)
    let region = Region<TasksScreen>("tasks", in: .unloaded)
    let wants = try templates().intents(of: region, in: .content(content, .idle), as: TaskIntent.self)
    let task = Samples.kitchen[0].id
    #expect(wants.contains { $0.intent == .openTask(task) })
    #expect(wants.contains { $0.intent == .command(.task(task, .complete)) })
    #expect(wants.contains { $0.intent == .command(.task(task, .menu)) })
    #expect(wants.contains { $0.intent == .turn(to: 1) } && wants.contains { $0.intent == .turn(to: 3) })
  }

  @Test func `an empty state wants the way on that its words offer`() throws {
    let region = Region<DueScreen>("today", in: .unloaded, caption: DueScreen.Caption(section: .today, count: 0))
    let wants = try templates().intents(of: region, in: .empty(.noDates), as: TaskIntent.self)
    #expect(wants.map(\.intent) == [.openLists()])
  }
}
