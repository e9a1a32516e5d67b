import { account, as, unique } from '@porchlight/acceptance/src/client';
import type { RoleName } from '@porchlight/acceptance/src/connection';

/** Whose record a sample makes: the user's, and a person who is theirs. */
export interface Holder {
  readonly accountId: number;
  readonly role: RoleName;
  readonly userId: number;
  /** A person whom the holder may see, and of the others only who sees the whole account. */
  readonly personId: number;
}

/** How a record of one resource is made and changed over the API. */
export interface RecordSample {
  /** Body of a POST for a record that belongs to the holder. `marker` stands in it somewhere. */
  body(holder: Holder, marker: string): object | Promise<object>;
  /** Body of a PUT that changes it. */
  change?(marker: string): object;
  /** Makes the record where a POST by the account's owner is not the way. Answers its id. */
  make?(holder: Holder, marker: string): Promise<number>;
  /** Shown to its maker and the owner alone; made by the holder's own key. */
  readonly ownOnly?: true;
  /** A POST for a person whom the caller may not see is answered so. */
  readonly refusedPerson?: number;
  /** A POST that is taken is answered so; 201 unless said. */
  readonly taken?: number;
}

const owner = (holder: Pick<Holder, 'accountId'>) => as('owner', holder.accountId);

const idOf = async (holder: Holder, path: string, body: object): Promise<number> => {
  const reply = await owner(holder).post(path, body);
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.id as number;
};

/** Finds what a write far away will make; within the seconds a message takes on its way. */
const soon = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not come.');
};

const named = (key = 'name'): Pick<RecordSample, 'body' | 'change'> => ({
  body: (_holder, marker) => ({ [key]: marker }),
  change: (marker) => ({ [key]: `${marker} again` }),
});

const campaign = (holder: Holder, marker: string): Promise<number> =>
  idOf(holder, '/v1/emCampaigns', { origin: 'Mailer', originId: marker, name: marker });

