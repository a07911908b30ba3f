import Foundation
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

/// A call of a method with what is in a shared list, and the permission that it needs.
struct Cell {
  let name: String
  let needs: ListPermission
  /// What a member gets whose role lacks it.
  var refusal: StoreError { hides ? .notFound : .forbidden(.lacking(needs)) }
  private let hides: Bool
  private let call: () async throws -> Void

  private init(
    _ name: String, _ needs: ListPermission, hides: Bool = false, _ call: @escaping () async throws -> Void
  ) {
    (self.name, self.needs, self.hides, self.call) = (name, needs, hides, call)
  }

  /// The error that it ends in; nil for none.
  func outcome() async -> StoreError? {
    do {
      try await call()
      return nil
    } catch {
      return error as? StoreError ?? .internal("\(error)")
    }
  }

  /// A cell whose call finds something, or else nothing is known to it.
  private static func finding(
    _ name: String, _ isFound: @escaping () async throws -> Bool
  ) -> Cell {
    Cell(name, .read) { if try await !isFound() { throw StoreError.notFound } }
  }

  static let names: [String] = [
    "list", "list asOf", "list of section", "place", "listHeader", "taskHeader", "openTasks", "openTasks among",
    "cardTasks", "openPage", "openPlace", "completedPage", "task", "isSubtask", "subtasksPage", "history",
    "change", "text", "taskPlace", "sharing", "object", "objects", "objectChanges", "calendarCollection", "subscribe",
    "addFeed",
    "feeds", "followedRows", "copyTasks", "copyList", "moveList", "setPreferences", "setReminds", "setProperties",
    "leave",
    "addTasks", "addSubtasks", "editTask", "editTask for", "editTask to", "transferTask", "transferTask in", "complete",
    "skip",
    "reopen",
    "setDue", "remind", "deleteTask", "restoreTask", "moveTask", "clearCompleted", "setFolded", "setFolded section",
    "startAgain",
    "changeTasks",
    "tick",
    "bringBack", "undo", "renameList", "addSection", "renameSection", "moveSection", "deleteSection",
    "putObject", "deleteObject", "moveObject", "moveObject in", "setProperties name", "copyTasks to", "changeFilter",
    "deleteList", "restoreList", "keepList", "wantRefresh", "wantRefresh source", "source", "setAddress", "collections",
    "previewTasks", "events", "invite", "makeInvitation", "end", "makePage", "end page", "undoTicks", "setRole",
    "remove", "comments", "comment", "addComment", "editComment", "deleteComment",
  ]

  static func all(_ shared: SharedScene) throws -> [Cell] {
    try reading(shared) + writing(shared) + tasks(shared) + managing(shared)
  }

