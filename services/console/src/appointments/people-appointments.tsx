import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { now } from '../components/current-time';
import { ListStates } from '../components/list-states';
import { useSession } from '../session/session';
import { NewAppointmentDialog } from './appointment-dialog';
import { AppointmentItem } from './appointment-item';
import styles from './appointments.module.css';
import { useZone } from './use-zone';
import { addMinutes, toWallTime, type WallTime } from './zoned-time';

/** Past appointments that are shown at first. */
const PAST = 1;
const HOUR_MINUTES = 60;
const TO_HOUR = 13;

/** The next full hour. */
export const nextHour = (at: Date, zone: string): WallTime =>
  `${addMinutes(toWallTime(at, zone), HOUR_MINUTES).slice(0, TO_HOUR)}:00`;

/** A person by name. */
interface NamedPerson {
  readonly id: number;
  readonly name: string;
}

/** The appointments of people, such as those of a deal: the next one first, then the past ones. */
export const PeopleAppointments = ({ people }: { readonly people: readonly NamedPerson[] }) => {
  const { user } = useSession();
  const zone = useZone();
  const list = useCollection(['appointments'], porchlight.appointments.list, {
    personId: people.map(({ id }) => id),
    sort: '-start',
  });
  const [creating, setCreating] = useState(false);
  const [all, setAll] = useState(false);
  const time = now();
  const isOver = ({ end, start }: Schemas['Appointment']): boolean => new Date(end ?? start ?? 0).getTime() < time;
  const next = list.rows.filter((one) => !isOver(one)).reverse();
  const past = list.rows.filter(isOver);
  const shownPast = all ? past : past.slice(0, PAST);
  return (
    <Card
      title={t`Appointments`}
      aside={
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t`Add appointment`}
          aria-haspopup="dialog"
          onClick={() => setCreating(true)}
        >
          <Trans>Add</Trans>
        </Button>
      }
    >
      <ListStates what={t`appointments`} list={{ ...list, hasMore: list.hasMore && all }} empty={t`No appointments.`}>
        <ul className={styles.list}>
          {[...next, ...shownPast].map((one) => (
            <AppointmentItem
              key={one.id}
              appointment={one}
              zone={zone}
              personId={people.length === 1 ? people[0]?.id : undefined}
            />
          ))}
        </ul>
        {past.length > PAST && (
          <Button size="compact-sm" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t`Hide past appointments` : t`Show ${past.length - PAST} more past`}
          </Button>
        )}
      </ListStates>
      {creating && (
        <NewAppointmentDialog
          zone={zone}
          start={nextHour(new Date(time), zone)}
          invitees={[...people.map(({ id, name }) => ({ personId: id, name })), { userId: user.id, name: user.name }]}
          onClose={() => setCreating(false)}
        />
      )}
    </Card>
  );
};
