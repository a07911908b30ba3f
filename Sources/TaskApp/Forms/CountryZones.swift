import Foundation

/// The time zone in which most people of a country live, from the time zone database's table of countries.
struct CountryZones: Sendable {
  /// By ISO 3166's code of the country. A country without one such zone is left out.
  private let zones: [String: String]

  /// Those of the system; none where it has no table.
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
