import StatePages
import Tasks

/// The form that renames a list or a section, or names a new section.
struct RenameForm: TemplateView {
  static let fields: [String: Field<RenameForm>] = [
    "action": .form { form in
      form.section.map { .section($0, .rename) } ?? .list(form.list, form.isNew ? .addSection : .rename)
    },
    "ofSection": .flag { $0.isNew || $0.section != nil },
    "version": .text { $0.version.description },
    "value": .text(\.value),
    "focus": .flag { _ in true },
    "error": .view(\.error),
  ]
  let list: ListID
  /// The section that is renamed; nil for the list, or a new section.
  var section: SectionID?
  private(set) var isNew = false
  /// The change that last edited the name; for a new section, the list's last one.
  let version: ChangeID
  let value: String
  var error: FieldError?

  init(list: ListID, section: SectionID? = nil, version: ChangeID, value: String, error: FieldError? = nil) {
    (self.list, self.section, self.version, self.value, self.error) = (list, section, version, value, error)
  }

  init(newSectionOf list: ListSummary, value: String = "", error: FieldError? = nil) {
    self.init(list: list.id, version: list.revision, value: value, error: error)
    isNew = true
  }
}
