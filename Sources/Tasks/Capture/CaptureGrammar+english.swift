extension CaptureGrammar {
  /// English.
  static let english = CaptureGrammar(
    units: [
      "minute": Unit(kind: .minute), "minutes mins min": Unit(kind: .minute, isPlural: true),
      "hour": Unit(kind: .hour), "hours hrs": Unit(kind: .hour, isPlural: true),
      "day": Unit(kind: .day), "days": Unit(kind: .day, isPlural: true),
      "week": Unit(kind: .week), "weeks": Unit(kind: .week, isPlural: true),
      "fortnight": Unit(kind: .week, count: 2), "fortnights": Unit(kind: .week, count: 2, isPlural: true),
      "month": Unit(kind: .month), "months": Unit(kind: .month, isPlural: true),
      "quarter": Unit(kind: .month, count: 3), "quarters": Unit(kind: .month, count: 3, isPlural: true),
      "year": Unit(kind: .year), "years": Unit(kind: .year, isPlural: true),
    ],
    adverbs: [
      "daily": "day", "weekly": "week", "fortnightly": "fortnight", "monthly": "month", "quarterly": "quarter",
      "yearly annually": "year",
    ],
    words: [
      .day: ["yesterday": -1, "today tonight": 0, "tomorrow tmr tmrw tomorow tommorow": 1, "overmorrow": 2],
      .weekday: [
        "monday mon": 1, "tuesday tue tues": 2, "wednesday wed weds": 3, "thursday thu thur thurs": 4, "friday fri": 5,
        "saturday sat": 6, "sunday sun": 7,
      ],
      .dayset: ["weekday workday": 0b0011_1110, "weekend": 0b1100_0000],
      .month: [
        "january jan": 1, "february feb": 2, "march mar": 3, "april apr": 4, "may": 5, "june jun": 6, "july jul": 7,
        "august aug": 8, "september sep sept": 9, "october oct": 10, "november nov": 11, "december dec": 12,
      ],
      .number: [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12,
      ],
      .place: ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1],
      .other: ["other": 2],
      .meridiem: ["am a.m.": 0, "pm p.m.": 720],
      .noon: ["noon midday": 720],
      .part: ["morning": 0, "afternoon": 1, "evening": 2, "night": 3],
    ],
    digits: DigitForms.Notation(ordinals: [
      "st": Set(stride(from: 1, through: 91, by: 10)).subtracting([11]),
      "nd": Set(stride(from: 2, through: 92, by: 10)).subtracting([12]),
      "rd": Set(stride(from: 3, through: 93, by: 10)).subtracting([13]),
      "th": Set((4...99).filter { 11...13 ~= $0 || ![1, 2, 3].contains($0 % 10) }),
    ]),
    prepositions: [
      "on": .on, "by": .by, "due": .due, "at": .at, "@": .at, "from": .start, "starting": .start, "starts": .start,
      "beginning": .start,
      "until": .until, "till": .until, "til": .until, "ending": .until,
    ],
    joiners: ["and", "&"], title: .english,
    fragments: [
      "each": ["(every|each|ev)"],
      "monthday": [
        "the? (DIGITS|ORDINAL) of? MONTH", "the? PLACE of MONTH", "MONTH (DIGITS|ORDINAL)",
      ],
      "place": ["(ORDINAL|PLACE) WEEKDAY"], "dayplace": ["PLACE day"],
      "days": ["WEEKDAY+", "DAYSET", "the? ORDINAL+", "the? {place}", "the? {dayplace}", "{monthday}"],
      "interval": [
        "{each} UNIT", "{each} OTHER UNIT", "{each} NUMBER UNIT", "{each} (ORDINAL|PLACE) UNIT", "ADVERB",
      ],
      "ofmonth": ["of (the|each|every) month"],
      "clock": ["TIME", "(CLOCK|DIGITS)", "(CLOCK|DIGITS) MERIDIEM"],
    ],
    phrases: [
      .day: ["DAY"],
      .dayAfterTomorrow: ["the? day after tomorrow"],
      .weekday: ["WEEKDAY"],
      .thisWeekday: ["this WEEKDAY"],
      .nextWeekday: ["next WEEKDAY", "WEEKDAY of? next week", "next week on? WEEKDAY"],
      .weekdayInWeeks: ["WEEKDAY in NUMBER UNIT", "WEEKDAY in (a|an) UNIT"],
      .nextUnit: ["next UNIT"],
      .endOfUnit: ["at? the? end of (the|this)? UNIT", "on? the? last day of (the|this)? UNIT"],
      .endOfNextUnit: ["at? the? end of next UNIT"],
      .thisWeekend: ["this weekend", "(on|at|by|over) the weekend"],
      .nextWeekend: ["next weekend"],
      .inUnits: [
        "in NUMBER UNIT", "in (a|an) UNIT", "in SPAN", "NUMBER UNIT from (now|today)", "(a|an) UNIT from (now|today)",
      ],
      .date: ["WEEKDAY? {monthday} YEAR?", "WEEKDAY? (DATE|MONTHDATE)"],
      .middleOfMonth: ["mid MONTH"],
      .doubtfulDate: ["WEEKDAY? SHORTDATE", "the? ORDINAL"],
      .dayOfMonth: ["WEEKDAY? the ORDINAL"],
      .partOfDay: [
        "tonight at? {clock}", "at? {clock} tonight", "this PART", "this PART at? {clock}", "at? {clock} this PART",
      ],
      .moment: ["MOMENT"],
      .time: [
        "due? (at|by|@)? TIME", "due? (at|by|@)? (CLOCK|DIGITS) MERIDIEM", "due? (at|by|@) CLOCK", "due? (at|by) NOON",
      ],
      .timeOfDate: [
        "CLOCK", "(at|@) DIGITS", "NOON", "PART", "in the PART", "at PART", "PART at? {clock}",
        "at? {clock} in the PART",
      ],
      .every: [
        "{interval}", "{interval} on {days}", "{each} WEEKDAY+", "{each} OTHER WEEKDAY", "{each} DAYSET",
        "{each} (PART|NOON)",
        "{each} ORDINAL+", "{each} {place}", "{each} {monthday}", "{each} ORDINAL+ {ofmonth}",
        "{each} {place} {ofmonth}", "{each} {dayplace} {ofmonth}",
        "on? the? ORDINAL+ of {each} month", "on? the? {place} of {each} month", "on? the? {dayplace} of {each} month",
        "on? the? PLACE of {each} month",
      ],
      .everyPart: ["{each} PART at? {clock}", "{each} WEEKDAY PART at? {clock}"],
      .everyAfterCompletion: [
        "{interval} after completion", "(every!|ev!) UNIT", "(every!|ev!) OTHER UNIT", "(every!|ev!) NUMBER UNIT",
        "(every!|ev!) (ORDINAL|PLACE) UNIT",
      ],
      .forUnits: ["for NUMBER UNIT", "for (a|an) UNIT"],
      .forTimes: ["for NUMBER times"],
    ])
}

