import { useLocalStorage } from '@mantine/hooks';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSession } from '../session/session';
import { SAMPLE } from './sample-leads';

/** What a new account has done already. */
export interface FirstRun {
  /** All answers are there. */
  readonly isRead: boolean;
  readonly hasSource: boolean;
  readonly hasTeam: boolean;
  readonly hasLeadFlow: boolean;
  readonly samples: number;
  readonly isHidden: boolean;
  hide(): void;
}

interface Counted {
  readonly _metadata: { readonly total: number };
}
const FIRST = { limit: 1 } as const;

/** Reads what is set up in the account. Hiding is remembered by this browser for the user. */
export const useFirstRun = (): FirstRun => {
  const { user, account } = useSession();
  const [hidden, setHidden] = useLocalStorage({
    key: `first-run-hidden-${account.id}-${user.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const leads = useRecord<Counted>(['receivedLeads', 'count'], (options) =>
    porchlight.receivedLeads.list(FIRST, options),
  );
  const sampleLeads = useRecord<Counted>(['receivedLeads', 'count', SAMPLE], (options) =>
    porchlight.receivedLeads.list({ ...FIRST, source: SAMPLE }, options),
  );
  const users = useRecord<Counted>(['users', 'count'], (options) => porchlight.users.list(FIRST, options));
  const leadFlows = useRecord<Counted>(['leadFlows', 'count'], (options) => porchlight.leadFlows.list(FIRST, options));
  const samples = useRecord<Counted>(['people', 'count', SAMPLE], (options) =>
    porchlight.people.list({ ...FIRST, tags: [SAMPLE], source: [SAMPLE], includeTrash: true }, options),
  );
  const total = ({ data }: { readonly data?: Counted | undefined }): number => data?._metadata.total ?? 0;
  return {
    isRead: [leads, sampleLeads, users, leadFlows, samples].every(({ data }) => data !== undefined),
    hasSource: total(leads) > total(sampleLeads),
    hasTeam: total(users) > 1,
    hasLeadFlow: total(leadFlows) > 0,
    samples: total(samples),
    isHidden: hidden,
    hide: () => setHidden(true),
  };
};