  private static func reading(_ shared: SharedScene) -> [Cell] {
    let (scene, mine) = (shared.scene, shared.caller.mine)
    let (house, choir, task) = (scene.house, scene.choir, scene.tasks[1])
    return [
      Cell("list", .read) { _ = try await mine.list(house) },
      Cell("list asOf", .read) { _ = try await mine.list(house, asOf: .distantPast) },
      Cell("list of section", .read) { _ = try await mine.list(of: shared.section.id) },
      finding("place") { try await mine.place(of: house) != nil },
      Cell("listHeader", .read) { _ = try await mine.listHeader(house, now: .first) },
      Cell("taskHeader", .read) { _ = try await mine.taskHeader(task) },
      Cell("openTasks", .read) { _ = try await mine.openTasks(in: house) },
      finding("openTasks among") { try await !mine.openTasks(among: [task], in: house).isEmpty },
      finding("cardTasks") { try await !mine.cardTasks(in: house, now: .first, limit: 5).rows.isEmpty },
      Cell("openPage", .read) { _ = try await mine.openPage(1, of: 9, in: house) },
      finding("openPlace") { try await mine.openPlace(of: task, in: house) != nil },
      Cell("completedPage", .read) { _ = try await mine.completedPage(1, of: 9, in: house) },
      Cell("task", .read) { _ = try await mine.task(task) },
      Cell("isSubtask", .read) { _ = try await mine.isSubtask(task, in: scene.tasks[2]) },
      Cell("subtasksPage", .read) { _ = try await mine.subtasksPage(1, of: 9, of: task) },
      Cell("history", .read) { _ = try await mine.history(of: house, limit: 9) },
      Cell("change", .read) { _ = try await mine.change(shared.change) },
      Cell("text", .read) { _ = try await mine.text(of: task, at: shared.change) },
      Cell("comments", .read) { _ = try await mine.comments(of: 9, on: task) },
      Cell("comment", .read) { _ = try await mine.comment(shared.comment.id) },
      finding("taskPlace") { try await mine.taskPlace(of: task, in: house) != nil },
      Cell("sharing", .read) { _ = try await mine.sharing(of: house) },
      Cell("object", .read) { _ = try await mine.object("\(task).ics", in: house) },
      Cell("objects", .read) { _ = try await mine.objects([task], in: house, upTo: 9) },
      Cell("objectChanges", .read) { _ = try await mine.objectChanges(in: house, since: nil, most: 9) },
      finding("calendarCollection") { try await mine.calendarCollection("\(house)") != nil },
      Cell("subscribe", .read) { _ = try await mine.subscribe(World.subscription(), to: house) },
      Cell("addFeed", .read) { _ = try await mine.addFeed(of: .list(house), digest: .digest(), submission: .fresh()) },
      finding("feeds") {
        _ = try await mine.addFeed(of: .list(house), digest: .digest(), submission: .fresh())
        return try await mine.feeds(of: house).count == 1
      },
      finding("followedRows") { try await !mine.followedRows(open: 1, closed: 1, of: 9, in: choir).open.rows.isEmpty },
      Cell("copyTasks", .read) {
        try await mine.copyTasks(nil, from: choir, to: .list(shared.own), submission: .fresh())
      },
      Cell("copyList", .read) { try await mine.copyList(house, submission: .fresh()) },
      Cell("moveList", .read) { try await mine.moveList(house, .bottom) },
      Cell("setPreferences", .read) { try await mine.setPreferences(.ofNewList, of: house) },
      Cell("setFolded", .read) { try await mine.setFolded(task, to: true) },
      Cell("setFolded section", .read) { try await mine.setFolded(shared.section.id, to: true) },
      Cell("setReminds", .read) { try await mine.setReminds(false, of: house) },
      Cell("setProperties", .read) { try await mine.setProperties([], name: nil, of: house) },
      Cell("leave", .read) { try await mine.leave(house) },
    ]
  }

  private static func tasks(_ shared: SharedScene) throws -> [Cell] {
    let (scene, mine, own) = (shared.scene, shared.caller.mine, shared.ownTask)
    let (house, task, done) = (scene.house, scene.tasks[1], scene.tasks[2])
    return [
      Cell("addComment", .comment) {
        try await mine.addComment(CommentText(validating: "x"), to: task, submission: .fresh())
      },
      // It is another's.
      Cell("editComment", .comment) {
        try await mine.editComment(shared.comment.id, CommentText(validating: "x"), version: shared.comment.version)
      },
      Cell("deleteComment", .comment) { try await mine.deleteComment(shared.comment.id) },
      Cell("addTasks", .write) { try await mine.addTasks([draft("x")], to: house, submission: .fresh()) },
      Cell("addSubtasks", .write) {
        try await mine.addSubtasks([NestedDraft(draft("X"))], to: task, submission: .fresh())
      },
      Cell("editTask", .write) { try await mine.editTask(task, draft("x"), version: ChangeID(.max)) },
      Cell("editTask for", .write) {
        let found = try await mine.task(task)
        try await mine.editTask(
          task, found.text.with { $0.assignee = .account(scene.account) }, version: found.version)
      },
      Cell("editTask to", .write) {
        try await mine.editTask(own, draft("x"), list: house, version: mine.task(own).version)
      },
      Cell("transferTask", .write) { try await mine.transferTask(task, to: shared.own) },
      Cell("transferTask in", .write) { try await mine.transferTask(own, to: house) },
      Cell("complete", .write) { try await mine.complete(task) },
      Cell("skip", .write) { try await mine.skip(task, on: .first) },
      Cell("reopen", .write) { try await mine.reopen(done) },
      Cell("setDue", .write) { try await mine.setDue(task, to: .first) },
      Cell("remind", .write) { try await mine.remind(of: task, in: 60) },
      Cell("deleteTask", .write) { try await mine.deleteTask(task) },
      Cell("restoreTask", .write) { try await mine.restoreTask(scene.deleted) },
      Cell("moveTask", .write) { try await mine.moveTask(task, .bottom) },
      Cell("clearCompleted", .write) { try await mine.clearCompleted(in: house) },
      Cell("startAgain", .write) { try await mine.startAgain(house) },
      Cell("changeTasks", .write) { try await mine.changeTasks(.open(in: house), .complete) },
      Cell("tick", .write) { try await mine.tick([task], in: house, on: .first, submission: .fresh()) },
      Cell("bringBack", .write) { try await mine.bringBack(scene.deleted, asOf: scene.world.clock.now) },
      Cell("undo", .write) { try await mine.undo(shared.change) },
    ]
  }

