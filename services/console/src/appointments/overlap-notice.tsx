import { t } from '@lingui/core/macro';
import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getRecords } from '@porchlight/sdk';
import { useQuery } from '@tanstack/react-query';
import { porchlight } from '../api/porchlight';
import { formatSpan, momentsOf, spanOf } from './appointment-span';
import type { AppointmentValues } from './appointment-values';

const TYPING_MS = 300;
/** Appointments that the notice names. */
const MAX_NAMED = 3;
const LIMIT = 10;

interface Props {
  readonly values: AppointmentValues;
  readonly zone: string;
  readonly id?: number;
}

/** Says which appointments the invited users have at the same time. It refuses nothing (D12.1). */
export const OverlapNotice = ({ values, zone, id }: Props) => {
  const { start, end, allDay } = values;
  const isComplete = start !== '' && end !== '' && start <= end;
  const userIds = values.invitees.flatMap(({ userId }) => userId ?? []);
  const range = isComplete ? momentsOf({ start, end }, allDay, zone) : undefined;
  const [{ query }] = useDebouncedValue({ query: JSON.stringify({ ...range, userId: userIds.join(',') }) }, TYPING_MS);
  const { data } = useQuery({
    queryKey: ['appointments', 'overlap', query],
    enabled: isComplete && userIds.length > 0,
    queryFn: async ({ signal }) =>
      porchlight.appointments.list({ ...(JSON.parse(query) as object), limit: LIMIT }, { signal }),
  });
  const others = data && isComplete ? getRecords(data).filter((one) => one.id !== id) : [];
  if (others.length === 0) return null;
  const names = others.slice(0, MAX_NAMED).map((one) => `${one.title} (${formatSpan(spanOf(one, zone), one.allDay)})`);
  return (
    <Alert color="yellow" variant="light" role="status">
      {others.length > MAX_NAMED
        ? t`At the same time: ${names.join(', ')} and ${others.length - MAX_NAMED} more.`
        : t`At the same time: ${names.join(', ')}.`}
    </Alert>
  );
};
