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
}
