/// The English words of dates, all in lower case.
enum DateWords {
  /// The weekday with a name, and whether the name is short.
  static func weekday(_ word: String) -> (day: Weekday, isShort: Bool)? {
    if let index = weekdays.firstIndex(of: word) { return (Weekday.allCases[index], false) }
    return shortWeekdays.firstIndex { $0.contains(word) }.map { (Weekday.allCases[$0], true) }
  }

  /// Whether a short weekday in lower case is a word of another kind: “where they sat”, “in the sun”.
  static func isOtherWord(_ word: some StringProtocol) -> Bool { ["sat", "sun", "wed"].contains(String(word)) }

  /// Whether a short weekday is the verb of a clause: “Find out who weds”.
  static func isVerb(_ word: some StringProtocol, after words: [String]) -> Bool {
    word == "weds" && words.contains(where: clauses.contains)
  }

  /// A number in digits, or in words up to twelve.
  static func number(_ word: some StringProtocol) -> Int? {
    numbers.firstIndex(of: String(word)).map { $0 + 1 } ?? digits(word)
  }

  /// A number of ASCII digits; not `+1`, which `Int` reads.
  static func digits(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]

  /// Whether a short weekday with a capital is a name, too, after another one: “Call Anna Sun”.
  static func isName(_ word: String) -> Bool { ["mon", "sat", "sun", "wed"].contains(word) }

  /// Whether `yesterday` after these words tells when something was: “Fix what broke yesterday”, “The mail I got yesterday”.
  static func isPast(_ words: [String]) -> Bool {
    words.contains(where: clauses.contains) || words.last.map { $0.hasSuffix("ed") || pasts.contains($0) } ?? false
  }

  private static let clauses: Set<String> = [
    "he", "how", "i", "it", "she", "that", "they", "we", "what", "when", "where", "which", "who", "whom", "why", "you",
  ]

  private static let pasts: Set<String> = [
    "bought", "broke", "broken", "came", "did", "done", "fell", "found", "from", "gave", "got", "had", "heard", "held",
    "left", "lost", "made", "met", "read", "said", "sat", "saw", "seen", "sent", "sold", "spoke", "taken", "taught",
    "told", "took", "was", "went", "were", "wrote", "written", "only", "just", "like", "since",
  ]

  /// The number of the month with a name, from 1.
  static func month(_ word: String) -> Int? {
    months.firstIndex { $0 == word || $0.prefix(3) == word || $0 == "september" && word == "sept" }.map { $0 + 1 }
  }

  /// Whether a word makes the date that follows it part of the title.
  static func isPart(ofTitle word: String) -> Bool {
    if binding.contains(word) || word.hasSuffix(":") { return true }
    // “10, 12 Nov”: the first of two days.
    return word.hasSuffix(",") && word.dropLast().allSatisfy(\.isNumber)
  }

  /// Verbs whose only object a date would be: “Plan next week”, “Read Friday”.
  static let verbsWithObject: Set = [
    "book", "celebrate", "discuss", "enjoy", "plan", "prepare", "read", "remember", "reread", "review", "rewatch",
    "schedule", "see", "skip", "watch",
  ]

  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let shortWeekdays: [Set<String>] = [
    ["mon"], ["tue", "tues"], ["wed", "weds"], ["thu", "thur", "thurs"], ["fri"], ["sat"], ["sun"],
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  private static let binding: Set<String> = Set(
    [
      // Prepositions and conjunctions: “Move the call to Friday” is not due on Friday.
      "about", "after", "and", "as", "at", "before", "between", "but", "except", "for", "from", "in", "into", "like",
      "nor", "not", "of", "on", "or", "past", "since", "starting", "starts", "than", "through", "thru", "til", "till",
      "to",
      "until", "vs", "with", "without", "&", "+", "-", "–", "—", "/", "|", "=",
      // Articles, possessives and verbs.
      "a", "an", "any", "each", "every", "her", "his", "my", "no", "other", "our", "some", "that", "the", "their",
      "these", "those", "your", "are", "be", "been", "called", "is", "named", "titled", "was", "were",
      // “A week on Friday”, “last Friday”, “the first Friday”.
      "day", "days", "week", "weeks", "fortnight", "month", "months", "last", "previous", "yesterday", "first",
      "second", "third", "fourth", "fifth", "1st", "2nd", "3rd", "4th", "5th",
    ] + names)

  /// The first words of names that end with a date.
  private static let names = [
    "ash", "black", "bloody", "blue", "casual", "cyber", "easter", "fat", "freaky", "giving", "gone", "good", "happy",
    "here", "holy", "man", "manic", "maundy", "mothering", "palm", "pancake", "psychology", "ruby", "sheffield",
    "shrove", "stormy", "super", "taco", "throwback", "usa", "whit",
  ]
}
