import { Switch } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Schemas } from '@porchlight/sdk';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ErrorText } from '../components/error-alert';

/** Turns on or off whether lead distribution assigns new leads to a user (decisions section 11). */
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
      <ErrorText error={change.error} />
    </>
  );
};
