import Tasks

/// Why a form was rejected: errors of its fields, or one error of the whole form.
enum Rejection: Hashable {
  case invalid(InvalidInput)
  case refused(FieldError)

  func error(in field: InputField) -> FieldError? {
    switch self {
    case .invalid(let input): FieldError(input, in: field)
    case .refused: nil
    }
  }

  var problem: FieldError? {
    switch self {
    case .invalid: nil
    case .refused(let error): error
    }
  }

  /// The error of the whole form; nil if it is `told`, which is shown at a field instead.
  func problem(besides told: FieldError) -> FieldError? {
    problem == told ? nil : problem
  }
}
