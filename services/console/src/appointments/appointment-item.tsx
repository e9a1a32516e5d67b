import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { useState } from 'react';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ConfirmDialog } from '../components/confirm-button';
import { ErrorText } from '../components/error-alert';
import { PillMenu } from '../components/pill-menu';
import { EditAppointmentDialog } from './appointment-dialog';
import { formatSpan, spanOf } from './appointment-span';
import styles from './appointments.module.css';
import { describeConflicts } from './describe-conflicts';
import { useAppointmentChoices } from './use-appointment-choices';

type Appointment = Schemas['Appointment'];

interface Props {
  readonly appointment: Appointment;
  readonly zone: string;
}

interface ItemProps extends Props {
  /** The person of the page; the item does not repeat the name. */
  readonly personId: number | undefined;
}

/** An appointment in a list: when, what, where, with whom; its outcome with two clicks; edit, delete. */
export const AppointmentItem = ({ appointment, zone, personId }: ItemProps) => {
  const { id, title, allDay, type, location, invitees, conflicts, outcomeId, outcome } = appointment;
  const { outcomes } = useAppointmentChoices();
  const setOutcome = useChange(
    (next: string) => porchlight.appointments.update(id, { outcomeId: next === '' ? null : Number(next) }),
    'appointments',
  );
  const conflict = describeConflicts(conflicts);
  const others = invitees
    .filter((one) => !personId || one.personId !== personId)
    .map(({ name, email }) => name || email);
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <Text fw={500} className={styles.title}>
          {title}
        </Text>
        <Text size="sm">{formatSpan(spanOf(appointment, zone), allDay)}</Text>
        <Text size="sm" c="dimmed">
          {[type, location, others.join(', ')].filter(Boolean).join(' · ')}
        </Text>
        {conflict !== '' && (
          <Text size="sm" className={styles.conflict}>
            {conflict}
          </Text>
        )}
        <PillMenu
          label={t`Outcome of ${title ?? ''}`}
          text={outcome ?? t`No outcome`}
          value={outcomeId ? String(outcomeId) : ''}
          choices={outcomes}
          choose={(next) => setOutcome.mutate(next)}
        />
        <ErrorText error={setOutcome.error} />
      </div>
      <div className={styles.menu}>
        <AppointmentMenu appointment={appointment} zone={zone} />
      </div>
    </li>
  );
};

const AppointmentMenu = ({ appointment, zone }: Props) => {
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = (): void => setDialog(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t`More for ${appointment.title ?? ''}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item aria-haspopup="dialog" onClick={() => setDialog('edit')}>
            <Trans>Edit appointment</Trans>
          </Menu.Item>
          <Menu.Item aria-haspopup="dialog" onClick={() => setDialog('delete')}>
            <Trans>Delete appointment</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <EditAppointmentDialog appointment={appointment} zone={zone} onClose={close} />}
      {dialog === 'delete' && <DeleteAppointment appointment={appointment} close={close} />}
    </>
  );
};

interface DeleteProps {
  readonly appointment: Pick<Appointment, 'id' | 'title'>;
  close(): void;
  onSuccess?(): void;
}

/** Asks before an appointment is deleted. */
export const DeleteAppointment = ({ appointment: { id, title }, close, onSuccess }: DeleteProps) => (
  <ConfirmDialog
    title={title ? t`Delete ${title}?` : t`Delete this appointment?`}
    confirm={t`Delete appointment`}
    description={t`It disappears from all calendars. The people stay.`}
    act={() => porchlight.appointments.delete(id)}
    subjects={['appointments', 'people']}
    close={close}
    onSuccess={onSuccess}
  />
);
