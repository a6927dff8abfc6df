// Parses the dates of a Strava export, which are in UTC and in the account's language.

import Model

/// A date as `activities.csv` writes it: `Apr 7, 2018, 9:05:12 AM`, `21.07.2026, 15:09:27`,
/// `24 mai 2012 à 16:27:40`, `12 de set. de 2018 15:02:23`, `2018. 9. 12. 오후 3:02:23`.
///
/// `4/7/2018` has two readings; only other dates of its list tell which one is right.
struct StravaDate: Hashable, Sendable {
  /// How a list of dates in figures is written.
  enum Order { case dayFirst, monthFirst }

  /// Seconds since 1970; nil if this order is impossible.
  private let dayFirst: Int64?
  private let monthFirst: Int64?

  /// The order that this date proves for its list; nil if it can have either.
  var order: Order? {
    if monthFirst == nil { return .dayFirst }
    return dayFirst == nil ? .monthFirst : nil
  }

  /// Seconds since 1970; nil for a date of two readings in a list of unknown order.
  func seconds(in order: Order?) -> Int64? {
    guard let dayFirst else { return monthFirst }
    guard let monthFirst, monthFirst != dayFirst else { return dayFirst }
    return order.map { $0 == .dayFirst ? dayFirst : monthFirst }
  }

  /// nil for a date in any other form, which is never guessed at, and for one outside
  /// `RideLimits.times`.
  init?(_ text: String) {
    guard text.utf8.count <= 100, let text = DateText(text), let time = text.secondOfDay else {
      return nil
    }
    func moment(_ year: DateText.Number, _ month: Int, _ day: DateText.Number) -> Int64? {
      guard year.digits == 4, day.digits <= 2,
        let day = Day(year: year.value, month: month, day: day.value)
      else { return nil }
      let seconds = day.startOfDayUTC.seconds + Int64(time)
      return RideLimits.times.contains(seconds) ? seconds : nil
    }
    // The last three numbers are the time.
    let date = text.numbers.dropLast(3)
    if date.count == 2, let month = text.month {
      dayFirst = moment(date[1], month, date[0]) ?? moment(date[0], month, date[1])
      monthFirst = dayFirst
    } else if date.count == 3, text.month == nil {
      if date[0].digits == 4 {
        dayFirst = moment(date[0], date[1].value, date[2])
        monthFirst = dayFirst
      } else {
        dayFirst = moment(date[2], date[1].value, date[0])
        // Only where days come first are they followed by a point.
        let hasPoints = text.gaps[1].first == "."
        monthFirst = hasPoints ? nil : moment(date[2], date[0].value, date[1])
      }
    } else {
      return nil
    }
    if dayFirst == nil, monthFirst == nil { return nil }
  }
}

/// The numbers of a text, and what its words mean.
private struct DateText {
  struct Number {
    let value: Int
    /// At most 4.
    let digits: Int
  }

  private(set) var numbers: [Number] = []
  /// The words and marks before each number, and after the last one. Words are in lower case,
  /// without the points of an abbreviation.
  private(set) var gaps: [[String]] = [[]]
  private(set) var month: Int?
  /// The hour at which the half of the day begins that the text names.
  private var half: Int?

  /// nil for a text with anything that does not occur in dates.
  init?(_ text: String) {
    var rest = Substring(text)
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.utf8.count <= 4, let value = Int(digits) else { return nil }
        numbers.append(Number(value: value, digits: digits.utf8.count))
        gaps.append([])
        rest = rest.dropFirst(digits.count)
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter || $0 == "." }
        add(String(word.filter { $0 != "." }).lowercased())
        rest = rest.dropFirst(word.count)
      } else {
        // U+202F and U+00A0, which occur before AM and PM, are white space as well.
        if !first.isWhitespace { add(String(first)) }
        rest = rest.dropFirst()
      }
    }
    for word in gaps.joined() where !Self.fillers.contains(word) {
      if let number = StravaMonths.numbers[word], month == nil {
        month = number
      } else if let named = Self.halves[word], half == nil {
        half = named
      } else {
        return nil
      }
    }
  }

  private mutating func add(_ word: String) {
    // "a. m." and "p. m."
    if word == "m", let first = gaps[gaps.count - 1].last, ["a", "p"].contains(first) {
      gaps[gaps.count - 1].removeLast()
      gaps[gaps.count - 1].append(first + word)
    } else {
      gaps[gaps.count - 1].append(word)
    }
  }

  /// The time, with seconds; nil for none.
  var secondOfDay: Int? {
    let time = numbers.suffix(3).map(\.value)
    guard time.count == 3, numbers.suffix(3).allSatisfy({ $0.digits <= 2 }),
      gaps.dropLast().suffix(2).allSatisfy({ $0.count == 1 && Self.clock.contains($0[0]) }),
      time[1] < 60, time[2] < 60
    else { return nil }
    var hour = time[0]
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = (half + (hour + 12 - half % 12) % 12) % 24
    }
    return hour < 24 ? hour * 3_600 + time[1] * 60 + time[2] : nil
  }

  /// The hour at which the half of the day begins that a word is for. Chinese, Japanese and Korean
  /// divide the day further: all words of CLDR.
  private static let halves = [
    "am": 0, "上午": 0, "午前": 0, "오전": 0, "午夜": 0, "凌晨": 0, "清晨": 0, "早上": 0, "真夜中": 0,
    "朝": 0, "자정": 0, "아침": 0, "pm": 12, "下午": 12, "午後": 12, "오후": 12, "中午": 12, "晚上": 12,
    "正午": 12, "昼": 12, "夕方": 12, "夜": 12, "정오": 12, "저녁": 12, "夜中": 18, "밤": 18,
  ]

  /// What may follow hours and minutes.
  private static let clock: Set = [
    ":", ".", "h", "min", "时", "時", "点", "분", "시", "分", "นาฬิกา", "นาที",
  ]

  /// Words and marks without a meaning of their own.
  private static let fillers: Set = clock.union([
    ",", "/", "-", "t", "z", "utc", "s", "秒", "초", "วินาที", "年", "月", "日", "년", "월", "일",
    "at", "um", "à", "de", "del", "a", "las", "la", "alle", "ore", "às", "om", "kl", "klo", "г",
    "в", "r", "o", "v", "pukul", "คศ", "เวลา",
  ])
}

