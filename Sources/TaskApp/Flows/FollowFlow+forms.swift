import StatePages
import Tasks

extension FollowFlow {
  /// A form of the pages for following a remote list.
  enum Form: Hashable, Sendable {
    case begin
    case takeAddress(SourceID)
    case chooseList(SourceID)
    case tryAgain(SourceID)
    case takeName(SourceID)

    /// The step with the form on its page.
    var step: Step {
      switch self {
      case .begin: .address(nil)
      case .takeAddress(let source): .address(source)
      case .chooseList(let source): .lists(source)
      case .tryAgain(let source): .preview(source)
      case .takeName(let source): .name(source)
      }
    }
  }

  /// The addresses of the forms, relative to the path that the outer flow mounts this flow at.
  static let forms = StepAddresses<Form> {
    StepAddress("/", .begin)
    StepAddress("/{id}/address", .segment) {
      .takeAddress($0)
    } values: {
      if case .takeAddress(let id) = $0 { id } else { nil }
    }
    StepAddress("/{id}/lists", .segment) {
      .chooseList($0)
    } values: {
      if case .chooseList(let id) = $0 { id } else { nil }
    }
    StepAddress("/{id}/refresh", .segment) {
      .tryAgain($0)
    } values: {
      if case .tryAgain(let id) = $0 { id } else { nil }
    }
    StepAddress("/{id}/name", .segment) {
      .takeName($0)
    } values: {
      if case .takeName(let id) = $0 { id } else { nil }
    }
  }
}
