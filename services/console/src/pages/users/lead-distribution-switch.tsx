import { Switch, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { describeError } from '../../api/describe-error';
import type { Schemas } from '@porchlight/sdk';
import { useChange } from '../../api/hooks';
import { porchlight } from '../../api/porchlight';

/** Switches on and off whether lead distribution assigns new leads to a user (decisions section 11). */
export const LeadDistributionSwitch = ({
  user: { id, name, pauseLeadDistribution },
}: {
  readonly user: Schemas['User'];
}): ReactElement => {
  const change = useChange((pause: boolean) => porchlight.users.update(id, { pauseLeadDistribution: pause }), 'users');
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
          {describeError(change.error)}
        </Text>
      ) : null}
    </>
  );
};
