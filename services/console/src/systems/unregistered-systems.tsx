import { t } from '@lingui/core/macro';
import type { OperationResult } from '@porchlight/sdk';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { formatCount } from '../components/format-count';
import { Section } from '../components/section';
import { RegisterSystem, type SystemPair } from './register-system';

type UnregisteredSystem = OperationResult<'auth.systems.unregistered'>['unregisteredSystems'][number];
export type RegisteredSystem = OperationResult<'auth.systems.list'>['systems'][number];

/** Finds the registered system with this name, ignoring case. */
const findRegistered = (name: string, registered: readonly RegisteredSystem[]): RegisteredSystem | undefined =>
  registered.find((system) => system.name?.toLowerCase() === name.toLowerCase());

interface Props {
  readonly registered: readonly RegisteredSystem[];
  show(pair: SystemPair): void;
}

/** Names that senders use without a registered pair, with a button that registers them (decisions section 11). */
export const UnregisteredSystems = ({ registered, show }: Props) => {
  const list = useRecord(['systems', 'unregistered'], (options) => porchlight.systems.unregistered(undefined, options));
  // Requests before the registration are resolved. Later ones have a key that differs from the registered one.
  const isOpen = ({ name = '', lastSeen }: UnregisteredSystem): boolean => {
    const { created } = findRegistered(name, registered) ?? {};
    return !created || (!!lastSeen && lastSeen > created);
  };
  return (
    <Section title={t`Unregistered systems`}>
      <DataTable
        caption={t`Unregistered systems`}
        list={fromQuery(list, ({ unregisteredSystems }) => unregisteredSystems.filter(isOpen))}
        rowKey={({ name = '' }) => name}
        empty={t`No unregistered systems in the last 30 days.`}
        columns={[
          { title: t`Name`, show: ({ name }) => name },
          { title: t`Requests in 30 days`, show: ({ count }) => formatCount(count) },
          { title: t`Last request`, show: ({ lastSeen }) => <DateTime at={lastSeen} /> },
        ]}
        actions={({ name = '' }) =>
          findRegistered(name, registered) ? (
            t`Registered with another key. Check the key that the integration sends.`
          ) : (
            <DialogButton label={t`Register`} name={t`Register ${name}`} size="compact-sm" variant="default">
              {(close) => <RegisterSystem name={name} close={close} show={show} />}
            </DialogButton>
          )
        }
      />
    </Section>
  );
};
