extension CaptureGrammar {
  /// Arabic, with the words of Egypt, the Levant, the Gulf and the Maghreb for days and months. Letters are folded: أ إ آ are ا, ة is
  /// ه, ى is ي.
  static let arabic = CaptureGrammar(
    units: [
      "دقيقة": Unit(kind: .minute, isPlural: nil), "دقيقتين": Unit(kind: .minute, count: 2),
      "دقائق": Unit(kind: .minute, isPlural: true),
      "نصف_ساعة نص_ساعة": Unit(kind: .minute, count: 30), "ربع_ساعة": Unit(kind: .minute, count: 15),
      "ساعة": Unit(kind: .hour, isPlural: nil), "ساعتين": Unit(kind: .hour, count: 2),
      "ساعات": Unit(kind: .hour, isPlural: true),
      "يوم يوما": Unit(kind: .day, isPlural: nil), "يومين": Unit(kind: .day, count: 2),
      "أيام": Unit(kind: .day, isPlural: true),
      "أسبوع أسبوعا": Unit(kind: .week, isPlural: nil), "أسبوعين": Unit(kind: .week, count: 2),
      "أسابيع": Unit(kind: .week, isPlural: true),
      "شهر شهرا": Unit(kind: .month, isPlural: nil), "شهرين": Unit(kind: .month, count: 2),
      "أشهر شهور": Unit(kind: .month, isPlural: true),
      "سنة عام عاما": Unit(kind: .year, isPlural: nil), "سنتين عامين": Unit(kind: .year, count: 2),
      "سنوات سنين أعوام": Unit(kind: .year, isPlural: true),
      // With the article: “the week”.
      "الأسبوع": Unit(kind: .week), "الشهر": Unit(kind: .month), "السنة العام": Unit(kind: .year),
      "اليوم": Unit(kind: .day),
    ],
    adverbs: ["يوميا": "يوم", "أسبوعيا": "أسبوع", "شهريا": "شهر", "سنويا": "سنة"],
    words: [
      .day: [
        "اليوم النهارده الليلة": 0, "غدا بكرة بكرا باكر يوم_الغد": 1, "بعد_غد بعد_غدا بعد_بكرة بعد_بكرا بعد_باكر": 2,
      ],
      .dayOfPart: ["الغد غد": 1, "اليوم": 0],
      .pastDay: ["أمس امبارح مبارح البارحة": -1],
      .weekday: [
        "الاثنين الاتنين": 1, "الثلاثاء الثلاثا الثلاتاء التلات": 2, "الأربعاء الأربعا الاربع": 3, "الخميس": 4,
        "الجمعة": 5, "السبت": 6, "الأحد": 7,
      ],
      .weekdayName: [
        "اثنين اتنين": 1, "ثلاثاء ثلاثا تلات": 2, "أربعاء أربعا": 3, "خميس": 4, "جمعة": 5, "سبت": 6, "أحد": 7,
      ],
      .month: [
        "يناير كانون_الثاني جانفي": 1, "فبراير شباط فيفري": 2, "مارس آذار": 3, "أبريل نيسان أفريل": 4,
        "مايو أيار ماي": 5, "يونيو يونيه حزيران جوان": 6, "يوليو يوليه تموز جويلية يوليوز": 7,
        "أغسطس آب أوت غشت": 8, "سبتمبر أيلول شتنبر": 9, "أكتوبر تشرين_الأول": 10, "نوفمبر تشرين_الثاني نونبر": 11,
        "ديسمبر كانون_الأول دجنبر": 12,
      ],
      .number: [
        "واحد واحدة": 1, "ثلاثة ثلاث": 3, "أربعة أربع": 4, "خمسة خمس": 5, "ستة ست": 6, "سبعة سبع": 7,
        "ثمانية ثماني ثمان": 8, "تسعة تسع": 9, "عشرة عشر": 10,
      ],
      .hour: [
        "الواحدة": 1, "الثانية": 2, "الثالثة": 3, "الرابعة": 4, "الخامسة": 5, "السادسة": 6, "السابعة": 7, "الثامنة": 8,
        "التاسعة": 9, "العاشرة": 10, "الحادية_عشرة الحادية_عشر": 11, "الثانية_عشرة الثانية_عشر": 12,
      ],
      .hourNumber: [
        "واحدة": 1, "ثنتين": 2, "ثلاثة": 3, "أربعة": 4, "خمسة": 5, "ستة": 6, "سبعة": 7, "ثمانية": 8, "تسعة": 9,
        "عشرة": 10,
      ],
      .fraction: ["والنصف ونصف ونص": 30, "والربع وربع": 15, "والثلث وثلث": 20],
      .quarter: ["ربع ربعا الربع": 15, "ثلث ثلثا الثلث": 20], .sign: ["إلا": -1],
      .place: [
        "أول": 1, "ثاني": 2, "ثالث": 3, "رابع": 4, "آخر": -1, "الأول": 1, "الثاني": 2,
        "الثالث": 3, "الرابع": 4, "الخامس": 5, "السادس": 6, "السابع": 7, "الثامن": 8, "التاسع": 9, "العاشر": 10,
      ],
      .edge: ["أول": 1, "آخر": -1],
      .other: ["ثاني": 2],
      .meridiem: ["صباحا ص فجرا am": 0, "مساء مسا مساءا م ظهرا عصرا بعد_الظهر pm": 720],
      .noon: ["ظهرا الظهر بالظهر": 720],
      .part: [
        "صباحا صباح الصباح الصبح بالصباح": 0, "عصرا العصر عصر بعد_الظهر": 1, "مساء مسا مساءا المساء المسا بالمساء": 2,
        "ليلا الليل بالليل ليل": 3,
      ],
    ],
    letters: Dictionary(
      uniqueKeysWithValues: [
        ("أ", "ا"), ("إ", "ا"), ("آ", "ا"), ("ٱ", "ا"), ("ة", "ه"), ("ى", "ي"), ("ی", "ي"), ("ک", "ك"), ("ـ", ""),
      ] + "ًٌٍَُِّْٰٓٔ".unicodeScalars.map { ($0, "") }),
    priorities: [
      "!عاجل": .high, "!مهم": .high, "!عالي": .high, "!عالية": .high, "!متوسط": .medium, "!متوسطة": .medium,
      "!منخفض": .low, "!منخفضة": .low,
    ],
    prepositions: [
      "في": .on, "بتاريخ": .on, "يوم": .on, "بحلول": .by, "موعد_التسليم": .due, "ابتداء": .start, "اعتبارا": .start,
      "من": .start, "بدءا": .start, "حتى": .until, "لغاية": .until,
    ],
    joiners: ["و"], joiningPrefix: "و", title: .arabic,
    fragments: [
      "at": ["(في|عند)? (الساعة|عالساعة)"],
      "next": ["(القادم|القادمة|المقبل|المقبلة|الجاي|الجاية|التالي)"],
      "day": ["WEEKDAY", "يوم WEEKDAY"],
      "monthday": ["DIGITS (من|شهر)? MONTH"],
      "interval": ["كل UNIT", "كل NUMBER UNIT", "ADVERB"],
      "ofmonth": ["(في|من)? كل شهر"],
      "clock": [
        "{at} (CLOCK|DIGITS|HOUR|HOURNUMBER)", "{at} (DIGITS|HOUR|HOURNUMBER) FRACTION",
        "{at} (DIGITS|HOUR|HOURNUMBER) SIGN QUARTER",
      ],
      "bare": ["(CLOCK|DIGITS|HOUR)", "(DIGITS|HOUR) FRACTION", "(DIGITS|HOUR) SIGN QUARTER"],
    ],
    phrases: [
      .day: ["DAY"],
      .weekday: ["{day}", "{day} {next}", "هذا WEEKDAY"],
      .nextWeekday: ["{day} من? الأسبوع {next}", "الأسبوع {next} يوم? WEEKDAY"],
      .weekdayInWeeks: ["{day} بعد UNIT"],
      .nextUnit: ["UNIT {next}"],
      .endOfUnit: ["في? (نهاية|آخر|اخر) هذا? UNIT"],
      .endOfNextUnit: ["في? (نهاية|آخر) UNIT {next}"],
      .endOfMonth: ["في? (نهاية|آخر) شهر? MONTH"],
      .middleOfMonth: ["في? منتصف شهر? MONTH"],
      .inUnits: [
        "(بعد|خلال) UNIT", "(بعد|خلال) NUMBER UNIT", "بعد UNIT من (الآن|اليوم)", "بعد NUMBER UNIT من (الآن|اليوم)",
      ],
      .date: [
        "يوم? WEEKDAY? {monthday} YEAR?", "يوم? WEEKDAY? (DATE|MONTHDATE)",
        "يوم? WEEKDAY الموافق {monthday} YEAR?", "يوم? WEEKDAY الموافق (DATE|MONTHDATE|SHORTDATE)",
        "يوم? PLACE من MONTH",
      ],
      .doubtfulDate: ["يوم? WEEKDAY? SHORTDATE"],
      .dayOfMonth: ["يوم DIGITS", "{day} DIGITS"],
      .partOfDay: [
        "(هذا|هذه) (PART|NOON)", "اليوم PART", "PART اليوم", "PART DAYOFPART", "(PART|NOON) DAYOFPART {clock}",
        "الليلة {clock}", "{clock} الليلة", "اليوم PART {clock}",
      ],
      .moment: ["MOMENT"],
      .time: [
        "TIME", "{at} TIME", "{clock}", "{clock} MERIDIEM", "{bare} MERIDIEM", "{clock} في? PART",
      ],
      .timeOfDate: [
        "CLOCK", "NOON", "PART", "في PART", "(PART|NOON) {clock}", "HOUR", "HOUR FRACTION", "HOUR SIGN QUARTER",
        "{bare} PART",
      ],
      .every: [
        "{interval}", "كل WEEKDAYNAME+", "كل WEEKDAY+", "كل يوم WEEKDAYNAME+", "كل يوم WEEKDAY+", "كل (PART|NOON)",
        "كل ليلة", "كل UNIT (يوم|في) WEEKDAY+", "كل UNIT (يوم|في) DIGITS", "كل NUMBER UNIT (يوم|في) WEEKDAY+",
        "كل {monthday}", "كل سنة في? {monthday}", "(يوم|في)? DIGITS من? كل شهر", "في? EDGE يوم {ofmonth}",
        "في? EDGE {ofmonth}", "في? PLACE WEEKDAYNAME {ofmonth}", "في? PLACE يوم WEEKDAYNAME {ofmonth}",
        "ADVERB (يوم|في) WEEKDAY+", "كل OTHER WEEKDAYNAME",
      ],
      .everyPart: ["كل PART {clock}"],
      .everyAfterCompletion: ["{interval} بعد (الإنجاز|الإكمال|الانتهاء)"],
      .forUnits: ["لمدة UNIT", "لمدة NUMBER UNIT"],
      .forTimes: ["لعدد NUMBER مرات"],
    ])
}

