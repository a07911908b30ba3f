import Tasks

/// Why a form was not taken: what is wrong in its fields, or what is told of it as a whole.
enum Rejection: Hashable {
  case invalid(InvalidInput)
  case refused(FieldError)

  /// What is wrong with a field.
  func error(in field: InputField) -> FieldError? {
    switch self {
    case .invalid(let input): FieldError(input, in: field)
    case .refused: nil
    }
  }

  /// What is told of the form as a whole.
  var problem: FieldError? {
    switch self {
    case .invalid: nil
    case .refused(let error): error
    }
  }

  /// What is told of the form as a whole, where one thing is told at a field instead.
  func problem(besides told: FieldError) -> FieldError? {
    problem == told ? nil : problem
  }
}
