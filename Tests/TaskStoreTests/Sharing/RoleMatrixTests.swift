import Foundation
import GRDB
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

/// Every method of the store that names a list, or something in it, times everybody who may call it.
struct RoleMatrixTests {
  enum Caller: String, CaseIterable {
    case owner, editor, viewer, formerMember, stranger

    var role: Role? { Role(rawValue: rawValue) }
  }

  @Test(arguments: Caller.allCases)
  func `each role may do what the table of roles says, and others find nothing`(caller: Caller) async throws {
    let common = try await SharedScene(caller)
    let before = try await common.scene.store.snapshot()
    var allowed: [String] = []
    // What is refused writes nothing, so one scene is enough.
    for cell in try Cell.all(common) {
      if let role = caller.role, role.may(cell.needs) {
        allowed.append(cell.name)
      } else {
        let expected = caller.role == nil ? .notFound : cell.refusal
        let outcome = await cell.outcome()
        #expect(outcome == expected, "\(caller) \(cell.name): \(outcome as Any)")
      }
    }
    #expect(try await common.scene.store.snapshot().rows == before.rows)
    for name in allowed {
      let shared = try await SharedScene(caller)
      let cell = try #require(try Cell.all(shared).first { $0.name == name })
      let outcome = await cell.outcome()
      #expect(outcome != .notFound && !(outcome?.isForbiddenRole ?? false), "\(caller) \(name): \(outcome as Any)")
    }
    #expect(Set(try Cell.all(common).map(\.name)) == Set(Cell.names))
  }

  @Test func `the matrix has every method that takes something of a list`() throws {
    let others: Set = [
      // Of the account itself: a stranger's id is tried in `IsolationTests`.
      "renewSecret", "endSecret", "resumeSecret", "tag", "renameTag", "removeTag", "setColor",
      "makeCollection", "follow", "choose",
      // Narrow what the account sees anyway.
      "listsPage", "upcomingTasks", "firstTasks", "search", "changedRows", "join",
      // Answers of an invited account: `SharingTests`.
      "accept",
    ]
    #expect(try Self.methods().subtracting(others) == Set(Cell.names.map { String($0.prefix { $0 != " " }) }))
  }

  /// The methods of an account's store whose parameters name something in a list.
  private static func methods() throws -> Set<String> {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/TaskStore")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
    var names: Set<String> = []
    for file in files {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for part in text.components(separatedBy: "\nextension ").dropFirst() where part.hasPrefix("AccountStore {") {
        let own = part.components(separatedBy: "\n}")[0]
        for method in own.components(separatedBy: "package func ").dropFirst() {
          let parameters = method.components(separatedBy: "async throws")[0]
          let subjects = [
            "ListID", "TaskID", "SectionID", "ChangeID", "InvitationID", "TaskSelection", "TagID", "SourceID",
            "Subject",
            "CopyTarget", "ObjectMove", "segment", "SharedPageID", "CommentID",
          ]
          if subjects.contains(where: parameters.contains) {
            names.insert(String(method.prefix { $0 != "(" && $0 != "<" }))
          }
        }
      }
    }
    return names
  }
}

extension StoreError {
  fileprivate var isForbiddenRole: Bool {
    if case .forbidden(.lacking) = self { true } else { false }
  }
}

/// The scene's lists, shared with the caller.
struct SharedScene {
  let scene: Scene
  let caller: World
  /// A change of a task, one of a list, an invitation, and a section.
  let change: ChangeID
  let invitation: InvitationID
  let page: SharedPageID
  let section: ListSection
  /// A comment of the scene's account.
  let comment: TaskComment
  /// A list and a task of the caller's own.
  let own: ListID
  let ownTask: TaskID

  init(_ who: RoleMatrixTests.Caller) async throws {
    scene = try await Scene()
    // The scene's own account can sign in, so that it can be named.
    let ben = try await scene.ben()
    let other = try await scene.world.register("Other")
    _ = try await scene.world.register("Guest")
    section = try await scene.section()
    change = try #require(try await scene.mine.complete(scene.tasks[0]).change)
    try await scene.mine.invite(Username(validating: "Other"), as: .viewer, to: scene.house)
    invitation = try #require(try await scene.mine.sharing(of: scene.house).invitations.first).id
    _ = other
    page = try await scene.page()
    comment = try await scene.comment()
    caller = ben
    own = try await ben.list("Mine")
    ownTask = try await ben.add("Mine", to: own)[0]
    switch who {
    case .stranger: break
    case .owner, .editor, .viewer, .formerMember:
      for list in [scene.house, scene.choir, scene.trashed] {
        try await scene.world.share(list, with: ben.account, as: who.role ?? .editor)
      }
    }
    if who == .formerMember {
      for list in [scene.house, scene.choir] { try await scene.mine.remove(ben.account, from: list) }
      try await scene.store.execute(
        "DELETE FROM memberships WHERE account = ? AND list = ?", [ben.account.value, scene.trashed.value])
    }
  }
}
