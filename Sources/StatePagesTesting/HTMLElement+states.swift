/// The states of the regions on a page.
extension HTMLElement {
  /// The element of a region; nil while it has only a placeholder.
  public func region(_ name: String) -> HTMLElement? {
    first { $0["data-region"] == name }
  }

  /// The placeholder of a region that was still loading when the page began; it stays in the text of a streamed page.
  public func placeholder(for region: String) -> HTMLElement? {
    first { $0["data-placeholder-for"] == region }
  }

  /// The state of a region and its reason: `content`, `empty/all-done`, `failed/conflict`; nil if it has no element. The kind of a
  /// failure is not in it: `failed/job-unknown` for one that is gone for this reason.
  public func state(_ region: String) -> String? {
    self.region(region)?.stateAndReason
  }

  /// The states of all regions, by name.
  public var states: [String: String] {
    let regions = all { $0["data-region"] != nil }
    return regions.reduce(into: [:]) { states, region in
      if let name = region["data-region"] { states[name] = region.stateAndReason }
    }
  }

  private var stateAndReason: String {
    [self["data-state"], self["data-reason"]].compactMap(\.self).joined(separator: "/")
  }
}
