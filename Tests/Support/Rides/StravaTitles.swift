// The titles of Strava's catalogue in the forms that it had.

extension StravaExport {
  /// The titles of the columns.
  package var titles: [String] {
    let text =
      switch form {
      case .lowerCase: Self.lowerCase
      case .english10: Self.english10
      case .english86: Self.english(newer: "")
      case .english103, .britain: Self.english(newer: Self.newer)
      case .german92: Self.german
      case .french: Self.filledUp(Self.french)
      case .dutch: Self.filledUp(Self.dutch)
      }
    return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// The 103 columns in a language of which only the first titles are known: placeholders
  /// for the rest, but again the same title where a column is doubled.
  private static func filledUp(_ known: String) -> String {
    var titles = known.split(separator: ",").map(String.init)
    for column in titles.count..<103 {
      let doubled = [30: 7, 37: 8, 50: 9][column]
      titles.append(doubled.map { titles[$0] } ?? "column \(column)")
    }
    return titles.joined(separator: ",")
  }

  private static let lowerCase =
    "id,date,name,type,description,elapsed_time,distance,commute,gear,filename"

  private static let english10 = """
    Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,\
    Distance,Commute,Activity Gear,Filename
    """

  private static func english(newer: String) -> String {
    """
    Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,\
    Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,\
    Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed,Average Speed,\
    Elevation Gain,Elevation Loss,Elevation Low,Elevation High,Max Grade,Average Grade,\
    Average Positive Grade,Average Negative Grade,Max Cadence,Average Cadence,Max Heart Rate,\
    Average Heart Rate,Max Watts,Average Watts,Calories,Max Temperature,Average Temperature,\
    Relative Effort,Total Work,Number of Runs,Uphill Time,Downhill Time,Other Time,\
    Perceived Exertion,Type,Start Time,Weighted Average Power,Power Count,\
    Prefer Perceived Exertion,Perceived Relative Effort,Commute,Total Weight Lifted,From Upload,\
    Grade Adjusted Distance,Weather Observation Time,Weather Condition,Weather Temperature,\
    Apparent Temperature,Dewpoint,Humidity,Weather Pressure,Wind Speed,Wind Gust,Wind Bearing,\
    Precipitation Intensity,Sunrise Time,Sunset Time,Moon Phase,Bike,Gear,\
    Precipitation Probability,Precipitation Type,Cloud Cover,Weather Visibility,UV Index,\
    Weather Ozone,Jump Count,Total Grit,Average Flow,Flagged,Average Elapsed Speed,Dirt Distance,\
    Newly Explored Distance,Newly Explored Dirt Distance,Activity Count\(newer),Media
    """
  }

  /// The columns that were added to the first 86.
  private static let newer = """
    ,Total Steps,Carbon Saved,Pool Length,Training Load,Intensity,Average Grade Adjusted Pace,\
    Timer Time,Total Cycles,Recovery,With Pet,Competition,Long Run,For a Cause,With Kid,\
    Downhill Distance,Total Sets,Total Reps
    """

  private static let german = """
    Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,\
    Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendeln,\
    Hinweis zur Privatsphäre für Aktivitäten,Aktivitätsausrüstung,Dateiname,Sportlergewicht,\
    Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Höchstgeschw.,\
    Durchschnittliche Geschwindigkeit,Höhenzunahme,Höhenunterschied,Min. Höhe,Max. Höhe,\
    Max. Steigung,Durchschnittliche Steigung,Durchschnittliche positive Steigung,\
    Durchschnittliche negative Steigung,Max. Tritt-/Schrittfrequenz,\
    Durchschnittliche Trittfrequenz,Max. Herzfrequenz,Durchschnittliche Herzfrequenz,Max. Watt,\
    Durchschnittliche Watt,Kalorien,Max. Temperatur,Durchschnittliche Temperatur,\
    Relative Leistung,Gesamtarbeit,Anzahl Läufe,Bergaufzeit,Bergabzeit,Andere Zeit,\
    Gefühlte Anstrengung,Art,Startzeit,Gewichtete durchschnittliche Leistung,Leistungszahl,\
    Gefühlte Anstrengung verwenden,Gefühlte relative Leistung,Pendeln,\
    Insgesamt gestemmtes Gewicht,Von Upload,Auf Steigung angepasste Distanz,\
    Wetterbeobachtungszeit,Wetterlage,Wetter: Temperatur,Scheinbare Temperatur,Taupunkt,\
    Luftfeuchtigkeit,Wetter: Druck,Windgeschwindigkeit,Windböe,Windrichtung,\
    Niederschlagsintensität,Sonnenaufgangszeit,Sonnenuntergangszeit,Mondphase,Fahrrad,Ausrüstung,\
    Niederschlagswahrscheinlichkeit,Niederschlagsart,Wolkendecke,Wetter: Sichtbarkeit,UV-Index,\
    Wetter: Ozon,Sprunganzahl,Schwierigkeit insgesamt,Durchschnittlicher Flow,Markiert,\
    Durchschnittsgeschwindigkeit im Aufzeichnungszeitraum,Auf Schotter zurückgelegte Distanz,\
    Neu getestete Distanz,Neu getestete Schotterdistanz,Aktivitätsanzahl,Schritte insgesamt,\
    Eingesparte CO₂-Emissionen,Pool-Länge,Trainingsbelastung,Intensität,\
    Durchschnittliches auf Steigung angepasstes Tempo,Medien
    """

  private static let french = """
    ID de l'activité,Date de l'activité,Nom de l'activité,Type d'activité,\
    Description de l'activité,Temps écoulé,Distance,Fréquence cardiaque max.,Effort relatif,\
    Déplacement-transport,Note privée sur les activités,Matériel utilisé pour l'activité,\
    Nom du fichier,Poids de l'athlète,Poids du vélo,Temps écoulé,Durée de déplacement,Distance,\
    Vitesse max.,Vitesse moyenne,Dénivelé positif
    """

  /// Known are the first four, the file's and those of times and distances.
  private static let dutch = """
    Activiteits-ID,Datum van activiteit,Naam activiteit,Activiteitstype,Beschrijving,\
    Verstreken tijd,Afstand,Max. hartslag,Relatieve inspanning,Woon-werkverkeer,Notitie,\
    Uitrusting voor activiteit,Bestandsnaam,Gewicht atleet,Gewicht fiets,Verstreken tijd,\
    Beweegtijd,Afstand
    """
}
