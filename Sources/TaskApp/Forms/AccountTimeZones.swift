import Foundation
import StatePages

/// The time zones to choose from.
struct AccountTimeZones: TemplateView {
  static let fields: [String: Field<AccountTimeZones>] = [
    // The database's name of the zone reads like a path.
    "serverZone": .text { $0.server == "Etc/UTC" ? "UTC" : $0.server },
    "atServer": .flag(\.chosen.isEmpty),
    "otherZone": .optional(\.otherZone),
    "regions": .rows { choice in TimeZoneRegion.all.map { TimeZoneGroup(region: $0, chosen: choice.chosen) } },
  ]
  /// The name of the chosen zone; empty for the server's.
  var chosen: String
  /// The name of the server's zone.
  let server: String
  var isValid = true

  /// A selected zone that is not offered, such as an older name that is still in use.
  private var otherZone: String? {
    let isOffered = chosen.isEmpty || TimeZoneRegion.all.contains { $0.zones.contains(chosen) }
    return isOffered || !isValid ? nil : chosen
  }
}

/// A region of the IANA time zone database, and the names of its zones.
struct TimeZoneRegion: Sendable {
  /// The region's name, which is the prefix of its zones: `Europe`.
  let name: String
  /// The IANA names in alphabetical order: `Europe/Berlin`.
  let zones: [String]

  /// All regions that the system knows; zones without a region are omitted.
  static let all: [TimeZoneRegion] = {
    let names = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.sorted()
    return Dictionary(grouping: names) { String($0.prefix { $0 != "/" }) }
      .map { TimeZoneRegion(name: $0, zones: $1) }.sorted { $0.name < $1.name }
  }()
}

/// A region as a group of options.
private struct TimeZoneGroup: TemplateView {
  static let fields: [String: Field<TimeZoneGroup>] = [
    "name": .text(\.region.name),
    "zones": .rows { group in group.region.zones.map { Option(zone: $0, isSelected: $0 == group.chosen) } },
  ]
  let region: TimeZoneRegion
  /// The name of the selected zone, possibly in another region.
  let chosen: String

  struct Option: TemplateView {
    static let fields: [String: Field<Option>] = [
      "value": .text(\.zone),
      "selected": .flag(\.isSelected),
      "city": .text(\.city),
    ]
    let zone: String
    let isSelected: Bool

    /// The name without the region: `Argentina/Buenos Aires`.
    private var city: String {
      String(zone.drop { $0 != "/" }.dropFirst()).replacing("_", with: " ")
    }
  }
}
