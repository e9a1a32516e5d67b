import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { useChange, useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { ChangeButton } from '../components/change-button';
import { DateTime } from '../components/date-time';
import { ErrorText } from '../components/error-alert';
import { ListStates } from '../components/list-states';
import { QueryResult } from '../components/loading';

type Run = Schemas['AutomationRun'];

const MAX_AUTOMATIONS = 100;
const SUBJECTS = ['automationsPeople'];
const WITH_LOG = { fields: ['allFields'] };

/** The automations of a person: start one, pause and continue, and what each step did. */
export const PersonAutomations = ({ personId }: { readonly personId: number }) => {
  const runs = useCollection(['automationsPeople'], porchlight.automationsPeople.list, { personId });
  const automations = useCollection(['automations'], porchlight.automations.list, { limit: MAX_AUTOMATIONS });
  const start = useChange(
    (automationId: number) => porchlight.automationsPeople.create({ personId, automationId }),
    ...SUBJECTS,
  );
  return (
    <Card
      title={t`Automations`}
      aside={
        automations.rows.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" variant="subtle" aria-label={t`Start automation`}>
                <Trans>Start</Trans>
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {automations.rows.map(({ id, name }) => (
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
      <ListStates what={t`automations`} list={runs} empty={t`No automations.`}>
        {runs.rows.map((run) => (
          <RunOfPerson key={run.id} run={run} />
        ))}
      </ListStates>
    </Card>
  );
};

/** Words for statuses that users read. */
const STATUSES: Readonly<Record<string, string>> = { Initial: t`Starts soon` };

const RunOfPerson = ({ run: { id, automationId, automationName, status, created } }: { readonly run: Run }) => {
  const [open, setOpen] = useState(false);
  const name = automationName ?? t`automation ${automationId ?? ''}`;
  const isRunning = status === 'Running';
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text>{name}</Text>
          <Text size="sm" c="dimmed">
            <Trans>
              {STATUSES[status ?? ''] ?? status} · started <DateTime at={created} />
            </Trans>
          </Text>
        </div>
        {(isRunning || status === 'Paused') && (
          <ChangeButton
            label={isRunning ? t`Pause` : t`Continue`}
            name={isRunning ? t`Pause ${name}` : t`Continue ${name}`}
            act={() => porchlight.automationsPeople.update(id, { status: isRunning ? 'Paused' : 'Running' })}
            subjects={SUBJECTS}
          />
        )}
      </Group>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-expanded={open}
        aria-label={t`Steps of ${name}`}
        onClick={() => setOpen(!open)}
      >
        {open ? t`Hide steps` : t`Steps`}
      </Button>
      {open && <RunLog id={id} />}
    </div>
  );
};

/** What a run did, oldest first. */
const RunLog = ({ id }: { readonly id: number }) => {
  const run = useRecord(['automationsPeople', id], (options) =>
    porchlight.automationsPeople.get(id, WITH_LOG, options),
  );
  return (
    <QueryResult query={run} what={t`the steps`}>
      {({ log = [] }) =>
        log.length === 0 ? (
          <Text size="sm" c="dimmed">
            <Trans>Nothing happened yet.</Trans>
          </Text>
        ) : (
          <ol aria-label={t`Steps`}>
            {log.map(({ at, step, text, type }) => (
              <li key={`${at}${step}`}>
                <Text size="sm">{text ?? type}</Text>
                <Text size="xs" c="dimmed">
                  <DateTime at={at} />
                </Text>
              </li>
            ))}
          </ol>
        )
      }
    </QueryResult>
  );
};
