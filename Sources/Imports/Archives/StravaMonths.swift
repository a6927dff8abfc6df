// The names of the months in every language that Strava has.

enum StravaMonths {
  /// The number of a month by its name in lower case, without the points of an abbreviation.
  static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for language in languages {
      for (index, name) in language.split(whereSeparator: \.isWhitespace).enumerated() {
        numbers[String(name)] = index % 12 + 1
      }
    }
    return numbers
  }()

  /// Each language has the twelve months several times: CLDR's abbreviated and full forms, inside a
  /// date and alone. No name means two months. Japanese and Korean number them.
  private static let languages = [
    // English
    """
    jan feb mar apr may jun jul aug sep oct nov dec
    january february march april may june july august september october november december
    jan feb mar apr may jun jul aug sept oct nov dec
    """,
    // German
    """
    jan feb märz apr mai juni juli aug sept okt nov dez
    jan feb mär apr mai jun jul aug sep okt nov dez
    januar februar märz april mai juni juli august september oktober november dezember
    jän feb märz apr mai juni juli aug sep okt nov dez
    jänner februar märz april mai juni juli august september oktober november dezember
    """,
    // Spanish
    """
    ene feb mar abr may jun jul ago sept oct nov dic
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    ene feb mar abr may jun jul ago set oct nov dic
    enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre
    """,
    // French
    """
    janv févr mars avr mai juin juil août sept oct nov déc
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    janv fév mars avr mai juin juill août sept oct nov déc
    """,
    // Italian
    """
    gen feb mar apr mag giu lug ago set ott nov dic
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
    """,
    // Dutch
    """
    jan feb mrt apr mei jun jul aug sep okt nov dec
    januari februari maart april mei juni juli augustus september oktober november december
    """,
    // Portuguese
    """
    jan fev mar abr mai jun jul ago set out nov dez
    janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
    """,
    // Russian
    """
    янв февр мар апр мая июн июл авг сент окт нояб дек
    янв февр март апр май июнь июль авг сент окт нояб дек
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
    """,
    // Chinese
    """
    一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月
    """,
    // Danish
    """
    jan feb mar apr maj jun jul aug sep okt nov dec
    januar februar marts april maj juni juli august september oktober november december
    """,
    // Norwegian
    """
    jan feb mars apr mai juni juli aug sep okt nov des
    januar februar mars april mai juni juli august september oktober november desember
    """,
    // Swedish
    """
    januari februari mars april maj juni juli augusti september oktober november december
    """,
    // Finnish
    """
    tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu
    tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta
    syyskuuta lokakuuta marraskuuta joulukuuta
    tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu
    marraskuu joulukuu
    """,
    // Polish
    """
    sty lut mar kwi maj cze lip sie wrz paź lis gru
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada
    grudnia
    styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad
    grudzień
    """,
    // Czech
    """
    led úno bře dub kvě čvn čvc srp zář říj lis pro
    ledna února března dubna května června července srpna září října listopadu prosince
    leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
    """,
    // Hungarian
    """
    jan febr márc ápr máj jún júl aug szept okt nov dec
    január február március április május június július augusztus szeptember október november
    december
    """,
    // Turkish
    """
    oca şub mar nis may haz tem ağu eyl eki kas ara
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
    """,
    // Indonesian
    """
    jan feb mar apr mei jun jul agu sep okt nov des
    januari februari maret april mei juni juli agustus september oktober november desember
    """,
    // Thai
    """
    มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค
    มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน
    ธันวาคม
    """,
  ]
}
