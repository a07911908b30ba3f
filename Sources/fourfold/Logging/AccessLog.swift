import Logging

struct AccessLog: Sendable {
  enum Share: Hashable, Sendable {
    case none, all
    /// A part of them, from 0 to 1. Those that fail or are slow are always logged.
    case part(Double)

    /// Nil if the text is neither `none`, `all`, nor a percentage.
    init?(_ text: String) {
      switch text.lowercased() {
      case "none": self = .none
      case "all": self = .all
      default:
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) else {
          return nil
        }
        self = .part(percent / 100)
      }
    }
  }

  static let slow = Duration.seconds(1)

  let share: Share
  /// Returns a number from 0 to 1.
  var dice: @Sendable () -> Double = { Double.random(in: 0..<1) }

  func log(_ request: ServedRequest, _ logger: Logger) {
    guard isLogged(request) else { return }
    logger.info(
      "request",
      metadata: [
        "method": .string(request.method.rawValue), "route": .string(request.route),
        "status": .stringConvertible(request.status), "milliseconds": .stringConvertible(request.milliseconds),
      ])
  }

  private func isLogged(_ request: ServedRequest) -> Bool {
    switch share {
    case .none: false
    case .all: true
    case .part(let part): request.status >= 500 || request.duration >= Self.slow || dice() < part
    }
  }
}