extension TitleWords {
  static let arabic = TitleWords(
    binding: [
      // Prepositions and conjunctions.
      "زي", "في", "ليوم", "لغد", "من", "إلى", "الى", "على", "عن", "مع", "بين", "حتى", "لغاية", "قبل", "بعد", "منذ",
      "خلال",
      "عند", "حول",
      "ضد", "بدون", "بلا", "مثل", "نحو", "سوى", "غير", "و", "أو", "او", "ثم", "أم", "لا", "ليس", "ليست", "لم", "لن",
      "-", "–", "—", "/", "|", "=", "+",
      // Pronouns, verbs and particles.
      "هو", "هي", "كان", "كانت", "هذا", "هذه", "ذلك", "تلك", "كل", "بعض", "أي", "يسمى", "بعنوان", "اسمه", "اسمها",
      "يا", "إن", "أن", "أكثر", "أقل", "حوالي", "تقريبا",
      // “Day after day”, “the first Monday”, “twice a day”.
      "يوم", "أيام", "أول", "ثاني", "ثالث", "رابع", "آخر", "أسبوع", "شهر", "سنة", "مرة", "مرتين", "مرات", "أمس",
      "البارحة", "امبارح", "أيضا", "إلا", "نهاية", "بداية", "منتصف", "صباح", "مساء", "ظهر", "ليلة", "عصر",
    ],
    names: [
      "أخبار", "جريدة", "صحيفة", "مجلة", "قناة", "المصري", "برنامج", "نشرة", "صلاة", "خطبة", "سورة", "ليلة", "سوق",
      "فيلم", "رواية", "كتاب", "أغنية", "مسلسل", "عيد", "قداس", "حزب", "جيل", "عالم", "أم", "أبو", "عبد", "مفكرة",
      "أحداث", "حديث", "سؤال", "صفحة", "حكمة", "صورة", "كلمة", "طبق", "وجبة", "مسجد", "جامع", "دعاء",
      "أذكار", "قهوة", "خميس", "اسم",
    ],
    numbered: [
      "الحلقة", "الدرس", "الفصل", "المشكلة", "ثورة", "حرب", "حي", "رقم", "ساعة", "شارع", "صفحة", "غرفة", "مدينة",
      "ميدان",
    ],
    clauses: [
      "ما", "ماذا", "متى", "كيف", "لماذا", "أين", "هل", "الذي", "التي", "الذين", "لأن", "عندما", "كلما", "إذا", "اذا",
    ],
    infinitives: [], shortWeekdays: [])
}
