import Tasks

/// Files in the style of the programs that write them, with texts of our own.
enum Sample: String, CaseIterable {
  case radicale, nextcloud, reminders, outlook, thunderbird, todoTxt, github, obsidian, joplin, export

  var format: ListFormat {
    switch self {
    case .radicale, .nextcloud, .reminders, .outlook, .thunderbird: .iCalendar
    case .todoTxt: .todoTxt
    case .github, .obsidian, .joplin: .markdown
    case .export: .fourfold
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .radicale: Array(Self.radicaleText.utf8)
    case .nextcloud: Array(Self.nextcloudText.replacing("\n", with: "\r\n").utf8)
    case .reminders: Array(Self.remindersText.replacing("\n", with: "\r\n").utf8)
    case .outlook: [0xEF, 0xBB, 0xBF] + Array(Self.outlookText.replacing("\n", with: "\r\n").utf8)
    case .thunderbird: Array(Self.thunderbirdText.replacing("\n", with: "\r\n").utf8)
    case .todoTxt: Array(Self.todoTxtText.utf8)
    case .github: Array(Self.githubText.replacing("\n", with: "\r\n").utf8)
    case .obsidian: Array(Self.obsidianText.utf8)
    case .joplin: Array(Self.joplinText.utf8)
    case .export: Array(Self.exportText.utf8)
    }
  }

  private static let radicaleText = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//PYVOBJECT//NONSGML Version 1//EN
    X-WR-CALDESC:What the choir has to do
    X-WR-CALNAME:Choir
    BEGIN:VTODO
    UID:7b1f5b0e-0c5e-4a38-9f0e-1d6a2f9b1c01
    DTSTAMP:20260110T101112Z
    SUMMARY:Copy the scores
    STATUS:NEEDS-ACTION
    DUE;VALUE=DATE:20260301
    END:VTODO
    BEGIN:VTODO
    UID:7b1f5b0e-0c5e-4a38-9f0e-1d6a2f9b1c02
    SUMMARY:Büche
     r zählen
    COMPLETED:20260105T080000Z
    PERCENT-COMPLETE:100
    STATUS:COMPLETED
    END:VTODO
    END:VCALENDAR

