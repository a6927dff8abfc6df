// Recorded runs, to be shown again.

enum Recording {
  /// The recording of a run of 21 seconds.
  static let run = """
    {"type":"version","ts":"2026-11-20T06:00:00Z","seq":1,"elapsed_ms":0,"format":"1.0","velo_sync":"0.1.0"}
    {"type":"run_started","ts":"2026-11-20T06:00:00Z","seq":2,"elapsed_ms":300,"run_id":"a","command":"sync","arguments":[],"dry_run":false,"sample":false,"sources":["strava"],"store":"/home/jo/velo","attempt":1}
    {"type":"stage_started","ts":"2026-11-20T06:00:00Z","seq":3,"elapsed_ms":300,"stage":"routine"}
    {"type":"status","ts":"2026-11-20T06:00:01Z","seq":4,"elapsed_ms":900,"status":"contacting_integrations","sources":["strava"],"unavailable":[],"text":"Contacting Strava…","spoken":"Connecting to Strava","stage":"routine"}
    {"type":"status","ts":"2026-11-20T06:00:02Z","seq":5,"elapsed_ms":1900,"status":"downloading_activities","source":"strava","text":"Downloading Strava activities…","spoken":"Downloading activities from Strava","stage":"routine"}
    {"type":"lap","ts":"2026-11-20T06:00:03Z","seq":6,"elapsed_ms":2900,"of":[1, 2]}
    {"type":"progress","ts":"2026-11-20T06:00:10Z","seq":7,"elapsed_ms":9900,"fraction":0.2,"stage":"routine","stage_fraction":0.6,"source":"strava","done":62,"unit":"activities"}
    {"type":"source_finished","ts":"2026-11-20T06:00:20Z","seq":8,"elapsed_ms":20300,"source":"strava","outcome":"ok","new":12,"changed":1,"unchanged":170,"deleted":0,"days_new":0,"days_changed":0,"requests":3,"bytes":9,"duration_ms":18400}
    {"type":"score","ts":"2026-11-20T06:00:21Z","seq":9,"elapsed_ms":20900,"score":"strain","value":43,"band":"low","inputs_used":1,"inputs_total":1,"at_least":true,"date":"2026-11-20","cached":false}
    {"type":"summary","ts":"2026-11-20T06:00:21Z","seq":10,"elapsed_ms":21000,"outcome":"ok","exit_code":0,"dry_run":false,"counts":{"new":12,"changed":1,"unchanged":170,"deleted":0,"days_new":0,"days_changed":0},"scores":{"recovery":null,"sleep":null,"strain":43},"duration_ms":21000,"store":"/home/jo/velo"}

    """

  static let failed = """
    {"type":"version","ts":"2026-11-19T06:00:00Z","seq":1,"elapsed_ms":0,"format":"1.7","velo_sync":"0.9.0"}
    {"type":"run_started","ts":"2026-11-19T06:00:00Z","seq":2,"elapsed_ms":0,"run_id":"b","command":"sync","arguments":[],"dry_run":false,"sample":false,"sources":["strava"],"store":"/home/jo/velo","attempt":1}
    {"type":"error","ts":"2026-11-19T06:00:01Z","seq":3,"elapsed_ms":1000,"code":"network","title":"No connection","message":"Unable to connect to Strava.","hint":"Check your connection and run velo-sync again","source":"strava","retryable":true,"exit_code":68}
    {"type":"summary","ts":"2026-11-19T06:00:01Z","seq":4,"elapsed_ms":1100,"outcome":"failed","exit_code":68,"duration_ms":1100}

    """
}
