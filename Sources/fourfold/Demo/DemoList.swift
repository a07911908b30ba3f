import Tasks

struct DemoList: Sendable {
  let name: String
  let open: [TaskInput]
  /// The titles of the steps of open tasks, by the titles of these.
  var steps: [String: [String]] = [:]
  /// The titles of completed tasks.
  let done: [String]

  /// All local lists, in order of creation.
  static func all(on today: Day) -> [DemoList] {
    func day(_ days: Int) -> String { today.adding(days: days).iso }
    func repeating(_ pattern: Recurrence.Pattern, every interval: Int = 1, from days: Int) -> String {
      Recurrence(pattern, interval: interval, current: today.adding(days: days)).description
    }
    return [
      DemoList(
        name: "This week",
        open: [
          TaskInput(title: "Return the library books", due: day(-1), tags: "library", priority: "high"),
          TaskInput(
            title: "Water the ferns", due: day(0), repeats: repeating(.afterCompletion(.day), every: 3, from: 0)),
          TaskInput(
            title: "Renew the passport", notes: "Two photos, not smiling.", due: day(1), time: "09:30",
            priority: "medium"),
          TaskInput(
            title: "Ring grandfather", due: day(3),
            repeats: repeating(.weekly([today.adding(days: 3).weekday]), from: 3), tags: "phone"),
          TaskInput(title: "Fix the wobbling chair"),
        ],
        done: ["Buy light bulbs", "Write to the landlord"]),
      DemoList(
        name: "Weekend by the sea",
        open: [
          TaskInput(title: "Book the cabin with the green door", due: day(2), priority: "high"),
          TaskInput(
            title: "Find the tent pegs",
            notes: "Fourteen are needed. Last summer there were nine:\nfour bent, five good."
          ),
          TaskInput(title: "Borrow binoculars from Ines", due: day(6), tags: "borrow phone"),
          TaskInput(title: "Look up when the tide is out", due: day(10), start: day(8), priority: "low"),
          TaskInput(title: "Pack the car"),
        ],
        steps: ["Pack the car": ["Tent and mats", "Stove and gas", "The large umbrella"]],
        done: ["Ask who is coming", "Settle the quarrel about the dog"]),
      DemoList(
        name: "Books to read",
        open: [
          TaskInput(title: "The one about the glacier that Noor will not stop talking about"),
          TaskInput(
            title: "A history of salt", notes: "Reserved at the library under the wrong name.\nAsk for Fourfeld.",
            tags: "library"),
          TaskInput(title: "Finish the thick one", priority: "low"),
        ],
        done: ["Poems, any"]),
    ]
  }
}
