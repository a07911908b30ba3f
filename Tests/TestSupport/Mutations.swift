import Foundation

/// Random changes of bytes, for tests of parsers. A seed makes every finding reproducible.
public struct Mutations {
  private var random: Seeded
  /// The inputs to change, and from which others take pieces.
  private let corpora: [[UInt8]]
  /// What is inserted.
  private let words: [[UInt8]]

  /// How many inputs a test tries: `FOURFOLD_MUTATIONS`, or its own number.
  public static func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["FOURFOLD_MUTATIONS"].flatMap { Int($0) } ?? usual
  }

  /// Changes of some inputs.
  public init(of corpora: [[UInt8]], words: [String], seed: UInt64) {
    random = Seeded(seed)
    self.corpora = corpora
    self.words = words.map { Array($0.utf8) }
  }

  /// One of the inputs after some changes; `which` is counted modulo their number, nil for a random one.
  public mutating func next(_ which: Int? = nil, at most: Int = 8) -> [UInt8] {
    var bytes = which.map { corpora[$0 % corpora.count] } ?? corpora.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...most, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let rest = Int.random(in: place...min(place + 80, bytes.count), using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: bytes.removeSubrange(place..<rest)
    case 1: bytes.insert(contentsOf: bytes[place..<rest], at: Int.random(in: 0...place, using: &random))
    case 2: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
    case 3: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case 4:
      let other = corpora.randomElement(using: &random) ?? []
      bytes.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...min(other.count, 2_000), using: &random)))
    default: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
    }
  }
}

/// The processor time of this thread for some work, so that other load on the machine does not count.
public func threadTime(_ work: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try work()
  return now() - start
}
