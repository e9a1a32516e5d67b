import type { Schemas } from '@porchlight/sdk';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { spanOf, type AppointmentSpan } from '../appointments/appointment-span';
import { useZone } from '../appointments/use-zone';
import type { Day } from '../appointments/zoned-time';
import { useCollection, type Collection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { now } from '../components/current-time';
import { useSession } from '../session/session';
import { daysOf, momentsOfDays, todayIn, VIEWS, type CalendarView } from './calendar-range';

/** Appointments of one view; more are loaded on request. */
const LIMIT = 100;
/** A window in which a week is too narrow to read, CSS pixels. */
const PHONE = '(max-width: 48em)';

export type Appointment = Schemas['Appointment'];

/** An appointment with its times in the zone of the user. */
export interface CalendarEntry {
  readonly appointment: Appointment;
  readonly span: AppointmentSpan;
}

/** What the address says: view, day, whose appointments; and these appointments. */
export interface Calendar {
  readonly zone: string;
  readonly view: CalendarView;
  readonly day: Day;
  readonly today: Day;
  readonly days: readonly Day[];
  /** `all`, or the id of a user. */
  readonly whose: string;
  readonly list: Collection<Appointment>;
  readonly entries: readonly CalendarEntry[];
  go(change: { readonly view?: CalendarView; readonly day?: Day; readonly whose?: string }): void;
}

const ALL = 'all';

/** The calendar of the address: Back returns to the last view. */
export const useCalendar = (): Calendar => {
  const [params, setParams] = useSearchParams();
  const { user } = useSession();
  const zone = useZone();
  const today = todayIn(zone, now());
  const inAddress = VIEWS.find((one) => one === params.get('view'));
  const view = inAddress ?? (window.matchMedia(PHONE).matches ? 'day' : 'week');
  const day = /^\d{4}-\d\d-\d\d$/.exec(params.get('day') ?? '')?.[0] ?? today;
  const whose = params.get('user') ?? String(user.id);
  const days = useMemo(() => daysOf(view, day), [view, day]);
  const list = useCollection(['appointments', 'calendar'], porchlight.appointments.list, {
    ...momentsOfDays(days, zone),
    ...(whose !== ALL && { userId: [Number(whose)] }),
    sort: 'start',
    limit: LIMIT,
  });
  return {
    zone,
    view,
    day,
    today,
    days,
    whose,
    list,
    entries: list.rows.map((appointment) => ({ appointment, span: spanOf(appointment, zone) })),
    go: ({ view: nextView = view, day: nextDay = day, whose: nextWhose = whose }) =>
      setParams({ view: nextView, day: nextDay, ...(nextWhose !== String(user.id) && { user: nextWhose }) }),
  };
};
