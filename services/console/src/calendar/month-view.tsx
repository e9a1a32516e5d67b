import { plural, t } from '@lingui/core/macro';
import { dayOf, shiftDay, type Day } from '../appointments/zoned-time';
import { formatDay, formatLongDay, formatTime } from '../appointments/appointment-span';
import styles from './calendar.module.css';
import { isSameMonth } from './calendar-range';
import { isOnDay } from './lay-out-day';
import type { CalendarActions } from './time-grid';
import { useDayKeys } from './use-day-keys';
import type { Calendar, CalendarEntry } from './use-calendar';

/** Appointments that a day of a month shows; the day view has all. */
const SHOWN = 3;
const WEEK_DAYS = 7;
const DAY_START = 'T09:00';

interface Props extends CalendarActions {
  readonly calendar: Calendar;
}

/** A month: arrow keys move between the days, Enter creates an appointment. */
export const MonthView = ({ calendar, openAppointment, create }: Props) => {
  const { days, day: current, today, entries, go } = calendar;
  const keys = useDayKeys({
    days,
    first: current,
    steps: { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK_DAYS, ArrowDown: WEEK_DAYS },
    leave: (day, step) => go({ day: shiftDay(day, step) }),
  });
  return (
    <div className={styles.month} {...keys.frame}>
      {days.slice(0, WEEK_DAYS).map((day) => (
        <div key={day} className={styles.weekday} aria-hidden="true">
          {formatDay(day).split(',')[0]}
        </div>
      ))}
      {days.map((day) => {
        const onDay = entries.filter(({ span }) => isOnDay(span, day));
        return (
          <section
            key={day}
            className={styles.monthDay}
            aria-label={t`${formatLongDay(day)}, ${plural(onDay.length, { one: '# appointment', other: '# appointments' })}`}
            data-other={!isSameMonth(day, current) || undefined}
          >
            <button
              type="button"
              className={styles.date}
              aria-current={day === today ? 'date' : undefined}
              aria-label={t`Create appointment on ${formatLongDay(day)}`}
              {...keys.cell(day)}
              onClick={() => create(`${day}${DAY_START}`)}
            >
              {Number(day.slice(-2))}
            </button>
            <ul className={styles.dayList}>
              {onDay.slice(0, SHOWN).map((entry) => (
                <MonthEntry key={entry.appointment.id} entry={entry} day={day} open={openAppointment} />
              ))}
            </ul>
            {onDay.length > SHOWN && (
              <button type="button" className={styles.more} onClick={() => go({ view: 'day', day })}>
                {t`${onDay.length - SHOWN} more`}
              </button>
            )}
          </section>
        );
      })}
    </div>
  );
};

interface EntryProps {
  readonly entry: CalendarEntry;
  readonly day: Day;
  readonly open: CalendarActions['openAppointment'];
}

const MonthEntry = ({ entry: { appointment, span }, day, open }: EntryProps) => {
  const begins = dayOf(span.start) === day;
  return (
    <li>
      <button
        type="button"
        className={styles.monthEntry}
        data-all-day={appointment.allDay || undefined}
        onClick={() => open(appointment)}
      >
        {!appointment.allDay && begins && <span>{formatTime(span.start)} </span>}
        {appointment.title}
      </button>
    </li>
  );
};
