extension CaptureGrammar {
  /// German, with the words of Austria and Switzerland.
  static let german = CaptureGrammar(
    units: [
      "minute": Unit(kind: .minute), "minuten min": Unit(kind: .minute, isPlural: true),
      "viertelstunde": Unit(kind: .minute, count: 15), "halben_stunde": Unit(kind: .minute, count: 30),
      "stunde": Unit(kind: .hour), "stunden std": Unit(kind: .hour, isPlural: true),
      "tag": Unit(kind: .day), "tage tagen": Unit(kind: .day, isPlural: true), "tages": Unit(kind: .day),
      "woche": Unit(kind: .week), "wochen": Unit(kind: .week, isPlural: true),
      "monat monats": Unit(kind: .month), "monate monaten": Unit(kind: .month, isPlural: true),
      "quartal quartals": Unit(kind: .month, count: 3),
      "quartale quartalen": Unit(kind: .month, count: 3, isPlural: true),
      "jahr jahres": Unit(kind: .year), "jahre jahren": Unit(kind: .year, isPlural: true),
      "halbjahr": Unit(kind: .month, count: 6),
    ],
    adverbs: [
      "täglich": "tag", "wöchentlich": "woche", "monatlich": "monat", "vierteljährlich quartalsweise": "quartal",
      "halbjährlich": "halbjahr", "jährlich": "jahr",
    ],
    words: [
      .day: ["heute heut": 0, "morgen": 1, "übermorgen": 2],
      .pastDay: ["gestern": -1, "vorgestern": -2],
      .weekday: [
        "montag mo mo.": 1, "dienstag di di.": 2, "mittwoch mi mi.": 3, "donnerstag do do.": 4, "freitag fr fr.": 5,
        "samstag sonnabend sa sa.": 6, "sonntag so so.": 7,
      ],
      .dayset: ["werktag wochentag arbeitstag": 0b0011_1110, "wochenende": 0b1100_0000],
      .repeatedDays: [
        "montags": 1 << 1, "dienstags": 1 << 2, "mittwochs": 1 << 3, "donnerstags": 1 << 4, "freitags": 1 << 5,
        "samstags sonnabends": 1 << 6, "sonntags": 1 << 7, "werktags wochentags mo-fr mo–fr": 0b0011_1110,
      ],
      .month: [
        "januar jänner jan jan.": 1, "februar feber feb feb.": 2, "märz mrz mrz.": 3, "april apr apr.": 4, "mai": 5,
        "juni jun jun.": 6, "juli jul jul.": 7, "august aug aug.": 8, "september sep sep. sept sept.": 9,
        "oktober okt okt.": 10, "november nov nov.": 11, "dezember dez dez.": 12,
      ],
      .number: [
        "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
        "elf": 11,
        "zwölf": 12, "vierzehn": 14, "zwanzig": 20,
      ],
      .hour: [
        "ein eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9,
        "zehn": 10, "elf": 11, "zwölf": 12,
      ],
      .oclock: ["uhr": 0, "h": 13], .fraction: ["halb": -30, "dreiviertel": -15], .quarter: ["viertel": 15],
      .sign: ["nach": 1, "vor": -1],
      .place: [
        "ersten erste erster erstes": 1, "zweiten zweite zweiter zweites": 2, "dritten dritte dritter drittes": 3,
        "vierten vierte vierter viertes": 4, "letzten letzte letzter letztes": -1,
      ],
      .edge: ["ersten erste erster erstes 1.": 1, "letzten letzte letzter letztes": -1],
      .other: ["zweiten zweite zweiter zweites anderen andere anderes 2.": 2],
      .meridiem: ["am": 0, "pm": 720],
      .noon: ["mittag mittags": 720],
      .part: [
        "morgen früh vormittag morgens vormittags": 0, "nachmittag nachmittags": 1, "abend abends": 2,
        "nacht nachts": 3,
      ],
    ],
    weekdayParts: ["morgen": 0, "vormittag": 0, "mittag": 720, "nachmittag": 1, "abend": 2, "nacht": 3],
    digits: DigitForms.Notation(ordinals: [".": Set(1...31)], hasEndedDates: true),
    letters: ["ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "\u{308}": "e"],
    priorities: [
      "!hoch": .high, "!wichtig": .high, "!dringend": .high, "dringend": .high, "!mittel": .medium, "!niedrig": .low,
      "!gering": .low,
    ],
    prepositions: [
      "am": .on, "bis": .byOrUntil, "fällig": .due, "spätestens": .due, "deadline": .due, "zum": .article,
      "dem": .article, "den": .article, "um": .at, "ab": .start, "beginnend": .start,
    ],
    joiners: ["und", "u.", "&", "+"], title: .german,
    fragments: [
      "each": ["(jeden|jede|jedes|jeder|jedem|alle)"], "each!": ["(jeden!|jede!|jedes!|alle!)"],
      "next": ["(nächsten|nächste|nächster|nächstes)"], "coming": ["(kommenden|kommende|kommender|kommendes)"],
      "monthday": ["(DIGITS|ORDINAL|PLACE) MONTH"],
      "place": ["(ORDINAL|PLACE) WEEKDAY"], "dayplace": ["(ORDINAL|PLACE) tag"],
      "days": ["WEEKDAY+", "ORDINAL+", "PLACE", "{place}", "{dayplace}", "{monthday}"],
      "interval": ["{each} UNIT", "{each} NUMBER UNIT", "{each} (ORDINAL|PLACE) UNIT", "ADVERB"],
      "ofmonth": ["(im|des|vom|pro) (monat|monats)", "(jeden|jedes) (monat|monats)"],
      "ofeach": ["(jeden|jedes) (monat|monats)"],
      "hour": [
        "(CLOCK|DIGITS|HOUR)", "(CLOCK|DIGITS|HOUR|DOTTEDCLOCK) OCLOCK", "(DIGITS|HOUR) OCLOCK NUMBER",
        "FRACTION (DIGITS|HOUR)", "(NUMBER|QUARTER) SIGN (DIGITS|HOUR)", "NUMBER SIGN FRACTION (DIGITS|HOUR)",
      ],
      "about": ["(um|gegen|bis|ca.)"],
    ],
    phrases: [
      .day: ["DAY"],
      .weekday: ["WEEKDAY", "{coming} WEEKDAY"],
      .thisWeekday: ["(diesen|dieser|dieses) WEEKDAY"],
      .nextWeekday: [
        "{next} WEEKDAY", "WEEKDAY {next} woche", "WEEKDAY {coming} woche", "{next} woche am? WEEKDAY",
        "{coming} woche am? WEEKDAY",
      ],
      .weekdayAfterNext: ["(übernächsten|übernächster) WEEKDAY", "(übernächste|übernächster) woche am? WEEKDAY"],
      .weekdayInWeeks: ["WEEKDAY in NUMBER UNIT", "WEEKDAY in einer UNIT"],
      .nextUnit: ["{next} UNIT", "{coming} UNIT"],
      .unitAfterNext: ["(übernächsten|übernächste|übernächstes) UNIT"],
      .endOfUnit: [
        "(am|zum)? ende (des|der|dieses|diesen|dieser)? UNIT", "am? letzten tag (des|der|im|dieses) UNIT",
      ],
      .endOfNextUnit: ["(am|zum)? ende (des|der)? {next} UNIT", "(am|zum)? ende (des|der)? {coming} UNIT"],
      .endOfMonth: ["(am|zum)? (monatsende|ultimo)", "ende MONTH"],
      .endOfYear: ["(am|zum)? jahresende"],
      .middleOfMonth: ["mitte MONTH"],
      .thisWeekend: ["(am|zum|übers|dieses|diesem) wochenende", "am? (kommendes|kommenden) wochenende"],
      .nextWeekend: ["am? (nächstes|nächsten) wochenende"],
      .inUnits: ["heute? in NUMBER UNIT", "heute? in (einem|einer) UNIT", "in SPAN"],
      .date: ["WEEKDAY? den? {monthday} YEAR?", "WEEKDAY? den? (DATE|MONTHDATE)"],
      .doubtfulDate: ["WEEKDAY? den? SHORTDATE", "ORDINAL"],
      .dayOfMonth: ["WEEKDAY den? ORDINAL", "am DIGITS"],
      .partOfDay: [
        "(heute|heut) (PART|NOON)", "(heute|heut) PART um? {hour}", "um? {hour} (heute|heut) PART",
        "(diesen|diese) (PART|NOON)",
        "am? WEEKDAYPART", "am? WEEKDAYPART um? {hour}",
      ],
      .moment: ["MOMENT"],
      .time: [
        "{about}? TIME", "{about}? (CLOCK|DIGITS|HOUR|DOTTEDCLOCK) OCLOCK", "{about}? (DIGITS|HOUR) OCLOCK NUMBER",
        "{about} (CLOCK|DOTTEDCLOCK)", "um? {hour} OCLOCK? (morgens|früh|vormittags)",
        "(um|bis|gegen)? (zwölf|12) OCLOCK? NOON",
      ],
      .timeOfDate: [
        "CLOCK", "{about} (DIGITS|HOUR)", "{about}? FRACTION (DIGITS|HOUR)",
        "ab CLOCK", "ab (CLOCK|DIGITS|HOUR|DOTTEDCLOCK) OCLOCK",
        "{about}? (NUMBER|QUARTER) SIGN (DIGITS|HOUR)", "{about}? NUMBER SIGN FRACTION (DIGITS|HOUR)", "NOON",
        "am NOON", "PART", "am PART", "in der PART", "(PART|NOON) um? {hour}", "um? {hour} am? PART",
        "um? {hour} OCLOCK? PART", "um? {hour} NOON",
      ],
      .every: [
        "{interval}", "{interval} am? {days}", "{interval} REPEATEDDAYS+", "{each} WEEKDAY+", "{each} OTHER WEEKDAY",
        "{each} DAYSET", "{each} (PART|NOON)", "{each} WEEKDAYPART", "{each} OTHER WEEKDAYPART", "{each} ORDINAL+",
        "{each} EDGE", "{each} EDGE WEEKDAY", "{each} {monthday}", "{each} ORDINAL+ {ofmonth}",
        "{each} PLACE {ofmonth}", "{each} {place} {ofmonth}", "{each} {dayplace} {ofmonth}",
        "(am|zum|immer|jeweils)? am? ORDINAL+ {ofeach}", "immer? am? PLACE {ofeach}", "immer? am? {place} {ofeach}",
        "immer? am? {dayplace} {ofeach}", "immer am ORDINAL+ {ofmonth}", "immer am {place} {ofmonth}",
        "immer am {dayplace} {ofmonth}", "immer? REPEATEDDAYS+", "immer am WEEKDAY+", "immer am ORDINAL+",
        "an jedem WEEKDAY", "an jedem DAYSET", "(am|an) jedem {place} {ofmonth}", "(am|an) jedem ORDINAL+ {ofmonth}",
      ],
      .everyPart: ["{each} (PART|NOON|WEEKDAYPART) um? {hour}", "{each} WEEKDAY PART um? {hour}"],
      .everyAfterCompletion: [
        "{interval} nach (erledigung|abschluss|fertigstellung)", "{each!} UNIT", "{each!} NUMBER UNIT",
        "{each!} (ORDINAL|PLACE) UNIT",
      ],
      .forUnits: ["für NUMBER UNIT", "für (einen|eine|ein) UNIT", "NUMBER UNIT lang", "(einen|eine|ein) UNIT lang"],
      .forTimes: ["(für|insgesamt) NUMBER mal"],
    ])
}

extension TitleWords {
  static let german = TitleWords(
    binding: [
      // Prepositions and conjunctions: „Auto umparken auf Montag“.
      "ab", "als", "am", "an", "auf", "aus", "außer", "bei", "beim", "bis", "durch", "für", "fürs", "gegen", "hinter",
      "im", "in", "ins", "mit", "nach", "neben", "oder", "ohne", "pro", "seit", "sowie", "statt", "trotz", "über", "um",
      "und", "unter", "vom", "von", "vor", "wegen", "wie", "während", "zu", "zum", "zur", "zwischen", "&", "+", "-",
      "–", "—", "/", "|", "=", "u.", "to", "ca.", "circa", "etwa", "fällig", "spätestens",
      // Articles, pronouns and verbs.
      "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines", "kein", "keine",
      "keinen", "keinem", "mein", "meine", "meinen", "meinem", "meiner", "dein", "deine", "deinen", "sein", "seine",
      "seinen", "ihr", "ihre", "ihren", "unser", "unsere", "unseren", "euer", "eure", "dieser", "diese", "dieses",
      "diesen", "diesem", "jener", "jenen", "jeder", "jede", "jedes", "jeden", "jedem", "alle", "aller", "allen",
      "jeden!", "jede!", "jedes!", "alle!", "ist", "sind", "war", "waren", "wird", "heißt", "namens", "genannt",
      "hasse", "liebe",
      // „Letzten Freitag“, „eine Woche Montag“, „zweimal täglich“, „nicht dringend“.
      "letzte", "letzten", "letzter", "letztes", "vorige", "vorigen", "voriger", "vergangene", "vergangenen",
      "vergangener", "erste", "ersten", "erster", "zweite", "zweiten", "zweiter", "dritte", "dritten", "nächste",
      "nächsten", "nächster", "nächstes", "kommende", "kommenden", "kommender", "übernächste", "übernächsten", "ganze",
      "ganzen", "ganzer", "halbe", "halben", "andere", "anderen", "einmal", "zweimal", "dreimal", "viermal", "mal",
      "1x", "2x", "3x", "4x", "5x", "6x", "x", "nicht", "nie", "nur", "auch", "schon", "noch", "fast", "gestern",
      "vorgestern",
      // „Guten Morgen“, „Gute Nacht“, „Schönen Tag“.
      "gute", "guten", "guter", "gutes", "schöne", "schönen", "schöner", "schönes", "neue", "neuen", "neuer", "frühe",
      "früher",
      "frühen", "späte", "später", "späten",
    ],
    names: [
      "autofreier", "blauer", "black", "casual", "fetter", "goldener", "heiliger", "langer", "lieber", "mein",
      "roter", "ruhiger", "schmutziger", "schwarzer", "stiller", "verkaufsoffener", "verrückter", "verflixter",
      "weißer",
      "grüner", "herr", "herrn", "frau", "familie", "robinson", "zdf", "ard",
    ],
    numbered: [
      "abschnitt", "absatz", "artikel", "aufgabe", "folge", "gleis", "kapitel", "nr.", "nummer", "paragraph", "punkt",
      "raum", "seite", "teil", "version", "zimmer", "§",
    ],
    verbs: ["plane", "lies", "schau", "feiere", "genieße"],
    clauses: [
      "was", "wann", "wer", "wem", "wen", "wessen", "wie", "wo", "woher", "wohin", "warum", "wieso", "weshalb",
      "welche", "welcher", "welches", "welchen", "ob", "dass", "daß", "weil", "wenn", "damit", "obwohl", "nachdem",
      "bevor",
    ],
    infinitives: [["wie", "man"]],
    shortWeekdays: [
      "mo", "mo.", "di", "di.", "mi", "mi.", "do", "do.", "fr", "fr.", "sa", "sa.", "so", "so.",
    ],
    otherWords: ["mo", "di", "mi", "fr", "sa"], capitalWeekdays: ["so", "so.", "do", "do."],
    states: [
      "auf", "bleibt", "bleiben", "dauert", "ferien", "frei", "gebucht", "gesperrt", "geschlossen", "geöffnet", "gilt",
      "gültig", "haltbar", "krank", "krankgeschrieben", "läuft", "nur", "offen", "öffnungszeit", "pause", "tschüss",
      "unterwegs", "urlaub", "verreist", "warten", "wartet", "weg", "zu",
    ],
    degrees: ["besonders", "echt", "ganz", "sehr", "so", "weniger", "wirklich", "zu"], ownWords: ["tue"])
}
