import { Switch, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { sentenceOf } from '../../api/api-error';
import { put } from '../../api/client';
import { useChange } from '../../api/hooks';
import type { User } from '../../api/records';

/** Switches on and off whether lead distribution assigns new leads to a user (decisions section 11). */
export const LeadDistributionSwitch = ({
  user: { id, name, pauseLeadDistribution },
}: {
  readonly user: User;
}): ReactElement => {
  const change = useChange((pause: boolean) => put<User>(`/v1/users/${id}`, { pauseLeadDistribution: pause }), 'users');
  const paused = (change.isPending ? change.variables : pauseLeadDistribution) ?? false;
  return (
    <>
      <Switch
        label={paused ? 'Paused' : 'On'}
        aria-label={`New leads for ${name}`}
        checked={!paused}
        onChange={(event) => change.mutate(!event.currentTarget.checked)}
      />
      {change.error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {sentenceOf(change.error)}
        </Text>
      ) : null}
    </>
  );
};
