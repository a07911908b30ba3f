import StatePages

/// The operators of the town, in the order of the board; as a caption, the template with the operator's name.
enum TransportOperator: String, CaseIterable, TemplateView, LosslessStringConvertible {
  case bus, tram, train
  static let fields: [String: Field<TransportOperator>] = [
    "operator": .template(among: allCases.map { "operators/\($0)" }) { "operators/\($0)" },
    "news": .part(\.newsRegion),
  ]
  var description: String { rawValue }
  /// The name of the region with its news.
  var newsRegion: String { "\(rawValue)-news" }

  init?(_ description: String) { self.init(rawValue: description) }
}

/// A departure, known by its operator and its moment: `tram-1795431600`.
struct Departure: Hashable, Sendable, LosslessStringConvertible {
  static let sample = Departure(transport: .tram, leaves: 36_000)
  let transport: TransportOperator
  /// Seconds since 1970.
  let leaves: Int64
  var destination: String { ["Harbour", "Old Town", "University"][Int(leaves / 900 % 3)] }
  var description: String { "\(transport)-\(leaves)" }

  /// The departures after a moment, for an hour: four, but none in the night break, from midnight to five.
  static func hour(of transport: TransportOperator, after moment: Int64) -> [Departure] {
    moment % 86_400 < 18_000 ? [] : (1...4).map { Departure(transport: transport, leaves: (moment / 900 + $0) * 900) }
  }
}

extension Departure {
  init?(_ description: String) {
    guard let parts = description.wholeMatch(of: /([a-z]+)-([1-9][0-9]{4,9})/)?.output,
      let transport = TransportOperator(rawValue: String(parts.1)), let leaves = Int64(parts.2),
      Self.hour(of: transport, after: leaves - 1).first?.leaves == leaves
    else { return nil }
    self.init(transport: transport, leaves: leaves)
  }
}