  private static func writing(_ shared: SharedScene) throws -> [Cell] {
    let (scene, mine) = (shared.scene, shared.caller.mine)
    let (house, section, task) = (scene.house, shared.section, scene.tasks[1])
    let sent = try #require(ReadObject(stored: ObjectTests.text("new", "SUMMARY:New")))
    let (here, there) = (ObjectMove.Resource("\(task).ics", in: house), ObjectMove.Resource("m.ics", in: shared.own))
    let mineToo = ObjectMove.Resource("\(shared.ownTask).ics", in: shared.own)
    return [
      Cell("renameList", .write) { try await mine.renameList(house, to: "x", version: ChangeID(.max)) },
      Cell("addSection", .write) { try await mine.addSection("x", to: house, submission: .fresh()) },
      Cell("renameSection", .write) {
        try await mine.renameSection(section.id, to: "x", version: section.version, submission: .fresh())
      },
      Cell("moveSection", .write) { try await mine.moveSection(section.id, .bottom) },
      Cell("deleteSection", .write) { try await mine.deleteSection(section.id) },
      Cell("putObject", .write) { _ = try await mine.putObject(sent, at: "new.ics", in: house, if: ObjectCondition()) },
      Cell("deleteObject", .write) { _ = try await mine.deleteObject("\(task).ics", in: house, if: ObjectCondition()) },
      Cell("moveObject", .write) {
        _ = try await mine.moveObject(ObjectMove(from: here, to: there, overwrites: true), if: ObjectCondition())
      },
      Cell("moveObject in", .write) {
        let moved = ObjectMove(from: mineToo, to: ObjectMove.Resource("m.ics", in: house), overwrites: true)
        _ = try await mine.moveObject(moved, if: ObjectCondition())
      },
      Cell("setProperties name", .write) { try await mine.setProperties(nil, name: "x", of: house) },
      Cell("copyTasks to", .write) {
        try await mine.copyTasks(nil, from: scene.choir, to: .list(house), submission: .fresh())
      },
      Cell("changeFilter", .write) {
        // No saved filter: whoever may write it is told so.
        do { try await mine.changeFilter(house, to: "due=none") } catch StoreError.forbidden(.role) {}
      },
    ]
  }

  private static func managing(_ shared: SharedScene) throws -> [Cell] {
    let (scene, mine) = (shared.scene, shared.caller.mine)
    let (house, choir, source) = (scene.house, scene.choir, scene.source)
    return [
      Cell("deleteList", .delete) { try await mine.deleteList(house) },
      Cell("restoreList", .delete) { try await mine.restoreList(scene.trashed) },
      Cell("keepList", .follow) { try await mine.keepList(choir, submission: .fresh()) },
      Cell("wantRefresh", .follow) { try await mine.wantRefresh(of: choir) },
      Cell("wantRefresh source", .follow, hides: true) { try await mine.wantRefresh(source: source) },
      Cell("source", .follow, hides: true) { _ = try await mine.source(source) },
      Cell("setAddress", .follow, hides: true) { try await mine.setAddress(.at("https://x.example/"), of: source) },
      Cell("collections", .follow, hides: true) { _ = try await mine.collections(of: source) },
      Cell("previewTasks", .follow, hides: true) { _ = try await mine.previewTasks(of: source, limit: 5) },
      Cell("events", .follow, hides: true) { _ = try await mine.events(of: source) },
      Cell("invite", .share) { try await mine.invite(Username(validating: "Guest"), as: .viewer, to: house) },
      Cell("makeInvitation", .share) {
        try await mine.makeInvitation(to: house, as: .viewer, digest: .digest(), submission: .fresh())
      },
      Cell("end", .share, hides: true) { try await mine.end(shared.invitation) },
      Cell("makePage", .share) {
        try await mine.makePage(
          of: house, named: "x", takesTicks: true, days: 1, digest: .digest(), submission: .fresh())
      },
      Cell("end page", .share) { try await mine.end(shared.page) },
      Cell("undoTicks", .share) { _ = try await mine.undoTicks(of: shared.page) },
      Cell("setRole", .share) { try await mine.setRole(.viewer, of: scene.account, in: house) },
      Cell("remove", .share) { try await mine.remove(scene.account, from: house) },
    ]
  }
}
