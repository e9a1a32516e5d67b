import { useZone } from '../appointments/use-zone';
import type { Day } from '../appointments/zoned-time';
import { now } from '../components/current-time';
import { toDay } from './due-day';

/** Today in the time zone of the user, and the zone: days of tasks, deals and reports are those of the user (D5.4). */
export const useToday = (): { readonly today: Day; readonly zone: string } => {
  const zone = useZone();
  return { today: toDay(new Date(now()), zone), zone };
};