    """
  private static let nextcloudText = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Nextcloud Tasks v0.16.0
    BEGIN:VTODO
    CREATED:20260102T090000
    DTSTAMP:20260103T090000
    LAST-MODIFIED:20260103T090000
    UID:child-1
    SUMMARY:Paint the door
    RELATED-TO:parent-1
    PRIORITY:5
    PERCENT-COMPLETE:40
    STATUS:IN-PROCESS
    X-OC-HIDESUBTASKS:0
    END:VTODO
    BEGIN:VTODO
    UID:parent-1
    SUMMARY:House\\, garden\\; and shed
    DESCRIPTION:First the outside.\\nThen **the** inside\\, if it rains.
    CATEGORIES:Home,Spring\\, early
    PRIORITY:1
    DUE;TZID=Europe/Berlin:20260328T180000
    DTSTART;TZID=Europe/Berlin:20260320T080000
    BEGIN:VALARM
    ACTION:DISPLAY
    DESCRIPTION:Not the notes
    TRIGGER;RELATED=END:-PT15M
    END:VALARM
    END:VTODO
    BEGIN:VTIMEZONE
    TZID:Europe/Berlin
    BEGIN:DAYLIGHT
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    TZNAME:CEST
    DTSTART:19700329T020000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
    END:DAYLIGHT
    BEGIN:STANDARD
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    TZNAME:CET
    DTSTART:19701025T030000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
    END:STANDARD
    END:VTIMEZONE
    END:VCALENDAR
    """
  private static let remindersText = """
    BEGIN:VCALENDAR
    CALSCALE:GREGORIAN
    PRODID:-//Apple Inc.//macOS 14.0//EN
    VERSION:2.0
    X-APPLE-CALENDAR-COLOR:#FF2968
    X-WR-CALNAME:Groceries
    BEGIN:VTODO
    CREATED:20260214T120000Z
    DTSTAMP:20260214T120001Z
    DUE;TZID=Europe/Paris:20260215T093000
    PRIORITY:9
    SEQUENCE:1
    STATUS:NEEDS-ACTION
    SUMMARY:Bread 🥖
    UID:4F7E3C1A-9D3B-4A9E-8E55-0C2F4B7A6D10
    X-APPLE-SORT-ORDER:728000001
    BEGIN:VALARM
    TRIGGER;VALUE=DATE-TIME:20260215T083000Z
    UID:A1
    X-WR-ALARMUID:A1
    END:VALARM
    END:VTODO
    BEGIN:VTODO
    COMPLETED:20260214T130000Z
    RRULE:FREQ=WEEKLY
    SUMMARY:Milk
    UID:4F7E3C1A-9D3B-4A9E-8E55-0C2F4B7A6D11
    END:VTODO
    END:VCALENDAR
    """
  private static let outlookText = """
    BEGIN:VCALENDAR
    PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN
    VERSION:2.0
    METHOD:PUBLISH
    BEGIN:VTIMEZONE
    TZID:Romance Standard Time
    BEGIN:STANDARD
    DTSTART:16010101T030000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:16010101T020000
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
    END:DAYLIGHT
    END:VTIMEZONE
    BEGIN:VTODO
    CLASS:PUBLIC
    DUE;TZID="Romance Standard Time":20260701T170000
    PERCENT-COMPLETE:0
    PRIORITY:1
    SUMMARY;LANGUAGE=fr:Rendre les clés
    DESCRIPTION:Deux clés : la grande\\, la petite.\\n\\n
    UID:040000008200E00074C5B7101A82E00800000000
    X-MICROSOFT-CDO-IMPORTANCE:2
    END:VTODO
    END:VCALENDAR
    """
  private static let thunderbirdText = """
    BEGIN:VCALENDAR
    PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN
    VERSION:2.0
    BEGIN:VTIMEZONE
    TZID:/mozilla.org/20050126_1/America/New_York
    X-LIC-LOCATION:America/New_York
    BEGIN:STANDARD
    TZOFFSETFROM:-0400
    TZOFFSETTO:-0500
    DTSTART:19701101T020000
    RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VTODO
    LAST-MODIFIED:20260110T101112Z
    UID:b0e7
    SUMMARY:Water the plants
    RRULE:FREQ=DAILY
    DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20260601T080000
    DURATION:PT1H30M
    END:VTODO
    BEGIN:VTODO
    UID:b0e7
    RECURRENCE-ID;TZID=/mozilla.org/20050126_1/America/New_York:20260602T080000
    SUMMARY:Water the plants (Ana does)
    STATUS:CANCELLED
    END:VTODO
    END:VCALENDAR
    """
  private static let todoTxtText = """
    (A) Thank Jo for the soup @phone
    (B) 2026-01-02 Book the hall +Concert @web due:2026-02-01
    (Z) Tidy the cupboard rec:1w t:2026-03-01
    x 2026-01-05 2026-01-01 Print the programme +Concert pri:A
    x Sweep

    xylophone lesson
    (a) is no priority
    Ask @mom about the +Party tent
    +Garden @home rake the leaves  http://choir.example/a:b
    """
  private static let githubText = """
    Release
    =======

    What is left before 2.0, see [the plan](https://choir.example/plan "Plan").

    ## Before

    - [x] Write the *notes*
    - [ ] Fix `list[0]` and ~~this~~ **that** ([#12](https://choir.example/12))
      - [X] on Linux
        * [ ] with 32 bits
      - [ ] on macOS

        Needs a machine first.
    1. [ ] Tag it
    2) [x] Tell people

    ```sh
    - [ ] not an item
    ```

    ### After ###

    + [ ] Rest
    - no box
    <!-- - [ ] hidden
    - [ ] hidden too -->
    """
  private static let obsidianText = """
    ---
    tags: [home]
    ---
    # Home

    - [ ] Call [[People/Jo Smith|Jo]]
    \t- [x] find the number
    \t\t- [-] ask around
    \t- it is on the fridge
    - [/] Tax #money
    > [!todo] Soon
    > - [ ] Inside a callout
    """
  private static let joplinText = """
    ---
    title: "Shopping: weekly"
    created: 2026-01-01 10:00:00Z
    ---

    - [ ] Flour
    - [x] Eggs
        - [ ] brown ones
    """
  private static let exportText = #"""
    {
      "account" : "ana",
      "exported-at" : "2026-02-02T02:40:00.123Z",
      "format" : "fourfold",
      "lists" : [
        {
          "created-at" : "2026-01-01T00:00:00.000Z",
          "name" : "House",
          "role" : "owner",
          "tasks" : [
            {
              "completed-at" : "2026-02-02T02:40:00.123Z",
              "created-at" : "2026-01-01T00:00:00.000Z",
              "due" : "2026-03-01",
              "notes" : "a\n\tb",
              "priority" : "high",
              "title" : "Lock \"both\" doors"
            },
            { "title" : 7, "priority" : "none", "created-at" : "2026-01-01T00:00:00.000Z" },
            {
              "created-at" : "2026-01-01T00:00:00.000Z", "priority" : "none", "title" : "Gone",
              "deleted-at" : "2026-01-02T00:00:00.000Z"
            },
            { "created-at" : "2026-01-01T00:00:00.000Z", "priority" : "low", "title" : "Sweep" }
          ]
        },
        {
          "created-at" : "2026-01-01T00:00:00.000Z", "deleted-at" : "2026-01-02T00:00:00.000Z",
          "name" : "Old", "role" : "owner", "tasks" : [ { "title" : "Old" } ]
        },
        null
      ],
      "version" : 1
    }
    """#
}
