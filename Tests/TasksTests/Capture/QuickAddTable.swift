import Tasks

/// Lines of a quick-add field, with what is understood on Wednesday, 25 November 2026.
enum QuickAddTable {
  static let today = Day(iso: "2026-11-25") ?? .first

  struct Line: CustomStringConvertible, Sendable {
    let text: String
    let title: String
    var due = ""
    var start = ""
    var time = ""
    var priority = Priority.none
    var tags: [String] = []

    init(
      _ text: String, _ title: String, due: String = "", start: String = "", time: String = "",
      _ priority: Priority = .none, tags: String...
    ) {
      (self.text, self.title, self.due, self.start, self.time) = (text, title, due, start, time)
      (self.priority, self.tags) = (priority, tags)
    }

    var description: String { text }
  }

  static let understood: [Line] = [
    // Days by name.
    Line("Order the tiles today", "Order the tiles", due: "2026-11-25"),
    Line("Order the tiles tomorrow", "Order the tiles", due: "2026-11-26"),
    Line("Order the tiles TOMORROW", "Order the tiles", due: "2026-11-26"),
    Line("order the tiles Tomorrow", "order the tiles", due: "2026-11-26"),
    Line("Milk Tomorrow", "Milk", due: "2026-11-26"),
    Line("Order the tiles by tomorrow", "Order the tiles", due: "2026-11-26"),
    Line("Rent due tomorrow", "Rent", due: "2026-11-26"),
    // Times.
    Line("Call Anna at 5pm tomorrow", "Call Anna", due: "2026-11-26", time: "17:00"),
    Line("Call Anna tomorrow at 5pm", "Call Anna", due: "2026-11-26", time: "17:00"),
    Line("Call Anna tomorrow 5pm", "Call Anna", due: "2026-11-26", time: "17:00"),
    Line("Call Anna tomorrow 17:00", "Call Anna", due: "2026-11-26", time: "17:00"),
    Line("Call Anna 17:00 tomorrow", "Call Anna", due: "2026-11-26", time: "17:00"),
    Line("Call Anna friday 9:30 am", "Call Anna", due: "2026-11-27", time: "09:30"),
    Line("Call Anna on 27 Nov by 12am", "Call Anna", due: "2026-11-27", time: "00:00"),
    Line("Call Anna at 9:05", "Call Anna", time: "09:05"),
    Line("Call Anna at noon", "Call Anna", time: "12:00"),
    Line("Call Anna at 14:00 !high #phone", "Call Anna", time: "14:00", .high, tags: "phone"),
    Line("Water the ferns every day 8am", "Water the ferns", time: "08:00"),
    Line("Call tomorrow", "Call", due: "2026-11-26"),
    Line("Plan the party tomorrow", "Plan the party", due: "2026-11-26"),
    Line("Dinner with Anna tonight", "Dinner with Anna", due: "2026-11-25"),
    Line("Milk tonight", "Milk", due: "2026-11-25"),
    Line("Call Anna tonight at 8pm", "Call Anna", due: "2026-11-25", time: "20:00"),
    Line("Bins out by tonight !high", "Bins out", due: "2026-11-25", .high),
    Line("Pay the rent yesterday", "Pay the rent", due: "2026-11-24"),
    Line("Invoice due yesterday", "Invoice", due: "2026-11-24"),
    // Short weekdays.
    Line("Call Anna fri", "Call Anna", due: "2026-11-27"),
    Line("Call Anna Fri", "Call Anna", due: "2026-11-27"),
    Line("Call Anna tue", "Call Anna", due: "2026-12-01"),
    Line("Call Anna thurs", "Call Anna", due: "2026-11-26"),
    Line("Call Anna mon", "Call Anna", due: "2026-11-30"),
    Line("Buy some milk Sat", "Buy some milk", due: "2026-11-28"),
    Line("Buy milk Sun", "Buy milk", due: "2026-11-29"),
    Line("Water the ferns Wed", "Water the ferns", due: "2026-12-02"),
    Line("Pay the rent Mon #flat", "Pay the rent", due: "2026-11-30", tags: "flat"),
    Line("Call Anna fri 17:00", "Call Anna", due: "2026-11-27", time: "17:00"),
    // Starts, before a due date.
    // The start is after it.
    Line("Paint the fence from monday due friday", "Paint the fence from monday", due: "2026-11-27"),
    Line("Paint the fence from monday by 4 Dec", "Paint the fence", due: "2026-12-04", start: "2026-11-30"),
    Line("Paint the fence starts 3 dec due 10 dec", "Paint the fence", due: "2026-12-10", start: "2026-12-03"),
    Line(
      "Paint the fence starting tomorrow due next week !low", "Paint the fence", due: "2026-11-30",
      start: "2026-11-26", .low),
    // Weekdays.
    Line("Call Anna friday", "Call Anna", due: "2026-11-27"),
    Line("Call Anna Friday", "Call Anna", due: "2026-11-27"),
    Line("Call Anna on Friday", "Call Anna", due: "2026-11-27"),
    Line("Call Anna by Friday", "Call Anna", due: "2026-11-27"),
    Line("Essay due by Friday", "Essay", due: "2026-11-27"),
    Line("Essay due on Friday", "Essay", due: "2026-11-27"),
    Line("Call Anna thursday", "Call Anna", due: "2026-11-26"),
    Line("Call Anna saturday", "Call Anna", due: "2026-11-28"),
    Line("Call Anna sunday", "Call Anna", due: "2026-11-29"),
    Line("Call Anna monday", "Call Anna", due: "2026-11-30"),
    Line("Call Anna tuesday", "Call Anna", due: "2026-12-01"),
    Line("Call Anna wednesday", "Call Anna", due: "2026-12-02"),
    Line("Call Anna on wed", "Call Anna", due: "2026-12-02"),
    Line("Call Anna on Sun", "Call Anna", due: "2026-11-29"),
    Line("Call Anna by mon", "Call Anna", due: "2026-11-30"),
    Line("Call Anna on tues", "Call Anna", due: "2026-12-01"),
    Line("Call Anna on thurs", "Call Anna", due: "2026-11-26"),
    Line("Call Anna this friday", "Call Anna", due: "2026-11-27"),
    Line("Call Anna this wednesday", "Call Anna", due: "2026-11-25"),
    Line("Call Anna this sat", "Call Anna", due: "2026-11-28"),
    Line("Call Anna next friday", "Call Anna", due: "2026-12-04"),
    Line("Call Anna next fri", "Call Anna", due: "2026-12-04"),
    Line("Call Anna on next fri", "Call Anna", due: "2026-12-04"),
    Line("Call Anna next monday", "Call Anna", due: "2026-11-30"),
    Line("Call Anna next sunday", "Call Anna", due: "2026-12-06"),
    Line("Call Anna next wednesday", "Call Anna", due: "2026-12-02"),
    Line("Read Dune Friday", "Read Dune", due: "2026-11-27"),
    Line("Read by Friday", "Read", due: "2026-11-27"),
    Line("Laundry Friday", "Laundry", due: "2026-11-27"),
    // Weekends.
    Line("Paint the fence this weekend", "Paint the fence", due: "2026-11-28"),
    Line("Paint the fence on the weekend", "Paint the fence", due: "2026-11-28"),
    Line("Paint the fence at the weekend", "Paint the fence", due: "2026-11-28"),
    Line("Paint the fence by the weekend", "Paint the fence", due: "2026-11-28"),
    Line("Paint the fence next weekend", "Paint the fence", due: "2026-12-05"),
    Line("Paint the fence by this Weekend", "Paint the fence", due: "2026-11-28"),
    Line("Call Anna weds", "Call Anna", due: "2026-12-02"),
    Line("Call Anna on weds", "Call Anna", due: "2026-12-02"),
    Line("Call Anna this weds", "Call Anna", due: "2026-11-25"),
    Line("Call Anna next weds", "Call Anna", due: "2026-12-02"),
    // Weeks, days and months from today.
    Line("Order the tiles in a fortnight", "Order the tiles", due: "2026-12-09"),
    Line("Order the tiles in two weeks", "Order the tiles", due: "2026-12-09"),
    Line("Order the tiles in three days", "Order the tiles", due: "2026-11-28"),
    Line("Order the tiles in one week", "Order the tiles", due: "2026-12-02"),
    Line("Order the tiles next week", "Order the tiles", due: "2026-11-30"),
    Line("Order the tiles next month", "Order the tiles", due: "2026-12-01"),
    Line("Order the tiles by Next month", "Order the tiles", due: "2026-12-01"),
    Line("Order the tiles by next week", "Order the tiles", due: "2026-11-30"),
    Line("Order the tiles in 1 day", "Order the tiles", due: "2026-11-26"),
    Line("Order the tiles in 3 days", "Order the tiles", due: "2026-11-28"),
    Line("Order the tiles in 10 days", "Order the tiles", due: "2026-12-05"),
    Line("Order the tiles In 3 Days", "Order the tiles", due: "2026-11-28"),
    Line("Order the tiles in 365 days", "Order the tiles", due: "2027-11-25"),
    Line("Order the tiles in a week", "Order the tiles", due: "2026-12-02"),
    Line("Order the tiles in 1 week", "Order the tiles", due: "2026-12-02"),
    Line("Order the tiles in 2 weeks", "Order the tiles", due: "2026-12-09"),
    Line("Invoice due in 2 weeks", "Invoice", due: "2026-12-09"),
    Line("Order the tiles in a month", "Order the tiles", due: "2026-12-25"),
    Line("Order the tiles in 3 months", "Order the tiles", due: "2027-02-25"),
    // Dates.
    Line("Order the tiles 27 Nov", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles 27 nov", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles 27 NOVEMBER", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles 27th November", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles Nov 27", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles November 27th", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles on 27 Nov", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles by Nov 27", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles 27 November 2026", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles Nov 27, 2026", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles Nov 27 2027", "Order the tiles", due: "2027-11-27"),
    Line("Order the tiles 2026-11-27", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles on 2026-11-27", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles 25 Nov", "Order the tiles", due: "2026-11-25"),
    Line("Order the tiles 24 Nov", "Order the tiles", due: "2027-11-24"),
    Line("Order the tiles 1 Jan", "Order the tiles", due: "2027-01-01"),
    Line("Order the tiles 31 Dec", "Order the tiles", due: "2026-12-31"),
    Line("Order the tiles 1st dec", "Order the tiles", due: "2026-12-01"),
    Line("Order the tiles 2nd dec", "Order the tiles", due: "2026-12-02"),
    Line("Order the tiles 3rd dec", "Order the tiles", due: "2026-12-03"),
    Line("Order the tiles 11th dec", "Order the tiles", due: "2026-12-11"),
    Line("Order the tiles 21st dec", "Order the tiles", due: "2026-12-21"),
    Line("Order the tiles 05 Dec", "Order the tiles", due: "2026-12-05"),
    Line("Order the tiles 12 May", "Order the tiles", due: "2027-05-12"),
    Line("Order the tiles May 12", "Order the tiles", due: "2027-05-12"),
    Line("Order the tiles 3 March", "Order the tiles", due: "2027-03-03"),
    Line("Order the tiles 3 sept", "Order the tiles", due: "2027-09-03"),
    Line("Order the tiles 29 Feb", "Order the tiles", due: "2028-02-29"),
    Line("Order the tiles 29 Feb 2028", "Order the tiles", due: "2028-02-29"),
    Line("Order the tiles Friday 27 Nov", "Order the tiles", due: "2026-11-27"),
    Line("Order the tiles on Fri, 27 Nov", "Order the tiles", due: "2026-11-27"),
    Line("Buy 2 apples, 12 Dec", "Buy 2 apples,", due: "2026-12-12"),
    // Priorities, lists, and several of them.
    Line("Order the tiles !low", "Order the tiles", .low),
    Line("Order the tiles !medium", "Order the tiles", .medium),
    Line("Order the tiles !high", "Order the tiles", .high),
    Line("Order the tiles !HIGH", "Order the tiles", .high),
    Line("Order the tiles tomorrow !high", "Order the tiles", due: "2026-11-26", .high),
    Line("Order the tiles !high tomorrow", "Order the tiles", due: "2026-11-26", .high),
    Line("Order the tiles by 27 Nov !low", "Order the tiles", due: "2026-11-27", .low),
    Line("Order the tiles #kitchen", "Order the tiles", tags: "kitchen"),
    Line("Order the tiles #Küche", "Order the tiles", tags: "Küche"),
    Line("Order the tiles #مطبخ", "Order the tiles", tags: "مطبخ"),
    Line("Order the tiles #買い物", "Order the tiles", tags: "買い物"),
    Line("Order the tiles #home/kitchen", "Order the tiles", tags: "home/kitchen"),
    Line("Order the tiles #mill-street #kitchen !high", "Order the tiles", .high, tags: "mill-street", "kitchen"),
    Line("Order the tiles #one tomorrow #two", "Order the tiles", due: "2026-11-26", tags: "one", "two"),
    Line("Order the tiles tomorrow !high #kitchen", "Order the tiles", due: "2026-11-26", .high, tags: "kitchen"),
    Line("Order the tiles #kitchen !high tomorrow", "Order the tiles", due: "2026-11-26", .high, tags: "kitchen"),
    Line("Order the tiles !high #kitchen next week", "Order the tiles", due: "2026-11-30", .high, tags: "kitchen"),
    // Each kind once, from the end.
    Line("Order the tiles !low !high", "Order the tiles !low", .high),
    Line("Order the tiles tomorrow friday", "Order the tiles tomorrow", due: "2026-11-27"),
    Line("Order the tiles #a #b", "Order the tiles", tags: "a", "b"),
    // White space and scripts.
    Line("  Order the tiles \t tomorrow  ", "Order the tiles", due: "2026-11-26"),
    Line("Order\u{a0}the tiles\u{a0}tomorrow", "Order\u{a0}the tiles", due: "2026-11-26"),
    Line("Fliesen bestellen tomorrow", "Fliesen bestellen", due: "2026-11-26"),
    Line("اتصل tomorrow", "اتصل", due: "2026-11-26"),
    Line("\"The Day After\" tomorrow", "\"The Day After\"", due: "2026-11-26"),
  ]

