import Tasks

extension DemoSource {
  /// A calendar that is served immediately: dates, times, priorities, subtasks, completed tasks and tasks in progress.
  static let choir = DemoSource(
    name: "Harbour choir", path: "/choir.ics",
    behaviour: .prompt(
      DemoText(.calendar) { today in
        var calendar = DemoCalendar(named: "Harbour choir")
        calendar.add(
          "concert", "Spring concert in the old boathouse", "PRIORITY:1", "PERCENT-COMPLETE:40", "STATUS:IN-PROCESS",
          DemoCalendar.due(today.adding(days: 9), at: "1930"), "CATEGORIES:Concert",
          DemoCalendar.note(
            "Doors open at seven. The boathouse is unheated, so bring something warm; the caretaker lends us forty "
              + "blankets and wants forty back."))
        calendar.add(
          "posters", "Put up the posters", part: "concert", "PRIORITY:5", DemoCalendar.due(today), "CATEGORIES:Concert",
          DemoCalendar.note("The bakery, the library, the ferry's waiting room.\nNot the lamp posts again."))
        calendar.add(
          "chairs", "Fetch sixty chairs from the school", part: "concert", DemoCalendar.due(today.adding(days: 8)),
          "CATEGORIES:Concert,Lifting")
        calendar.add(
          "tuner", "Call the piano tuner", part: "concert", "PRIORITY:1", DemoCalendar.due(today.adding(days: -2)),
          "CATEGORIES:Concert")
        calendar.add(
          "programme", "Print the programmes", part: "concert", "STATUS:COMPLETED",
          DemoCalendar.completed(today.adding(days: -1)))
        calendar.add(
          "altos", "Altos: learn bars 41 to 60 by heart", "PRIORITY:5", DemoCalendar.due(today.adding(days: 1)),
          "CATEGORIES:Rehearsal")
        calendar.add(
          "basses", "Basses: stop slowing down", "PRIORITY:9", DemoCalendar.due(today.adding(days: 1)),
          "CATEGORIES:Rehearsal")
        calendar.add("folders", "Mend the torn folders", "PRIORITY:9")
        calendar.add(
          "cake", "Cake for Ottilie, who turns eighty", "PRIORITY:1", DemoCalendar.due(today.adding(days: 3)))
        calendar.add(
          "outing", "Outing by steam train", "STATUS:CANCELLED", DemoCalendar.note("The engine is being repaired."))
        calendar.add(
          "keys", "Give the boathouse keys back", "STATUS:COMPLETED", DemoCalendar.completed(today.adding(days: -6)))
        return calendar.text
      }))
}
