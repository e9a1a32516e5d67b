import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Menu, Button, Text } from '@mantine/core';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { ChangeButton } from '../components/change-button';
import { DateTime } from '../components/date-time';
import { ErrorText } from '../components/error-alert';
import { ListStates } from '../components/list-states';

const MAX_PLANS = 100;
const SUBJECTS = ['actionPlansPeople'];

/** The action plans of a person: start one, pause and continue those that run. */
export const PersonPlans = ({ personId }: { readonly personId: number }) => {
  const applied = useCollection(['actionPlansPeople'], porchlight.actionPlansPeople.list, { personId });
  const plans = useCollection(['actionPlans'], porchlight.actionPlans.list, { limit: MAX_PLANS, sort: 'name' });
  const names = new Map(plans.rows.map(({ id, name }) => [id, name]));
  const start = useChange(
    (actionPlanId: number) => porchlight.actionPlansPeople.create({ personId, actionPlanId }),
    ...SUBJECTS,
  );
  return (
    <Card
      title={t`Action plans`}
      aside={
        plans.rows.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" variant="subtle" aria-label={t`Start plan`}>
                <Trans>Start</Trans>
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {plans.rows.map(({ id, name }) => (
                <Menu.Item key={id} onClick={() => start.mutate(id)}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )
      }
    >
      <ErrorText error={start.error} />
      <ListStates what={t`action plans`} list={applied} empty={t`No action plans.`}>
        {applied.rows.map(({ id, actionPlanId, status, created }) => {
          const name = names.get(actionPlanId ?? 0) ?? t`plan ${actionPlanId ?? ''}`;
          return (
            <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Text>{name}</Text>
                <Text size="sm" c="dimmed">
                  <Trans>
                    {status} · started <DateTime at={created} />
                  </Trans>
                </Text>
              </div>
              {(status === 'Running' || status === 'Paused') && (
                <ChangeButton
                  label={status === 'Running' ? t`Pause` : t`Continue`}
                  name={status === 'Running' ? t`Pause ${name}` : t`Continue ${name}`}
                  act={() =>
                    porchlight.actionPlansPeople.update(id, { status: status === 'Running' ? 'Paused' : 'Running' })
                  }
                  subjects={SUBJECTS}
                />
              )}
            </Group>
          );
        })}
      </ListStates>
    </Card>
  );
};