  /// Lines of which nothing is understood.
  static let literal: [String] = [
    // Titles of books, films and songs, and names.
    "The 9/11 Report", "Watch The Day After Tomorrow", "The Day After Tomorrow", "Black Friday", "Shop on Black Friday",
    "Watch Freaky Friday", "Good Friday", "Easter Monday", "Plan Easter Monday", "Cyber Monday", "Palm Sunday",
    "Ruby Tuesday", "Learn Ruby Tuesday", "Blue Monday", "Play Manic Monday", "Listen to Stormy Monday",
    "Ash Wednesday",
    "Shrove Tuesday", "Pancake Tuesday", "Casual Friday", "Super Tuesday", "Read USA Today", "USA Today",
    "Psychology Today", "Read Psychology Today", "The World Tomorrow", "Read The World Tomorrow",
    "Here Today, Gone Tomorrow", "Read Around the World in 80 Days", "Around the World in 80 Days", "Read Friday",
    "Watch Friday", "Read The Man Who Was Thursday", "His Girl Friday and Monday", "Sheffield Wednesday",
    "Giving Tuesday",
    "Book Sheffield Wednesday", "Taco Tuesday", "Happy Monday", "The Society of Tomorrow",
    "Annie sings Tomorrow Morrow",
    // Words that contain a date, or look like one.
    "Renovation", "paprika", "Renovation of the march", "May I", "Buy paprika in may", "Ask whether I may", "Call Jan",
    "Invite April", "Call April and May", "Invite June", "Write to August", "Practise the march", "Learn a slow march",
    "Visit Del Mar", "Sunday-school teacher", "Call Sun Ltd", "Call Sun", "Sit in the sun", "Paint the sun",
    "Put on sun cream",
    "Find out where he sat", "How they wed", "Call Mon", "Order a second", "Wait a second", "Be second",
    "Read part 1/2",
    "Cut 1/2", "Save as report-2026-11-27", "Decembers", "Novel", "Octopus", "Todays", "Tomorrowland", "Fridays",
    "Monday's",
    "Tomorrow's menu", "Write tomorrow's", "Call fri", "Call tue", "Call thu", "Call tom", "Visit Sat", "weekdays",
    "Next door",
    "Sketch 3D", "Read 1984", "Buy 7up", "Fix bug 2026", "Route 66", "Area 51", "Buy 12", "Run in 3", "Level 4",
    // The middle and the beginning of a line.
    "Tomorrow order the tiles", "Order tomorrow the tiles", "Today: order the tiles", "Friday call Anna",
    "27 Nov order the tiles", "!high order the tiles", "#kitchen order the tiles", "Order !high tiles",
    "2026-11-27 tiles",
    // A word that ties the date to the title.
    "Move the call to Friday", "Reschedule the dentist to tomorrow", "Book a table for tomorrow",
    "Plan the menu for Friday",
    "Wait until Friday", "Closed till Monday", "Shop open from Monday", "Finish before tomorrow", "Call after 27 Nov",
    "Friday or Saturday", "Meet on Friday or Saturday", "Saturday and Sunday", "Friday & Saturday", "Menu - Friday",
    "Report of 27 Nov", "Photos from 2026-12-01", "Each and every Friday", "Not on the other Tuesday",
    "What happened last Friday", "Minutes of last monday", "Ask about Friday", "The rent is due tomorrow",
    "Call on the 27 Nov",
    "A week on Friday", "Call Anna a week on Friday", "Call Anna a week today", "Album: Tomorrow",
    "Three days from tomorrow",
    "Trip 10 to 12 Dec", "Trip 10 - 12 Dec", "Call on 10, 12 Dec", "Book club, first Thursday",
    "Check what's on tomorrow", "The week after next week",
    // The only object of a verb.
    "Plan next week", "Plan next month", "The budget for next month", "The month after next month",
    "Order the tiles this month", "Plan tomorrow", "Review today", "Prepare Monday", "Schedule Friday", "Skip Thursday",
    // No such date, past dates with a year, other ways of writing.
    "Order the tiles 31 Nov", "Order the tiles 30 Feb", "Order the tiles 29 Feb 2027", "Order the tiles 32 Dec",
    "Order the tiles 0 Dec", "Order the tiles Dec 0", "Order the tiles 2026-02-30", "Order the tiles 2026-13-01",
    "Order the tiles 24 Nov 2026", "Scan the invoice 2019-03-01", "Order the tiles 27 Nov 1999",
    "Order the tiles 27nd Nov",
    "Order the tiles 11st Dec", "Order the tiles 27/11/2026", "Order the tiles 27.11.2026", "Order the tiles 11/27",
    "Order the tiles 2026-11-7", "Order the tiles 20261127", "Order the tiles in 0 days", "Order the tiles in 1 days",
    "Order the tiles in 2 day", "Order the tiles in 1000 days", "Order the tiles in -1 days",
    "Order the tiles in +3 days",
    "Order the tiles in days", "Order the tiles in a day", "Order the tiles in a second", "Order the tiles in 2 years",
    "Order the tiles Thursday 27 Nov", "Order the tiles Nov", "Order the tiles November 2026",
    "Order the tiles tomorrow.",
    "Order the tiles tomorrow!", "Order the tiles tomorrow?", "Order the tiles (tomorrow)",
    "Order the tiles 5pm", "Order the tiles 17:00", "Order the tiles at 17:5", "Order the tiles at 25:00",
    "Order the tiles at 17", "Order the tiles at 13pm", "Order the tiles at 0am", "Read chapter 14:20", "High noon",
    "Watch Meet Me at Noon", "Order the tiles noon", "Call from 9:00 till 10:00",
    "Order the tiles tomorrow morning", "Order the tiles, Friday, maybe", "Order the tiles this week",
    "Order the tiles next",
    // Short weekdays that are other words, or part of a name.
    "Where we sat", "Find the place where they sat", "Lie down in sun", "The year in which they wed", "Call Anna Sun",
    "Pay Mr Mon", "Write to Cat Sat", "Register for next year's SAT", "Read the morning SUN", "Ask for Sat",
    "Wait until fri",
    "Closed on Sat and Sun", "Book a table for fri", "Shop on Black Fri", "Meet Sat", "Order tue", "Sit down thu.",
    // What was yesterday, and names with such words.
    "Fix what broke yesterday", "Answer the mail I got yesterday", "Call the man who called yesterday",
    "Pay for lunch we had yesterday", "File the report sent yesterday", "Practise Yesterday", "Learn to play Yesterday",
    "Photos from yesterday", "Minutes of yesterday", "yesterday", "tonight", "Plan tonight", "Watch The Show Tonight",
    // Weekends that belong to the title.
    "Plan the weekend", "Plan this weekend", "A long weekend", "Enjoy the weekend", "Pack for the weekend",
    "Watch The Lost Weekend", "Read The Weekend", "What to do on the long weekend", "Book a hotel for next weekend",
    "Weekend",
    "this weekend", "Last weekend", "Trip every other weekend", "Photos of this weekend", "Find out who weds",
    "Meet weds",
    "How she weds", "Count in two days'", "Order the tiles in a two weeks", "Order the tiles in two week",
    // Starts that belong to the title.
    "School starts Monday", "The course starts 3 Dec", "Closed from tomorrow", "Work from home starting Monday",
    // Other words with a sign.
    "Hooray !", "Order the tiles !", "Order the tiles !!", "Order the tiles !none", "Order the tiles !urgent",
    "Order the tiles high", "Order the tiles !high!", "Order the tiles !1", "Fix bug #42", "We're #1",
    "Order the tiles #",
    "Learn C#", "Order the tiles ##kitchen", "Order the tiles # kitchen", "Order the tiles #kitchen?",
    "Order the tiles @kitchen",
    // Nothing else would be left.
    "today", "Tomorrow", "Friday", "next week", "in 3 days", "27 Nov", "2026-11-27", "!high", "#kitchen",
    "tomorrow !high",
    "by Friday", "on Monday", "due tomorrow", "\u{200b} tomorrow",
    // In quotation marks.
    "Watch \"Tomorrow\"", "Watch “Tomorrow”", "Watch 'Next Friday'", "Watch «Friday»", "Watch „Next Week“",
    "Say \"!high\"",
    // Other languages.
    "Fliesen bestellen morgen", "Appeler demain", "Termin am Freitag",
  ]
}
