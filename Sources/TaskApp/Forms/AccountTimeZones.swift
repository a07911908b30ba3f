import Foundation
import StatePages

struct AccountTimeZones: TemplateView {
  static let fields: [String: Field<AccountTimeZones>] = [
    // The database's name of the zone reads like a path.
    "serverZone": .text { $0.server == "Etc/UTC" ? "UTC" : $0.server },
    "atServer": .flag(\.chosen.isEmpty), "otherZone": .optional(\.otherZone),
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
    // Without the region: `Argentina/Buenos Aires`.
    "zones": .rows { group in
      group.region.zones.map { zone in
        let city = String(zone.dropFirst(group.region.name.count + 1))
        return Choice(zone, city.replacing("_", with: " "), isSelected: zone == group.chosen)
      }
    },
  ]
  let region: TimeZoneRegion
  /// The name of the selected zone, possibly in another region.
  let chosen: String
}

/// The time zone in which most people of a country live, from the time zone database's table of countries.
struct CountryZones: Sendable {
  /// By ISO 3166's code of the country. A country without one such zone is left out.
  private let zones: [String: String]

  /// The zones of the system's table; none where it has none.
  static let installed = CountryZones(
    table: String(
      decoding: FileManager.default.contents(atPath: "/usr/share/zoneinfo/zone.tab") ?? Data(), as: UTF8.self))

  /// - Parameter table: lines of a country, coordinates, a zone, and what tells it from the country's others.
  init(table: String) {
    let rows = table.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t") }.filter { $0.count >= 3 }
    zones = Dictionary(grouping: rows) { String($0[0]) }.compactMapValues { rows in
      let most = rows.filter { $0.count > 3 && ($0[3].hasPrefix("most of ") || $0[3].hasSuffix("(mainland)")) }
      return (rows.count == 1 ? rows : most.count == 1 ? most : []).first.map { String($0[2]) }
    }
  }

  /// The zone of the country of the first language.
  /// - Parameter languages: the header `Accept-Language`.
  func zone(for languages: String?) -> String? {
    let first = languages?.prefix(100).prefix { $0 != "," && $0 != ";" } ?? ""
    return first.split(separator: "-").dropFirst().first { $0.count == 2 }.flatMap { zones[$0.uppercased()] }
  }
}
