import Tasks
import Testing

@testable import TaskApp

struct SiteTests {
  private static let list = ListID(5)
  private static let task = TaskID(17)
  private static let source = SourceID(8)
  private static let sites: [Site] = [
    .home, .lists, .list(list), .listTasks(list), .listMove(list), .listDelete(list), .listRestore(list),
    .listClearCompleted(list), .listHistory(list), .listRefresh(list), .listCopy(list), .remoteNew, .remote,
    .source(source), .sourceAddress(source), .sourceLists(source), .sourceName(source), .sourceRefresh(source),
    .task(task),
    .taskComplete(task), .taskReopen(task), .taskMove(task),
    .taskDelete(task), .taskRestore(task), .undo(ChangeID(9)), .search, .trash, .trashEmpty, .setUp, .signIn, .signUp,
    .signOut,
    .settings,
    .settingsPassword, .settingsExport, .settingsRemove, .settingsActivity, .sessionRevoke(SessionID(4)),
    .sessionsRevoke,
    .kept(KeptFormID(2)), .keptDiscard(KeptFormID(2)), .gallery, .health,
    .wellKnownChangePassword, .securityText,
  ]

  @Test func `every address is a route's, and every route but files and poses has an address`() async throws {
    var settings = TaskApp.Settings.rehearsing
    settings.securityContact = "mailto:security@lists.example"
    let patterns = try await Set(RouteTable(of: World(settings).app).routes.map(\.pattern))
    let spelt = Set(Self.sites.map { $0.path.replacing(/\/\d+/, with: "/{id}") })
    #expect(spelt == patterns.subtracting(["/assets/{name}", "/gallery/{screen}/**"]))
  }

  @Test(arguments: [
    (TaskFlow.Step.overview(), "/lists"),
    (.overview(did: ChangeID(3)), "/lists?did=3"),
    (.overview(at: .button(.up, list), arranging: true, did: ChangeID(3)), "/lists?arrange&did=3#up-5"),
    (.list(list), "/lists/5"),
    (.list(list, at: .newTask, did: ChangeID(3)), "/lists/5?did=3#new-task"),
    (.list(list, at: .row(task)), "/lists/5#task-17"),
    (.list(list, at: .button(.bottom, task), arranging: true), "/lists/5?arrange#bottom-17"),
    (.task(task, did: ChangeID(3)), "/tasks/17?did=3"),
    (.trash(), "/trash"),
    (.trash(did: ChangeID(3)), "/trash?did=3"),
  ])
  func `every step has its address`(step: TaskFlow.Step, address: String) {
    #expect(step.address == address)
  }
}