extension TitleWords {
  static let english = TitleWords(
    binding: [
      // Prepositions and conjunctions: “Move the call to Friday” is not due on Friday.
      "about", "after", "and", "as", "at", "before", "between", "but", "during", "except", "for", "from", "into",
      "like",
      "nor", "not", "of", "on", "or", "past", "since", "starting", "starts", "than", "through", "thru", "til", "till",
      "to", "until", "vs", "with", "within", "without", "&", "+", "-", "–", "—", "/", "|", "=",
      // Articles, possessives and verbs.
      "a", "an", "any", "each", "every", "his", "my", "no", "other", "our", "some", "the", "their", "your", "are", "be",
      "ev", "ev!", "every!",
      "been", "called", "is", "named", "next", "titled", "was", "were",
      // “A week on Friday”, “last Friday”, “the first Friday”, “twice daily”.
      "day", "days", "week", "weeks", "fortnight", "month", "months", "last", "previous", "yesterday", "first", "once",
      "second", "third", "fourth", "fifth", "1st", "2nd", "3rd", "4th", "5th", "times", "twice",
    ],
    names: [
      "ash", "black", "bloody", "blue", "casual", "cyber", "easter", "fat", "freaky", "girl", "giving", "gone", "good",
      "happy", "here", "holy", "man", "manic", "maundy", "mothering", "palm", "pancake", "psychology", "ruby",
      "sheffield",
      "shrove", "stormy", "super", "taco", "throwback", "usa", "whit",
    ],
    verbs: [
      "book", "celebrate", "discuss", "enjoy", "explain", "plan", "prepare", "read", "remember", "reread", "review",
      "rewatch", "schedule", "see", "skip", "watch",
    ],
    clauses: ["how", "what", "what's", "what’s", "when", "where", "which", "who", "whom", "whose", "why"],
    pastClauses: ["he", "i", "it", "she", "that", "they", "we", "you"],
    pasts: [
      "bought", "broke", "broken", "came", "did", "done", "fell", "found", "from", "gave", "got", "had", "heard",
      "held",
      "left", "lost", "made", "met", "read", "said", "sat", "saw", "seen", "sent", "sold", "spoke", "taken", "taught",
      "told", "took", "was", "went", "were", "wrote", "written", "only", "just", "like", "since",
    ],
    pastEndings: ["ed"], infinitives: [["how", "to"]],
    shortWeekdays: ["mon", "tue", "tues", "wed", "weds", "thu", "thur", "thurs", "fri", "sat", "sun"],
    otherWords: ["sat", "sun", "wed"], verbWeekdays: ["weds"], surnames: ["mon", "sat", "sun", "wed"],
    small: ["after"], capitalsTell: true)
}
