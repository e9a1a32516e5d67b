import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/icons/IconChevronLeft';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import { useState } from 'react';
import { EditAppointmentDialog, NewAppointmentDialog } from '../appointments/appointment-dialog';
import { nextHour } from '../appointments/people-appointments';
import { browserZone, type WallTime } from '../appointments/zoned-time';
import { now } from '../components/current-time';
import { ErrorAlert } from '../components/error-alert';
import { PageFrame } from '../components/page-frame';
import { useSession } from '../session/session';
import { useUsers } from '../users/use-users';
import { formatRange, turnPage, type CalendarView } from './calendar-range';
import styles from './calendar.module.css';
import { MonthView } from './month-view';
import { SubscribeButton } from './subscribe-button';
import { TimeGrid } from './time-grid';
import { useCalendar, type Appointment, type Calendar } from './use-calendar';

const VIEW_LABELS = [
  { value: 'day', label: t`Day` },
  { value: 'week', label: t`Week` },
  { value: 'month', label: t`Month` },
];

/** What the user creates or opens. */
type Opened = { readonly start: WallTime; readonly allDay: boolean } | Appointment;

/** Appointments by day, week or month, in the time zone of the user. */
export default function CalendarPage() {
  const calendar = useCalendar();
  const { user } = useSession();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const { zone, view, list } = calendar;
  const open = {
    openAppointment: setOpened,
    create: (start: WallTime, allDay = false) => setOpened({ start, allDay }),
  };
  return (
    <PageFrame
      title={t`Calendar`}
      actions={
        <Group gap="xs">
          <SubscribeButton />
          <Button aria-haspopup="dialog" onClick={() => open.create(nextHour(new Date(now()), zone))}>
            <Trans>Create appointment</Trans>
          </Button>
        </Group>
      }
    >
      <Toolbar calendar={calendar} />
      <ErrorAlert error={list.error} retry={list.retry} />
      {view === 'month' ? (
        <MonthView calendar={calendar} {...open} />
      ) : (
        <TimeGrid key={view} calendar={calendar} {...open} />
      )}
      {list.hasMore && (
        <Button variant="default" loading={list.loadingMore} onClick={list.loadMore}>
          <Trans>Show more appointments</Trans>
        </Button>
      )}
      {opened && 'id' in opened && <EditAppointmentDialog appointment={opened} zone={zone} onClose={close} />}
      {opened && !('id' in opened) && (
        <NewAppointmentDialog
          zone={zone}
          {...opened}
          invitees={[{ userId: user.id, name: user.name }]}
          onClose={close}
        />
      )}
    </PageFrame>
  );
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

const PREVIOUS: Readonly<Record<CalendarView, string>> = {
  day: t`Previous day`,
  week: t`Previous week`,
  month: t`Previous month`,
};
const NEXT: Readonly<Record<CalendarView, string>> = { day: t`Next day`, week: t`Next week`, month: t`Next month` };

/** The days that are shown, buttons to other days, the view, and whose appointments. */
const Toolbar = ({ calendar: { zone, view, day, today, whose, list, go } }: { readonly calendar: Calendar }) => {
  const users = useUsers();
  return (
    <div className={styles.toolbar}>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={() => go({ day: today })}>
          <Trans>Today</Trans>
        </Button>
        <Button
          variant="default"
          px="xs"
          aria-label={PREVIOUS[view]}
          onClick={() => go({ day: turnPage(view, day, -1) })}
        >
          <IconChevronLeft {...ICON} />
        </Button>
        <Button variant="default" px="xs" aria-label={NEXT[view]} onClick={() => go({ day: turnPage(view, day, 1) })}>
          <IconChevronRight {...ICON} />
        </Button>
      </Group>
      <h2 className={styles.range} aria-live="polite">
        {formatRange(view, day)}
      </h2>
      <Text size="sm" c="dimmed" className={styles.zone}>
        {zone === browserZone() ? '' : t`Times in ${zone.replaceAll('_', ' ')}`}
        {list.pending ? t` Loading …` : ''}
      </Text>
      <NativeSelect
        aria-label={t`Whose appointments`}
        data={[...users.options, { value: 'all', label: t`All users` }]}
        value={whose}
        onChange={({ currentTarget }) => go({ whose: currentTarget.value })}
      />
      <SegmentedControl
        aria-label={t`View`}
        data={VIEW_LABELS}
        value={view}
        onChange={(next) => go({ view: next as CalendarView })}
      />
    </div>
  );
};
