import Testing

@testable import Tasks

struct NameSkeletonTests {
  private func skeleton(_ name: String) -> String { NameSkeleton.skeleton(of: name) }

  @Test(arguments: [
    ("Vera", "V\u{435}ra"), ("Vera", "\u{FF36}\u{FF25}\u{FF32}\u{FF21}"), ("Vera", "v\u{E9}r\u{E0}"),
    ("Vera", "Ve\u{301}\u{302}ra"),
    ("Vera", "V\u{3B5}ra"), ("Bepa", "\u{412}\u{435}\u{440}\u{430}"),
    ("paul", "\u{440}\u{430}\u{443}l".replacing("\u{443}", with: "u")),
    ("Ian", "lan"), ("anna1", "annal"), ("Bob", "B0b"), ("modern", "modem"), ("Nikos", "\u{39D}ikos"),
    ("Helen", "\u{397}elen"),
    ("TOM", "\u{422}\u{41E}\u{41C}"), ("\u{130}da", "Ida"), ("Ann  Lee", "Ann Lee"), ("Ann\u{200B}", "Ann"),
    ("Bj\u{F8}rn", "Bjorn"),
    ("scope", "\u{455}\u{441}\u{43E}\u{440}\u{435}"), ("\u{1D400}nn", "Ann"), ("x", "\u{2CAD}"), ("waw", "vvavv"),
  ])
  func `names that look alike have one skeleton`(left: String, right: String) {
    #expect(skeleton(left) == skeleton(right), "\(skeleton(left)) \(skeleton(right))")
  }

  @Test(arguments: [
    ("Vera", "Verena"), ("Anna", "Anne"), ("Ann Lee", "AnnLee"), ("Bob", "Rob"),
    ("\u{905}\u{915}\u{93E}", "\u{905}\u{915}\u{93F}"),
    ("\u{645}\u{631}\u{64A}\u{645}", "\u{633}\u{639}\u{64A}\u{62F}"), ("\u{674E}\u{660E}", "\u{674E}\u{9633}"),
    ("Vera", "Cera"),
    ("1", "2"), ("a", "b"),
  ])
  func `names that look different have different skeletons`(left: String, right: String) {
    #expect(skeleton(left) != skeleton(right))
  }

  @Test func `a name has one skeleton in any case, except for capitals that look like other letters`() {
    for name in ["vera", "sven", "šárka", "тарас", "αββας"] {
      #expect(skeleton(name) == skeleton(name.uppercased()), "\(name)")
    }
    #expect(skeleton("ian") != skeleton("IAN"))
  }

  @Test func `every name has a skeleton, and the longest is fast`() {
    for name in ["李明", "مريم", "🦊", "1", "|", "ªº", String(repeating: "ш\u{301}", count: 300)] {
      #expect(!skeleton(name).isEmpty, "\(name)")
    }
  }
}
