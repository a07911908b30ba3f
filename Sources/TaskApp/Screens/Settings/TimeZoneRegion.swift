import Foundation
import StatePages

/// A part of the world, and the names of its time zones.
struct TimeZoneRegion: Sendable {
  /// `Europe`; also the beginning of the names.
  let name: String
  /// IANA names in their order: `Europe/Berlin`.
  let zones: [String]

  /// All that the system knows, but those that are in no part of the world.
  static let all: [TimeZoneRegion] = {
    let names = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.sorted()
    return Dictionary(grouping: names) { String($0.prefix { $0 != "/" }) }
      .map { TimeZoneRegion(name: $0, zones: $1) }.sorted { $0.name < $1.name }
  }()
}

/// A region, as a choice of its zones.
struct TimeZoneGroup: TemplateView {
  static let fields: [String: Field<TimeZoneGroup>] = [
    "name": .text(\.region.name),
    "zones": .rows { group in group.region.zones.map { Option(zone: $0, isSelected: $0 == group.chosen) } },
  ]
  let region: TimeZoneRegion
  /// The name of the zone that is chosen, here or elsewhere.
  let chosen: String

  struct Option: TemplateView {
    static let fields: [String: Field<Option>] = [
      "value": .text(\.zone),
      "selected": .flag(\.isSelected),
      "city": .text(\.city),
    ]
    let zone: String
    let isSelected: Bool

    /// What follows the region: `Argentina/Buenos Aires`.
    private var city: String {
      String(zone.drop { $0 != "/" }.dropFirst()).replacing("_", with: " ")
    }
  }
}
