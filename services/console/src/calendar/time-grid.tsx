import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { formatDay, formatHour, formatLongDay, formatTime } from '../appointments/appointment-span';
import type { Day, WallTime } from '../appointments/zoned-time';
import { AppointmentBlock } from './appointment-block';
import styles from './calendar.module.css';
import { isOnDay, layOutDay } from './lay-out-day';
import type { Appointment, Calendar } from './use-calendar';
import { useDayKeys } from './use-day-keys';
import { useMoveAppointment } from './use-move-appointment';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The hour that is at the top when the page opens. */
const FIRST_SHOWN_HOUR = 7;
const START_HOUR = 9;

/** What a view of the calendar lets its user do. */
export interface CalendarActions {
  openAppointment(appointment: Appointment): void;
  create(start: WallTime, allDay?: boolean): void;
}

interface Props extends CalendarActions {
  readonly calendar: Calendar;
}

const toTime = (day: Day, hour: number): WallTime => `${day}T${String(hour).padStart(2, '0')}:00`;

/** One day or a week by hours: a slot creates an appointment; the pointer or Alt with arrow keys moves one. */
export const TimeGrid = ({ calendar, openAppointment, create }: Props) => {
  const { days, day: current, today, entries, zone, go } = calendar;
  const scroller = useRef<HTMLDivElement>(null);
  const move = useMoveAppointment(zone);
  const slots = days.flatMap((day) => HOURS.map((hour) => toTime(day, hour)));
  const keys = useDayKeys({
    days: slots,
    first: toTime(current, START_HOUR),
    steps: { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -HOURS.length, ArrowRight: HOURS.length },
    leave: (_, step) => go({ day: nextDay(days, step) }),
  });
  useEffect(() => {
    const first = scroller.current?.querySelectorAll<HTMLElement>('[data-cell]')[FIRST_SHOWN_HOUR];
    if (scroller.current && first) scroller.current.scrollTop = first.offsetTop;
  }, []);
  return (
    <div className={styles.frame}>
      <AllDayRow calendar={calendar} openAppointment={openAppointment} create={create} />
      {/* Scrolls by the keys of its slots. */}
      <div className={styles.scroller} ref={scroller}>
        <div className={styles.grid} data-days={days.length} {...keys.frame}>
          <div className={styles.hours} aria-hidden="true">
            {HOURS.map((hour) => (
              <div key={hour} className={styles.hour}>
                {formatHour(toTime(current, hour))}
              </div>
            ))}
          </div>
          {days.map((day) => (
            <section
              key={day}
              className={styles.dayColumn}
              aria-label={formatLongDay(day)}
              data-today={day === today || undefined}
              data-day={day}
            >
              {HOURS.map((hour) => (
                <button
                  key={hour}
                  type="button"
                  className={styles.slot}
                  aria-label={t`Create appointment, ${formatDay(day)}, ${formatTime(toTime(day, hour))}`}
                  {...keys.cell(toTime(day, hour))}
                  onClick={() => create(toTime(day, hour))}
                />
              ))}
              <ul>
                {layOutDay(
                  entries.filter(({ appointment }) => !appointment.allDay),
                  ({ span }) => span,
                  day,
                ).map((block) => (
                  <AppointmentBlock
                    key={block.item.appointment.id}
                    block={block}
                    open={() => openAppointment(block.item.appointment)}
                    move={(by) => move(block.item, by)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
};

/** The day that is shown after a move beyond the first or last one. */
const nextDay = (days: readonly Day[], step: number): Day => {
  const last = new Date(`${step < 0 ? days[0]! : days.at(-1)!}T00:00Z`);
  last.setUTCDate(last.getUTCDate() + Math.sign(step));
  return last.toISOString().slice(0, days[0]!.length);
};

/** The days with their appointments of whole days. */
const AllDayRow = ({ calendar: { days, today, entries }, openAppointment, create }: Props) => (
  <div className={styles.grid} data-days={days.length}>
    <div className={styles.corner}>
      <Trans>All day</Trans>
    </div>
    {days.map((day) => (
      <section key={day} className={styles.allDay} aria-label={t`${formatLongDay(day)}, all day`}>
        <button
          type="button"
          className={styles.dayName}
          aria-current={day === today ? 'date' : undefined}
          aria-label={t`Create appointment, ${formatDay(day)}, all day`}
          onClick={() => create(`${day}T00:00`, true)}
        >
          {formatDay(day)}
        </button>
        <ul className={styles.dayList}>
          {entries
            .filter(({ appointment, span }) => appointment.allDay && isOnDay(span, day))
            .map(({ appointment }) => (
              <li key={appointment.id}>
                <button
                  type="button"
                  className={styles.monthEntry}
                  data-all-day
                  onClick={() => openAppointment(appointment)}
                >
                  {appointment.title}
                </button>
              </li>
            ))}
        </ul>
      </section>
    ))}
  </div>
);
