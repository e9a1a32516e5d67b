import { Text } from '@mantine/core';
import { LIVE_MS, useCollection } from '../api/hooks';
import { useNames } from '../api/names';
import { porchlight } from '../api/porchlight';
import { DateTime } from '../components/date-time';
import { PersonList } from './person-list';

/** The action plans that were applied to a person. */
export const PersonPlans = ({ personId }: { readonly personId: number }) => {
  const plans = useCollection(
    ['actionPlansPeople'],
    porchlight.actionPlansPeople.list,
    { personId },
    { everyMs: LIVE_MS },
  );
  const formatPlan = useNames('plan', porchlight.actionPlans.list);
  return (
    <PersonList title="Action plans" list={plans} empty="No action plans.">
      {({ actionPlanId, status, created }) => (
        <>
          <Text>{formatPlan(actionPlanId ?? 0)}</Text>
          <Text size="sm" c="dimmed">
            {status} · started <DateTime at={created} />
          </Text>
        </>
      )}
    </PersonList>
  );
};
