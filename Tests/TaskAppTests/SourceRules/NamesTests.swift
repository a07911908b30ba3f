import Foundation
import Testing

@testable import TaskApp

/// The screens that a screen may name. Which page follows which is decided by the flow.
struct ScreenTests {
  /// The folders whose types any screen may name, each with what is shared.
  private static let shared = [
    "Layout": "the layout of every page",
    "Problem": "the text of a form that was not saved",
    "List": "the pane of all lists, beside a list",
    "Lists": "the region with the names of all lists, on the overview and beside a list",
    "Today": "the field for a new task, on the page of a day as well",
    "Upcoming": "the page of a day, which Today's form comes back to",
    "Due": "the regions of Today, one for each section",
    "Card": "the regions of the overview, one for each list",
    "RemoteCard": "the regions of the overview, one for each remote list",
    "Tasks": "the region of open tasks, and the rows of all tasks",
    "Arranging": "the region of tasks or lists while they are put in order",
    "Section": "the regions of a list with sections, and the forms of their headings",
    "Completed": "the region of completed tasks",
    "Remote": "the pieces, region, rows and failures of a source",
    "Preview": "the region with the tasks of a source",
    "Collections": "the region with the lists of a server",
    "Search": "the results of a search, and of a saved filter",
    "ImportPreview": "the region with what a file has",
    "ImportResult": "the region of an import",
    "Subtasks": "the region of a task's steps, and the form that adds some",
    "Comments": "the region of a task's comments, and the field for one",
    "Task": "how notes are read, and the page and edit that the form of a comment is sent with",
    "Sharing": "the offers above the lists, and what answers the forms that share one",
    "Feeds": "the form that makes a feed of a list",
    "SourceLog": "the region below the history of a remote list",
    "AppPasswords": "a region of the settings",
    "Sessions": "a region of the settings",
    "Settings": "what confirms that settings were saved",
    "Usage": "a region of the settings, and the meters of the operator's page",
    "Review": "the parts of the review", "ReviewTasks": "the region of its tasks",
    "History": "what a change did to a field", "TakeAlong": "what a file of a list has sent back",
    "Earlier": "a list as it was, and the form that brings a task back",
    "ServerState": "a region of the operator's page",
    "ServerAccounts": "a region of the operator's page",
    "ServerEvents": "a region of the operator's page",
  ]

  /// The gallery shows every screen.
  private static let namesAll = "Gallery"

  @Test func `no screen names the types of another, except for shared regions`() throws {
    let screens = House.sources.appending(path: "TaskApp/Screens")
    var code: [String: String] = [:]
    for file in try House.files(in: screens, ending: "swift") {
      let folder = String(file.prefix { $0 != "/" })
      code[folder, default: ""] += Self.code(try House.text(of: file, in: screens))
    }
    let words = code.mapValues { code in Set(code.matches(of: /\w+/).map { String($0.output) }) }
    var named: Set<String> = []
    for (owner, code) in code {
      for type in Self.types(in: code) {
        for (folder, words) in words where folder != owner && folder != Self.namesAll && words.contains(type) {
          #expect(Self.shared[owner] != nil, "\(folder) names \(type) of \(owner)")
          named.insert(owner)
        }
      }
    }
    #expect(named == Set(Self.shared.keys), "folders that are named, and shared folders")
  }

  /// Sequence or UI: what loads and composes a page is one type, and what answers its forms another.
  @Test func `no page answers forms`() throws {
    let screens = House.sources.appending(path: "TaskApp/Screens")
    for file in try House.files(in: screens, ending: "swift") {
      let text = try House.text(of: file, in: screens)
      let answers = text.contains(/static func \w+\([^)]*_ form: FormBody/)
      #expect(!text.contains("static func page(") || !answers, "\(file)")
    }
  }

  /// The names of the types that other files can use.
  private static func types(in code: String) -> [String] {
    code.matches(of: /(?m)^(?:final )?(?:struct|enum|class|protocol|typealias) (\w+)/).map { String($0.output.1) }
  }

  /// The text of a file without comments and string literals.
  private static func code(_ text: String) -> String {
    text.replacing(/\/\/.*/, with: "").replacing(/"[^"\n]*"/, with: "")
  }
}

/// Screens and flows reach the store for one account only, that of the request: through `SignedInRequest.store`.
struct AccountTests {
  /// Signed-out pages: there is no reader, so each names the account of a session that ended or of a sign-in that just succeeded.
  private static let signedOut = "Screens/SignedOut/"

  @Test(arguments: ["Screens", "Flows"]) func `no screen or flow tells the store an account`(folder: String) throws {
    let sources = House.sources.appending(path: "TaskApp")
    let files = try House.files(in: sources, ending: "swift").filter { $0.hasPrefix("\(folder)/") }
    #expect(!files.isEmpty)
    for file in files where !file.hasPrefix(Self.signedOut) {
      let text = try House.text(of: file, in: sources)
      for way in ["app.store", "store.store", "store[", "StoreAccess", "AccountStore(", "of: account,"] {
        #expect(!text.contains(way), "\(file) has \(way)")
      }
    }
  }
}

/// Only flows contain addresses: a template prints those of its view, a view sends intents, and the flow that shows it says where they lead.
struct AddressTests {
  @Test func `no template contains an address of the app`() throws {
    for file in try House.files(in: House.templates, ending: "mustache") {
      let text = try House.text(of: file, in: House.templates)
      #expect(text.firstMatch(of: /(?:href|action)="\//) == nil, "\(file)")
    }
  }

  /// So a screen works in every flow, and a flow is changed in the flow alone.
  @Test(arguments: ["Sources/TaskApp/Screens", "Examples/Departures/Sources/Departures"])
  func `no screen contains an address or names a flow`(folder: String) throws {
    let screens = House.root.appending(path: folder)
    for file in try House.files(in: screens, ending: "swift") where !file.contains(/^(Flow|App)\//) {
      let text = try House.text(of: file, in: screens).replacing(/\/\/.*/, with: "")
      let literals = text.matches(of: /"\/[a-z\\][^"]*"/).map { String($0.output) }
      #expect(literals == [], "\(file)")
      #expect(!text.contains(/\b[A-Z]\w+Flow\b/.wordBoundaryKind(.simple)), "\(file)")
    }
  }
}
