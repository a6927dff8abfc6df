// The weekly routine.

import Model
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

  @Test func sharesAreWeeksOfTheSix() throws {
    #expect(today.weekday == .thu)
    // Three Tuesdays, one of them with two rides.
    let tuesday = today.advanced(by: -2)
    let activities = [
      Activity.ride(on: tuesday, load: 40, seconds: 3000),
      .ride(on: tuesday.advanced(by: -7), id: 1, load: 50, seconds: 3600),
      .ride(on: tuesday.advanced(by: -7), id: 2, load: 30, seconds: 600),
      .ride(on: tuesday.advanced(by: -14), seconds: 7200),
    ]
    let routine = routine(activities)
    #expect(routine.reason == nil)
    #expect(routine.from == today.advanced(by: -42))
    #expect(routine.to == today.advanced(by: -1))
    #expect(routine.days.map(\.weekday) == Weekday.allCases)
    let habit = try #require(routine.days.first { $0.weekday == .tue })
    #expect(habit.share == 0.5)
    #expect(habit.usual)
    #expect(habit.activitiesMedian == 1)
    #expect(habit.durationSeconds == 4200)
    // A day without a load is not a day of zero load.
    #expect(habit.load == 60)
    let friday = try #require(routine.days.first { $0.weekday == .fri })
    #expect(friday.share == 0)
    #expect(!friday.usual)
    #expect(friday.activitiesMedian == nil)
    #expect(friday.durationSeconds == nil)
  }

  @Test func theWeekHasDoneAndPlannedDays() {
    var activities: [Activity] = []
    for weeks in 1...4 {
      for weekday in [-2, 0, 2] {
        activities.append(.ride(on: today.advanced(by: weekday - 7 * weeks), id: weeks))
      }
    }
    activities.append(.ride(on: today.advanced(by: -3)))
    let week = routine(activities).week
    #expect(week.map(\.date) == (-3...3).map { today.advanced(by: $0) })
    #expect(week.map(\.done) == [true, false, false, false, false, false, false])
    // The missed Tuesday is past; today and Saturday are still to come.
    #expect(week.map(\.planned) == [false, false, false, true, false, true, false])
  }

  @Test func todayAndDaysBeforeSixWeeksDoNotCount() {
    let activities = [Activity.ride(on: today), .ride(on: today.advanced(by: -49))]
    #expect(routine(activities).days.allSatisfy { $0.share == 0 })
  }

  @Test func aShortHistoryHasNoRoutine() {
    let young = routine([.ride(on: today.advanced(by: -13))])
    #expect(young.reason == .shortHistory(days: 13, needed: 14))
    #expect(young.days.isEmpty)
    #expect(young.week.isEmpty)
    #expect(routine([.ride(on: today.advanced(by: -14))]).reason == nil)
  }

  @Test func withoutActivitiesThereIsNoRoutine() {
    #expect(routine([]).reason == .noActivities)
  }
}
