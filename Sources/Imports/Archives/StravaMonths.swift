// The names of the months in every language that Strava has.

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
