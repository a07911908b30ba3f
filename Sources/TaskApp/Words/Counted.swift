/// Numbers in sentences.
enum Counted {
  /// The number with commas between thousands.
  static func text(_ count: Int) -> String {
    let digits = Array(String(max(0, count)))
    return digits.indices.map { index in
      let isGroup = index > 0 && (digits.count - index) % 3 == 0
      return (isGroup ? "," : "") + String(digits[index])
    }.joined()
  }
}
