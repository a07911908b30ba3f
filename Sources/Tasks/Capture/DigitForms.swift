/// What a word with digits can be: `27`, `2026`, `9:30`, `9am`, `2026-11-27`, `27/11`, `4d`.
struct DigitForms {
  private(set) var values: [(kind: WordKind, value: Int)] = []

  /// - Parameters:
  ///   - ordinals: the days of a month by what follows their digits: `1st`, `2.`
  ///   - ending: what the letters after digits can be: `am`.
  init(
    _ word: String, order: DateOrder, ordinals: [String: Set<Int>],
    ending: (Substring) -> [(kind: WordKind, value: Int)]
  ) {
    guard word.utf8.count <= 16, word.utf8.contains(where: Self.isDigit) else { return }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let rest = word.dropFirst(digits.count)
    if let number = Self.number(digits) {
      if rest.isEmpty {
        addNumber(number, digits: digits.utf8.count)
      } else if digits.utf8.count <= 2, ordinals[String(rest)]?.contains(number) == true {
        values.append((.ordinal, number))
      } else if digits.utf8.count <= 3, let unit = ending(rest).first(where: { [.unit, .spanUnit].contains($0.kind) }) {
        values.append((.span, number * 100 + unit.value))
      }
    } else if ["'", "’"].contains(word.prefix(1)), word.utf8.count <= 5, let year = Self.number(word.dropFirst(1)),
      word.count == 3
    {
      values.append((.year, 2_000 + year))
    }
    addTime(word, ending)
    addRange(word)
    addDate(word, order, hasEndedDates: ordinals["."] != nil)
  }

  private mutating func addNumber(_ number: Int, digits: Int) {
    if digits <= 3 { values.append((.number, number)) }
    if digits <= 2 { values.append((.digits, number)) }
    if digits == 2 { values.append((.year, 2_000 + number)) }
    if digits == 4, 1_900...2_199 ~= number { values.append((.year, number)) }
  }

  /// “5-8”, and “5.–8.” where days have a point.
  private mutating func addRange(_ word: String) {
    let days = word.split(omittingEmptySubsequences: false) { "-–".contains($0) }
      .map { Self.number($0.last == "." ? $0.dropLast() : $0) }
    guard days.count == 2, let first = days[0], let last = days[1], 1...31 ~= first, 1...31 ~= last else { return }
    values.append((.digitRange, first * 100 + last))
  }

  private mutating func addTime(_ word: String, _ ending: (Substring) -> [(kind: WordKind, value: Int)]) {
    let dotted = word.split(separator: ".", omittingEmptySubsequences: false)
    if dotted.count == 2, dotted[1].utf8.count == 2, let hour = Self.number(dotted[0]), hour < 24,
      let minutes = Self.number(dotted[1]), minutes < 60
    {
      values.append((.dottedClock, hour * 60 + minutes))
    }
    // “9:30am”, “9.30am”, and “17h30”.
    let time = word.prefix { $0.isASCII && $0.isNumber || $0 == ":" || $0 == "." }
    var rest = word.dropFirst(time.count)
    var parts = time.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    let hasColon = time.contains(":")
    if parts.count == 1, rest.utf8.count > 2, Self.number(rest.suffix(2)) != nil {
      (parts, rest) = ([parts[0], rest.suffix(2)], rest.dropLast(2))
      guard ending(rest).contains(where: { $0.kind == .oclock }) else { return }
    }
    guard 1...2 ~= parts.count, 1...2 ~= parts[0].utf8.count, let hour = Self.number(parts[0]), hour < 24 else {
      return
    }
    var minutes = 0
    if parts.count == 2 {
      guard parts[1].utf8.count == 2, let number = Self.number(parts[1]), number < 60 else { return }
      minutes = number
    }
    if rest.isEmpty, parts.count == 2, hasColon { values.append((.clock, hour * 60 + minutes)) }
    guard !rest.isEmpty else { return }
    for (kind, value) in ending(rest) {
      if kind == .meridiem, 1...12 ~= hour { values.append((.time, hour % 12 * 60 + minutes + value)) }
      if kind == .oclock, hour >= value || parts.count == 2 && hour >= 7 { values.append((.time, hour * 60 + minutes)) }
    }
  }

  private mutating func addDate(_ word: String, _ order: DateOrder, hasEndedDates: Bool) {
    if word.utf8.count == 16, word.dropFirst(10).first == "t", let day = Day(iso: word.prefix(10)),
      let time = TimeOfDay(String(word.suffix(5)))
    {
      values.append((.moment, day.daysSince(Day(daysSince1970: 0)) * 1_440 + time.minutes))
    }
    guard let mark = word.first(where: { !($0.isASCII && $0.isNumber) }), "/.-".contains(mark) else { return }
    let isEnded = mark == "." && word.last == "."
    let parts = (isEnded ? word.dropLast() : word[...]).split(separator: mark, omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.number)
    guard numbers.count == parts.count, 2...3 ~= parts.count else { return }
    if parts[0].utf8.count == 4, parts.count == 3,
      mark == "/" || parts[1].utf8.count == 2 && parts[2].utf8.count == 2
    {
      add(Day(year: numbers[0], month: numbers[1], day: numbers[2]))
      return
    }
    guard parts[0].utf8.count <= 2, parts[1].utf8.count <= 2 else { return }
    // A number over twelve is the day in either order.
    let monthIsFirst = order == .monthFirst ? numbers[0] <= 12 : numbers[1] > 12
    let (month, day) = monthIsFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    if parts.count == 3, [2, 4].contains(parts[2].utf8.count) {
      add(Day(year: numbers[2] < 100 ? 2_000 + numbers[2] : numbers[2], month: month, day: day))
    } else if parts.count == 2, Day(year: 2_000, month: month, day: day) != nil {
      // “24/7” is no date, “27.11” may be a price, “3/4” a fraction.
      let isClear =
        isEnded && hasEndedDates || mark == "/" && max(numbers[0], numbers[1]) > 12 && word != "24/7"
      values.append((isClear ? .dateOfYear : .doubtfulDate, month * 100 + day))
    }
  }

  private mutating func add(_ day: Day?) {
    if let day { values.append((.date, day.daysSince(Day(daysSince1970: 0)))) }
  }

  /// A date whose parts have spaces between, `3. 12.` or `3.12. 2026`, as one word; nil for others.
  static func joinedDate(_ first: String, _ second: String) -> String? {
    let parts = first.dropLast().split(separator: ".", omittingEmptySubsequences: false).compactMap { number($0) }
    let last = second.last == "." ? second.dropLast() : second[...]
    guard let number = number(last), let day = parts.first, 1...31 ~= day else { return nil }
    let isMonth = parts.count == 1 && second.last == "." && second.utf8.count <= 3 && 1...12 ~= number
    let isYear = parts.count == 2 && second.utf8.count == 4 && 1...12 ~= parts[1]
    return isMonth || isYear ? first + second : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// A number of ASCII digits; not `+1`, which `Int` reads.
  static func number(_ text: some StringProtocol) -> Int? {
    !text.isEmpty && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }
}