enum StravaMonths {
  /// The number of a month by its name in lower case, without the points of an abbreviation.
  static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (index, names) in months.enumerated() {
      for name in names.split(whereSeparator: \.isWhitespace) {
        assert(numbers[String(name)] == nil)
        numbers[String(name)] = index + 1
      }
    }
    return numbers
  }()

  /// The names of each month: CLDR's abbreviated and full forms, inside a date and alone, in
  /// English, German, Spanish, French, Italian, Dutch, Portuguese, Russian, Chinese, Danish,
  /// Norwegian, Swedish, Finnish, Polish, Czech, Hungarian, Turkish, Indonesian and Thai. No name
  /// means two months. Japanese and Korean number them.
  private static let months = [
    """
    jan january januar jän jänner ene enero janv janvier gen gennaio januari janeiro янв января
    январь 一月 tammi tammikuuta tammikuu sty stycznia styczeń led ledna leden január oca ocak มค
    มกราคม
    """,
    """
    feb february februar febrero févr février fév febbraio februari fev fevereiro февр февраля
    февраль 二月 helmi helmikuuta helmikuu lut lutego luty úno února únor febr február şub şubat
    กพ กุมภาพันธ์
    """,
    """
    mar march märz mär marzo mars mrt maart março мар март марта 三月 marts maalis maaliskuuta
    maaliskuu marca marzec bře března březen márc március mart maret มีค มีนาคม
    """,
    """
    apr april abr abril avr avril aprile апр апреля апрель 四月 huhti huhtikuuta huhtikuu kwi
    kwietnia kwiecień dub dubna duben ápr április nis nisan เมย เมษายน
    """,
    """
    may mai mayo mag maggio mei maio мая май 五月 maj touko toukokuuta toukokuu maja kvě května
    květen máj május mayıs พค พฤษภาคม
    """,
    """
    jun june juni junio juin giu giugno junho июн июнь июня 六月 kesä kesäkuuta kesäkuu cze
    czerwca czerwiec čvn června červen jún június haz haziran มิย มิถุนายน
    """,
    """
    jul july juli julio juil juillet juill lug luglio julho июл июль июля 七月 heinä heinäkuuta
    heinäkuu lip lipca lipiec čvc července červenec júl július tem temmuz กค กรกฎาคม
    """,
    """
    aug august ago agosto août augustus авг августа август 八月 augusti elo elokuuta elokuu sie
    sierpnia sierpień srp srpna srpen augusztus ağu ağustos agu agustus สค สิงหาคม
    """,
    """
    sep september sept septiembre set setiembre septembre settembre setembro сент сентября
    сентябрь 九月 syys syyskuuta syyskuu wrz września wrzesień zář září szept szeptember eyl eylül
    กย กันยายน
    """,
    """
    oct october okt oktober octubre octobre ott ottobre out outubro окт октября октябрь 十月 loka
    lokakuuta lokakuu paź października październik říj října říjen október eki ekim ตค ตุลาคม
    """,
    """
    nov november noviembre novembre novembro нояб ноября ноябрь 十一月 marras marraskuuta marraskuu
    lis listopada listopad listopadu kas kasım พย พฤศจิกายน
    """,
    """
    dec december dez dezember dic diciembre déc décembre dicembre dezembro дек декабря декабрь
    十二月 des desember joulu joulukuuta joulukuu gru grudnia grudzień pro prosince prosinec ara
    aralık ธค ธันวาคม
    """,
  ]
}
