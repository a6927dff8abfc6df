// The weekly routine.

import Model
import Support
import Testing
import Training

struct WeeklyRoutineTests {
  /// A Thursday.
  private let today = Day(number: 20_006)

  private func routine(_ activities: [Activity]) -> Routine {
    Routine(
      of: activities.sorted { $0.start < $1.start }, firstDay: activities.map(\.day).min(),
      today: today)
  }

  @Test func `shares are weeks of the six`() throws {
    expectEqual(today.weekday, .thu)
    // Three Tuesdays, one of them with two rides.
    let tuesday = today.advanced(by: -2)
    let activities = [
      Activity.ride(on: tuesday, load: 40, seconds: 3000),
      .ride(on: tuesday.advanced(by: -7), id: 1, load: 50, seconds: 3600),
      .ride(on: tuesday.advanced(by: -7), id: 2, load: 30, seconds: 600),
      .ride(on: tuesday.advanced(by: -14), seconds: 7200),
    ]
    let routine = routine(activities)
    expectEqual(routine.reason, nil)
    expectEqual([routine.from, routine.to], [-42, -1].map { today.advanced(by: $0) })
    expectEqual(routine.days.map(\.weekday), Weekday.allCases)
    let habit = try #require(routine.days.first { $0.weekday == .tue })
    #expect(habit.usual && habit.share == 0.5)
    // A day without a load is not a day of zero load.
    #expect(habit.activitiesMedian == 1 && habit.durationSeconds == 4200 && habit.load == 60)
    let friday = try #require(routine.days.first { $0.weekday == .fri })
    #expect(!friday.usual && friday.share == 0)
    #expect(friday.activitiesMedian == nil && friday.durationSeconds == nil)
  }

  @Test func `the week has done and planned days`() {
    var activities: [Activity] = []
    for weeks in 1...4 {
      for weekday in [-2, 0, 2] {
        activities.append(.ride(on: today.advanced(by: weekday - 7 * weeks), id: weeks))
      }
    }
    activities.append(.ride(on: today.advanced(by: -3)))
    let week = routine(activities).week
    expectEqual(week.map(\.date), (-3...3).map { today.advanced(by: $0) })
    expectEqual(week.map(\.done), [true, false, false, false, false, false, false])
    // The missed Tuesday is past; today and Saturday are still to come.
    expectEqual(week.map(\.planned), [false, false, false, true, false, true, false])
  }

  @Test func `today and days before six weeks do not count`() {
    let activities = [Activity.ride(on: today), .ride(on: today.advanced(by: -49))]
    #expect(routine(activities).days.allSatisfy { $0.share == 0 })
  }

  @Test func `a short history has no routine`() {
    let young = routine([.ride(on: today.advanced(by: -13))])
    expectEqual(young.reason, .shortHistory(days: 13, needed: 14))
    #expect(young.days.isEmpty && young.week.isEmpty)
    expectEqual(routine([.ride(on: today.advanced(by: -14))]).reason, nil)
    expectEqual(routine([]).reason, .noActivities)
  }
}
