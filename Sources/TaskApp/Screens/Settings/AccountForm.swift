import StatePages
import Tasks

struct AccountForm: Piece {
  static let template = "settings/account"
  static let fields: [String: Field<AccountForm>] = [
    "name": .text(\.name),
    "refused": .flag { $0.rejection != nil || $0.export != nil },
    "exportAction": .form { _ in .export },
    "exportFocus": .flag { $0.export != nil },
    "exportError": .view(\.exportError),
    "formats": .rows { form in
      ExportFormat.allCases.filter { $0 != .events }.map {
        ExportFormatOption(format: $0, isSelected: $0 == form.format)
      }
    },
    "exportProblem": .view { $0.export?.problem(besides: .mismatch) },
    "removeAction": .form { _ in .removeAccount },
    "noLists": .flag { $0.lists == 0 },
    "lists": .number { $0.lists > 0 ? $0.lists : nil },
    "open": .flag { $0.rejection != nil },
    "passwordError": .view(\.passwordError),
    "problem": .view { $0.rejection?.problem(besides: .mismatch) },
  ]
  let name: String
  let lists: Int
  /// Why the account was not removed, if that was requested.
  var rejection: Rejection?
  var export: Rejection?
  var format = ExportFormat.json

  private var exportError: FieldError? {
    export == .refused(.mismatch) ? .wrongPassword : export?.error(in: .password)
  }

  private var passwordError: FieldError? {
    rejection == .refused(.mismatch) ? .wrongPassword : rejection?.error(in: .password)
  }
}

private struct ExportFormatOption: TemplateView {
  static let fields: [String: Field<ExportFormatOption>] = [
    "value": .text(\.format.rawValue),
    "selected": .flag(\.isSelected),
    "json": .flag { $0.format == .json },
    "table": .flag { $0.format == .table },
    "calendar": .flag { $0.format == .iCalendar },
    "markdown": .flag { $0.format == .markdown },
    "todoTxt": .flag { $0.format == .todoTxt },
  ]
  let format: ExportFormat
  let isSelected: Bool
}
