import Foundation
import StatePages
import StateViews
import TaskStore
import Tasks

/// What a file has sent back that was taken along: the tasks to tick, and the form that ticks them.
struct TakenTicks: Piece {
  static let template = "take-along/ticks"
  static let fields: [String: Field<TakenTicks>] = [
    "action": .form { .list($0.list, .addTasks) },
    "version": .optional { $0.file?.revision.description },
    "forged": .flag { $0.file == nil },
    "old": .flag(\.isOld), "on": .optional(\.on),
    "days": .number { _ in Limits.takenDays },
    "tasks": .rows { $0.open.map(Row.init) }, "none": .flag { $0.open.isEmpty },
    "count": .number(\.open.count.ifAny),
    "sendable": .flag { $0.file != nil && !$0.isOld && !$0.open.isEmpty },
    "others": .number(\.others.ifAny),
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.task.id.description }, "title": .text { ShortText.of($0.task.title) },
    ]
    let task: OpenTask
  }

  private let list: ListID
  /// Nil for a file that is not of this server.
  let file: TakenFile?
  private let isOld: Bool
  private let on: String?
  /// The tasks that are still open.
  private let open: [OpenTask]
  /// The number of the others: they were done meanwhile, or are gone.
  private let others: Int

  /// - Throws: `forbidden` for the file of another account.
  init(_ boxes: TakenBoxes, of list: ListID, _ request: SignedInRequest) async throws(Failure) {
    let (look, file) = (request.look, TakenFile(boxes.file, of: list, key: request.signingKey))
    if let file, file.account != request.reader.account { throw .takenByAnother }
    (self.list, self.file, isOld) = (list, file, file?.isOld(at: look.now) ?? false)
    on = file.map { DayPrinter(look).fullDate(Day(of: Date(timeIntervalSince1970: Double($0.at)), in: look.zone)) }
    // Nothing is said of tasks that a forgery names.
    open = file == nil ? [] : try await request.store.openTasks(among: boxes.tasks, in: list)
    others = file == nil ? 0 : Set(boxes.tasks).count - open.count
  }
}

extension Failure {
  static let takenByAnother = Failure(.forbidden, "taken-by-another")
}
