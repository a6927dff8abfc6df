// READING THE STORE in velo-sync(1): recipes for other programs.

import Model

extension CommandPage {
  static let reading = """
    Other programs read the store in place, also during a sync: a file is replaced as a whole. Records \
    of one ride from several sources have the same ride; the one whose id that is comes first, and \
    what it lacks is taken from the others, in the order of sources. A ride counts in nothing if one of \
    its records has excluded. kind is absent from records of earlier versions until velo-sync --full.
    """

  /// The order of sources as a list, which jq and DuckDB write alike but for the quotation mark.
  private static func order(_ quote: String) -> String {
    "[" + Source.allCases.map { quote + $0.rawValue + quote }.joined(separator: ", ") + "]"
  }

  /// Commands for a shell, each with what it is for.
  static let recipes = [
    Example(
      "With jq(1), rides and metres by year:",
      """
      jq -cn '\(order("\""))
        as $order | [inputs] | group_by(.ride // .id) | map(select(any(.excluded) | not)
          | sort_by(.source as $source | $order | index($source)) | reverse | add)
        | map(select((.kind // "ride") == "ride")) | group_by((.start_local // .start)[:4])[]
        | {year: (.[0] | (.start_local // .start)[:4]), rides: length, distance_m: (map(.distance_m) | add)}' \\
        ~/.local/share/velo-sync/activities/*/*.ndjson
      """),
    Example(
      "With DuckDB, the same. The view has each ride once and can be asked again; more fields are added "
        + "like these:",
      """
      duckdb rides.duckdb -c "CREATE OR REPLACE VIEW rides AS
        SELECT ride, coalesce(arg_min(start_local, place), arg_min(start, place)) AS start,
          arg_min(name, place) AS name, arg_min(kind, place) AS kind,
          arg_min(distance_m, place) AS distance_m,
          coalesce(arg_min(duration_s, place), arg_min(elapsed_s, place)) AS duration_s
        FROM (SELECT * REPLACE (coalesce(ride, id) AS ride), list_position(
            \(order("'")),
            source) AS place
          FROM read_json('~/.local/share/velo-sync/activities/*/*.ndjson', columns = {
            id: 'VARCHAR', ride: 'VARCHAR', source: 'VARCHAR', name: 'VARCHAR', kind: 'VARCHAR',
            start: 'VARCHAR', start_local: 'VARCHAR', distance_m: 'DOUBLE', duration_s: 'BIGINT',
            elapsed_s: 'BIGINT', excluded: 'BOOLEAN'}))
        GROUP BY ride HAVING bool_or(excluded) IS NOT TRUE"
      duckdb rides.duckdb -c "SELECT left(start, 4) AS year, count(*) AS rides, sum(distance_m) AS distance_m
        FROM rides WHERE coalesce(kind, 'ride') = 'ride' GROUP BY year ORDER BY year"
      """),
    Example(
      "With sqlite3(1), the same from the list of all rides:",
      """
      velo-sync rides --csv --since 1970-01-01 |
        sqlite3 rides.db 'DROP TABLE IF EXISTS rides' '.import --csv /dev/stdin rides'
      sqlite3 rides.db "SELECT substr(coalesce(nullif(start_local, ''), start), 1, 4) AS year,
        count(*) AS rides, sum(nullif(distance_m, '')) AS distance_m FROM rides
        WHERE excluded <> 'true' GROUP BY year"
      """),
    Example(
      "Every record without raw as Parquet, a file for each rider of ~/athletes and each year, for "
        + "Spark, Trino or a warehouse:",
      """
      duckdb -c "COPY (SELECT COLUMNS(lambda c: c <> 'raw'), year(start) AS year
          FROM read_json('~/athletes/*/activities/*/*.ndjson', union_by_name = true,
            sample_size = -1, hive_partitioning = true))
        TO 'parquet' (FORMAT parquet, PARTITION_BY (athlete, year), OVERWRITE_OR_IGNORE)"
      """),
    Example(
      "Rides and metres of each rider:",
      """
      duckdb -c "SELECT athlete, count(*) AS rides, sum(metres) AS distance_m
        FROM (SELECT athlete, arg_min(kind, place) AS sport, arg_min(distance_m, place) AS metres
          FROM (SELECT *, list_position(
              \(order("'")),
              source) AS place
            FROM read_json('~/athletes/*/activities/*/*.ndjson', hive_partitioning = true, columns = {
              id: 'VARCHAR', ride: 'VARCHAR', source: 'VARCHAR', kind: 'VARCHAR', distance_m: 'DOUBLE',
              excluded: 'BOOLEAN'}))
          GROUP BY athlete, coalesce(ride, id) HAVING bool_or(excluded) IS NOT TRUE)
        WHERE coalesce(sport, 'ride') = 'ride' GROUP BY athlete ORDER BY athlete"
      """),
    Example(
      "A ride with second-by-second data in Python, here with gpxpy, its length in metres:",
      """
      velo-sync ride latest --gpx ride.gpx
      python3 -c "import gpxpy; print(gpxpy.parse(open('ride.gpx')).length_2d())"
      """),
    Example(
      "The schema of the activities for Spark, which reads the year files with it: "
        + "spark.read.schema(StructType.fromJson(json.load(open('activity.json')))).json(files)",
      sparkSchema),
  ]

  /// Turns a definition of the schema of the records into what Spark calls one.
  static let sparkSchema = """
    velo-sync schema records | jq '."$defs" as $defs
      | def spark: if ."$ref" then $defs[."$ref"[8:]] | spark
          elif .properties then {type: "struct", fields: [.properties | to_entries[]
            | {name: .key, type: (.value | spark), nullable: true, metadata: {}}]}
          elif .items then {type: "array", elementType: (.items | spark), containsNull: true}
          else {integer: "long", number: "double", boolean: "boolean"}[.type // ""] // "string"
          end;
      $defs.activity | spark' > activity.json
    """
}
