import { t } from '@lingui/core/macro';
import { useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';

const LIMIT = 100;

/** A team inbox by name. */
interface NamedInbox {
  readonly id: number;
  readonly name: string;
}

/** Names of team inboxes, and of the apps that bring conversations. */
export const useInboxNames = () => {
  const teamInboxes = useCollection(['teamInboxes'], porchlight.teamInboxes.list, { limit: LIMIT });
  const apps = useRecord(['inboxApps', 'installed'], (options) =>
    porchlight.inboxApps.allInstalled(undefined, options),
  );
  const teams = teamInboxes.rows.map(({ id, name }): NamedInbox => ({ id, name: name ?? '' }));
  return {
    teams,
    team: (id: number): string => teams.find((one) => one.id === id)?.name ?? t`Team inbox ${id}`,
    app: (id: number | null): string => apps.data?.inboxApps.find((one) => one.id === id)?.name ?? '',
  };
};
