import StateViews

/// Numbers in sentences.
enum Counted {
  /// The number with commas between thousands.
  static func text(_ count: Int) -> String {
    // Nearly all counts of a page.
    if count < 1_000 { return String(max(0, count)) }
    let digits = Array(String(count))
    return digits.indices.map { index in
      let isGroup = index > 0 && (digits.count - index) % 3 == 0
      return (isGroup ? "," : "") + String(digits[index])
    }.joined()
  }
}

extension Fact {
  /// A number in a sentence, in contrast to one that names something, such as a port.
  static func count(_ count: Int) -> Fact { .text(Counted.text(count)) }
}
