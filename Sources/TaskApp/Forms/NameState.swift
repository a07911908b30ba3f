import StatePages

/// The state of a form with a name alone.
typealias NameState = FormState<NameField, FieldError>

enum NameField: String, CaseIterable {
  case name
}

extension NameState {
  /// A name as typed, and what is wrong with it.
  init(_ name: String, _ error: FieldError? = nil) {
    self.init([.name: name])
    if let error { reject(.name, error) }
  }
}
