import { Button } from '@mantine/core';
import { useState, type ReactElement } from 'react';
import type { OperationResult } from '@porchlight/sdk';
import { useRecord } from '../../api/hooks';
import { porchlight } from '../../api/porchlight';
import { DataTable, fromQuery } from '../../parts/data-table';
import { Moment } from '../../parts/moment';
import { Section } from '../../parts/section';
import { RegisterSystem, type SystemPair } from './register-system';

type UnregisteredSystem = OperationResult<'auth.systems.unregistered'>['unregisteredSystems'][number];
export type RegisteredSystem = OperationResult<'auth.systems.list'>['systems'][number];

/** The registered system of this name; names are compared without case. */
const registeredAs = (name: string, registered: readonly RegisteredSystem[]): RegisteredSystem | undefined =>
  registered.find((system) => system.name?.toLowerCase() === name.toLowerCase());

interface Props {
  readonly registered: readonly RegisteredSystem[];
  show(pair: SystemPair): void;
}

/** Names that senders use without a registered pair, with a button that registers them (decisions section 11). */
export const UnregisteredSystems = ({ registered, show }: Props): ReactElement => {
  const list = useRecord(['systems', 'unregistered'], (options) => porchlight.systems.unregistered(undefined, options));
  const [chosen, setChosen] = useState<string>();
  // Requests before the registration are resolved. Later ones have a key that differs from the registered one.
  const isOpen = ({ name = '', lastSeen }: UnregisteredSystem): boolean => {
    const { created } = registeredAs(name, registered) ?? {};
    return !created || (!!lastSeen && lastSeen > created);
  };
  return (
    <Section title="Unregistered systems">
      <DataTable
        caption="Unregistered systems"
        list={fromQuery(list, ({ unregisteredSystems }) => unregisteredSystems.filter(isOpen))}
        rowKey={({ name = '' }) => name}
        empty="No unregistered systems in the last 30 days."
        columns={[
          { title: 'Name', show: ({ name }) => name },
          { title: 'Requests in 30 days', show: ({ count }) => count?.toLocaleString() },
          { title: 'Last request', show: ({ lastSeen }) => <Moment at={lastSeen} /> },
          {
            title: 'Actions',
            plain: true,
            show: ({ name = '' }) =>
              registeredAs(name, registered) ? (
                'Registered with another key. Check the key that the integration sends.'
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Register ${name}`}
                  onClick={() => setChosen(name)}
                >
                  Register
                </Button>
              ),
          },
        ]}
      />
      {chosen !== undefined && <RegisterSystem name={chosen} close={() => setChosen(undefined)} show={show} />}
    </Section>
  );
};
