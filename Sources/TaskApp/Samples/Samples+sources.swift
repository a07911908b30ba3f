import StateViews
import Tasks

extension Samples {
  /// Every way in which fetching a list can fail. The stored copy, if any, is three hours old.
  static let sourceFailures: [Failure] =
    (detailed + SourceFailure.plain.sorted { $0.key < $1.key }.map(\.value)).map(failed)
    + [Failure.noTurn(host: host, source: sourceID)]

  private static let detailed: [SourceFailure] =
    [
      .timedOut(.waiting), .timedOut(.receiving), .timedOut(.stalled), .blockedPort(8080),
      .blockedAddress(BlockedAddress(.reserved, target: "169.254.169.254")), .blockedAddress(BlockedAddress(.reserved)),
      .blockedAddress(BlockedAddress(.private, target: "nas.example")), .blockedAddress(BlockedAddress(.private)),
      .signInUnknown("Negotiate"), .signInUnknown(""), .status(403), .status(404), .status(410), .status(503),
      .status(204), .status(206), .status(405), .status(500), .status(418), .severalLists(3),
    ] + CertificateProblem.allCases.map(SourceFailure.certificate)
    + UnreadableList.allCases.map(SourceFailure.unreadable)

  static let fetchStages: [Reason] = [
    "queued", Reason("connecting", ["host": .text(host)]), Reason("waiting", ["host": .text(host)]),
    Reason("looking", ["host": .text(host)]),
    Reason("received", ["kilobytes": .numeral(340)]), Reason("reading", ["count": .number(1_200)]),
    Reason("attempt", ["number": .numeral(2), "of": .numeral(3)]),
  ]

  static let collections = [
    RemoteCollection(url: "https://choir.example/dav/ann/tasks/", name: "Tasks"),
    RemoteCollection(url: "https://choir.example/dav/ann/choir/", name: "Choir, autumn term"),
    RemoteCollection(url: "https://choir.example/dav/ann/" + String(repeating: "long-", count: 20), name: "قائمة"),
  ]

  static let severalLists = failed(.severalLists(3)).reason

  /// The page on which the address of ``sourceID`` is changed.

  private static func failed(_ failure: SourceFailure) -> Failure {
    let told = failure.failure(
      host: host, source: sourceID, age: 3 * 3_600,
      until: failure == .status(503) ? now + 1_200 : nil)
    // The template check needs every possible fact. Of several ages, the templates print the hours.
    let ages: [String: Fact] = ["hours": .number(3), "minutes": .number(180), "days": .number(3)]
    return Failure(
      told.kind, Reason(told.reason.name, told.reason.facts.merging(ages) { $1 }), retry: told.retry)
  }
}