/** One sample for every resource; a resource without one fails the matrix. */
export const RECORD_SAMPLES: Readonly<Record<string, RecordSample>> = {
  people: {
    body: ({ role, userId }, marker) => ({
      firstName: marker,
      ...(role === 'lender' ? { assignedLenderId: userId } : { assignedUserId: userId }),
    }),
    change: (marker) => ({ background: marker }),
  },
  events: {
    body: ({ personId }, marker) => ({ type: 'Viewed Page', pageTitle: marker, person: { id: personId } }),
    make: async (holder, marker) => {
      const body = { type: 'Viewed Page', pageTitle: marker, person: { id: holder.personId } };
      const { headers } = await owner(holder).post('/v1/events', body);
      return Number(headers['x-event-id']);
    },
    refusedPerson: 404,
    taken: 200,
  },
  notes: {
    body: ({ personId }, marker) => ({ personId, body: marker }),
    change: (marker) => ({ subject: marker }),
    refusedPerson: 400,
  },
  calls: {
    body: ({ personId }, marker) => ({ personId, phone: '5125550100', isIncoming: false, note: marker }),
    change: (marker) => ({ note: `${marker} again` }),
    refusedPerson: 400,
  },
  textMessages: {
    body: ({ personId }, marker) => ({ personId, message: marker, toNumber: '5125550100', fromNumber: '5125550101' }),
    change: (marker) => ({ externalLabel: marker }),
    refusedPerson: 400,
  },
  tasks: {
    body: ({ personId }, marker) => ({ personId, name: marker }),
    change: () => ({ isCompleted: true }),
    refusedPerson: 400,
  },
  stages: named(),
  customFields: {
    body: (_holder, marker) => ({ label: marker, type: 'text' }),
    change: (marker) => ({ label: `${marker} again` }),
  },
  smartLists: {
    body: (_holder, marker) => ({ name: marker, filters: { stage: 'Lead' } }),
    change: (marker) => ({ name: `${marker} again` }),
  },
  timeframes: { body: () => ({}), make: async () => 1 },
  leadFlows: {
    body: (_holder, marker) => ({
      name: marker,
      sources: [marker],
      actionPlanId: undefined,
      assignUserId: account(1).users.owner.id,
    }),
    change: (marker) => ({ name: `${marker} again` }),
  },
  ponds: named(),
  users: {
    body: (_holder, marker) => ({
      firstName: marker,
      lastName: 'Member',
      email: `${marker}@example.com`,
      role: 'Agent',
    }),
    change: (marker) => ({ firstName: `${marker}x` }),
  },
  groups: named(),
  teams: named(),
  oauthApps: {
    body: (_holder, marker) => ({ name: marker, redirectUris: ['https://app.example.com/callback'] }),
    change: (marker) => ({ name: `${marker} again` }),
  },
  pipelines: {
    body: (_holder, marker) => ({ name: marker, stages: [{ name: 'Offer' }] }),
    change: (marker) => ({ description: marker }),
  },
  deals: {
    body: async (holder, marker) => {
      const pipeline = await owner(holder).post('/v1/pipelines', { name: unique(), stages: [{ name: 'Offer' }] });
      return { name: marker, stageId: pipeline.body.stages[0].id, userIds: [holder.userId] };
    },
    change: (marker) => ({ description: marker }),
  },
  dealCustomFields: {
    body: (_holder, marker) => ({ label: marker, type: 'text' }),
    change: (marker) => ({ label: `${marker} again` }),
  },
  templates: {
    body: (_holder, marker) => ({ name: marker, subject: 'Hello', body: 'Hello' }),
    change: (marker) => ({ subject: marker }),
    ownOnly: true,
  },
  actionPlans: {
    body: (_holder, marker) => ({ name: marker, steps: [] }),
    change: (marker) => ({ name: `${marker} again` }),
  },
  actionPlansPeople: {
    body: async (holder) => ({
      personId: holder.personId,
      actionPlanId: await idOf(holder, '/v1/actionPlans', { name: unique(), steps: [] }),
    }),
    change: () => ({ status: 'Paused' }),
    refusedPerson: 404,
  },
  emCampaigns: {
    body: (_holder, marker) => ({ origin: 'Mailer', originId: marker, name: marker }),
    change: (marker) => ({ subject: marker }),
  },
  emEvents: {
    body: () => ({}),
    make: async (holder, marker) => {
      const email = `${marker}@example.com`;
      await owner(holder).put(`/v1/people/${holder.personId}`, { emails: [email] });
      const event = {
        type: 'open',
        occurred: '2026-01-31T12:00:00Z',
        recipient: email,
        campaignId: await campaign(holder, marker),
      };
      // Rows are asked for by the ids of the events that they count; the email is known there a moment after it is
      // here.
      return soon(async () => {
        const { body } = await owner(holder).post('/v1/emEvents', { emEvents: [event] });
        return (body.emEventIds as number[])[0];
      });
    },
  },
  webhooks: {
    body: (_holder, marker) => ({ event: 'peopleDeleted', url: `https://127.0.0.1:9/${marker}` }),
    change: () => ({ status: 'Disabled' }),
  },
  publishedInboxApps: {
    body: (_holder, marker) => ({ name: marker, redirectUrl: 'https://app.example.com/install' }),
    change: (marker) => ({ name: `${marker} again` }),
  },
  auditLog: {
    body: () => ({}),
    make: async (holder, marker) => {
      const { body: note } = await owner(holder).post('/v1/notes', { personId: holder.personId, body: marker });
      return soon(
        async () =>
          (
            (await owner(holder).get(`/v1/auditLog?resource=notes&resourceId=${note.id}`)).body.auditLog as {
              id: number;
            }[]
          )[0]?.id,
      );
    },
  },
  notifications: {
    body: () => ({}),
    ownOnly: true,
    change: () => ({ read: true }),
    make: async (holder, marker) => {
      const mine = as(holder.role, holder.accountId);
      const lead = {
        type: 'Registration',
        source: marker,
        person: { firstName: marker, assignedUserId: holder.userId },
      };
      const { body } = await owner(holder).post('/v1/events', lead);
      return soon(async () => {
        const { body: list } = await mine.get('/v1/notifications');
        const found = (list.notifications as { id: number; personId: number }[]).find(
          ({ personId }) => personId === body.id,
        );
        return found?.id;
      });
    },
  },
};
