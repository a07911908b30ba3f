import Testing

@testable import Tasks

struct GrammarTests {
  private func grammar(_ json: String) throws -> CaptureGrammar {
    try CaptureGrammar(GrammarEntry(json, language: "xx"))
  }

  @Test func `the grammars of all languages are whole`() throws {
    try QuickAddContext.checkGrammars()
    #expect(CaptureGrammar.languages == ["ar", "de", "en"])
  }

  @Test func `a grammar is a file of words and phrases`() throws {
    let grammar = try grammar(
      """
      {"words": {"WEEKDAY": {"1": "lundi lun.", "2": "mardi"}, "WEEKDAYPART": {"0": "-matin"}, "DAYSET": {"67": "fin_de"},
      "UNIT": {"2 weeks": "quinzaines", "day?": "jour"}}, "letters": {"éè": "e"}, "title": {"shortWeekdays": "lun."},
      "phrases": {"weekday": "{each} WEEKDAY"}, "fragments": {"each": ["chaque", "{all}"], "all": "tous les?"}}
      """)
    func words(_ word: String) -> [String] {
      let context = QuickAddContext(today: QuickAddTable.today)
      return grammar.values(of: word, isCapital: false, context).map { "\($0.kind.rawValue) \($0.value)" }
    }
    #expect(words("lundi-matin") == ["WEEKDAYPART 10000"])
    #expect(words("lun.-matin") == [])
    #expect(words("fin de") == ["DAYSET 192"])
    #expect(grammar.units.map(\.count) == [2, 1])
    #expect(grammar.units.map(\.isPlural) == [true, nil])
    #expect(grammar.key(of: "Élève") == "eleve")
    #expect(grammar.patterns.values.joined().count == 3)
  }

  @Test(arguments: [
    ("{", "Grammars/xx.json: not valid JSON"),
    (#"{"word": {}}"#, "Grammars/xx.json: word: unknown"),
    (#"{"words": []}"#, "Grammars/xx.json: words: an object is expected"),
    (#"{"words": {"WEKDAY": {}}}"#, "Grammars/xx.json: words.WEKDAY: unknown"),
    (#"{"words": {"MONTH": {"May": "mai"}}}"#, "Grammars/xx.json: words.MONTH.May: unknown"),
    (#"{"words": {"PART": {"4": "night"}}}"#, "Grammars/xx.json: words.PART.4: unknown"),
    (#"{"words": {"UNIT": {"2 wek": "x"}}}"#, "Grammars/xx.json: words.UNIT.2 wek: unknown"),
    (#"{"words": {"MONTH": {"1": 1}}}"#, "Grammars/xx.json: words.MONTH.1: a text or an array of texts is expected"),
    (#"{"words": {"MONTH": {"1": "a", "1": "b"}}}"#, "Grammars/xx.json: words.MONTH.1: is there twice"),
    (#"{"words": {"MONTH": {"1": "A", "2": "a"}}}"#, "Grammars/xx.json: words.MONTH: “a” is there twice"),
    (#"{"words": {"DAY": {"1": "a_b_c"}}}"#, "Grammars/xx.json: words.DAY.1: “a_b_c” has more than two words"),
    (#"{"title": {"names": "a b a"}}"#, "Grammars/xx.json: title.names: “a” is there twice"),
    (#"{"ordinals": {"th": "4-x"}}"#, "Grammars/xx.json: ordinals.th: “4-x” is no number below 100"),
    (#"{"phrases": {"dya": "DAY"}}"#, "Grammars/xx.json: phrases.dya: unknown"),
    (
      #"{"phrases": {"day": ["DAY", "on DYA?"]}}"#,
      "Grammars/xx.json: phrases.day: “DYA?” is no kind of words, no fragment, and no choice"
    ),
    (
      #"{"phrases": {"day": "{on} DAY"}}"#,
      "Grammars/xx.json: phrases.day: “{on}” is no kind of words, no fragment, and no choice"
    ),
    (
      #"{"phrases": {"day": "{on} DAY"}, "fragments": {"on": "at {on}"}}"#,
      "Grammars/xx.json: phrases.day: “{on}” is no kind of words, no fragment, and no choice"
    ),
    (
      #"{"phrases": {"day": "(DAY|on)"}}"#,
      "Grammars/xx.json: phrases.day: “(DAY|on)” is no kind of words, no fragment, and no choice"
    ),
  ])
  func `what is wrong is told with its file and entry`(json: String, problem: String) {
    do {
      _ = try grammar(json)
      Issue.record("nothing is wrong")
    } catch {
      #expect("\(error)" == problem)
    }
  }
}
