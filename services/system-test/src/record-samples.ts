import { account, unique, type Client } from '@porchlight/acceptance/src/client';
import type { RoleName } from '@porchlight/acceptance/src/stack-connection';
import { getFields, type Descriptor } from '@porchlight/resource';
import { startConversation } from './start-conversation';

/** The user to whom a sample's record belongs. */
export interface Holder {
  /** The owner of the holder's account. */
  readonly owner: Client;
  /** The holder. */
  readonly client: Client;
  readonly role: RoleName;
  readonly userId: number;
  /** User id of the account's owner. */
  readonly ownerId: number;
  /** A person assigned to the holder; of the other users only those who see the whole account see this person. */
  readonly personId: number;
}

/** How to create and change a record of one resource over the API. */
export interface RecordSample {
  /** Body of a POST for a record that belongs to the holder. Contains `marker`. */
  body(holder: Holder, marker: string): object | Promise<object>;
  /** Body of a PUT that changes the record. */
  change?(marker: string): object;
  /** Creates the record if a POST by the account's owner does not. Returns its id. */
  create?(holder: Holder, marker: string): Promise<number>;
  /** Visible to its creator and the owner only; created with the holder's own key. */
  readonly ownOnly?: true;
  /** Status of a POST for a person that the caller cannot see. */
  readonly refusedPerson?: number;
  /** Status of a POST for a note or deal that the caller cannot see; `body` creates it in the holder's account. */
  readonly refusedRecord?: number;
  /** Status of a successful POST; default 201. */
  readonly createdStatus?: number;
}

/** Creates a holder: a person assigned to a user. */
export const createHolder = async (holder: Omit<Holder, 'personId'>): Promise<Holder> => {
  const { owner, role, userId } = holder;
  const assigned = role === 'lender' ? { assignedLenderId: userId } : { assignedUserId: userId };
  const personId = await createRecord(owner, '/v1/people', { firstName: unique(), ...assigned });
  return { ...holder, personId };
};

/** Creates a holder for the owner of an account. */
export const createOwnerHolder = (owner: Client, ownerId: number): Promise<Holder> =>
  createHolder({ owner, client: owner, role: 'owner', userId: ownerId, ownerId });

/** Creates a record and returns its id. Throws unless the response is a success. */
export const createRecord = async (client: Client, path: string, body: object): Promise<number> => {
  const reply = await client.post(path, body);
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.id as number;
};

/** Waits at most 10 s for a record that another service creates. */
const waitForRecord = async <T>(find: () => Promise<T | undefined>): Promise<T> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The record was not created within 10 s.');
};

/** Bodies of a create and an update from the example of a descriptor. Throws for a resource without one. */
const createFromExample = ({ resource, example, fields }: Descriptor) => {
  const texts = Object.entries(getFields({ fields })).filter(
    ([name, { codec }]) => example?.[name] && codec.takes['maxLength'],
  );
  const text = (texts.find(([, { unique }]) => unique) ?? texts[0])?.[0];
  if (!example || !text)
    throw new Error(
      `There is no sample of ${resource}. Add an example with a text field to its descriptor, or a sample to` +
        ' services/system-test/src/record-samples.ts.',
    );
  return {
    body: (marker: string): object => ({ ...example, [text]: marker }),
    change: (marker: string): object => ({ [text]: `${marker} again` }),
  };
};

/** The sample of a resource: the one listed below, or its example. */
export const findSample = (descriptor: Descriptor): RecordSample => {
  const listed = RECORD_SAMPLES[descriptor.resource];
  if (listed) return listed;
  const { body, change } = createFromExample(descriptor);
  if (!descriptor.ofPerson) return { body: (_holder, marker) => body(marker), change };
  return { body: ({ personId }, marker) => ({ ...body(marker), personId }), change, refusedPerson: 400 };
};

/** The body that starts an automation which waits for a reply. */
const createAutomationStart = async ({ owner, personId }: Holder): Promise<object> => {
  const steps = [{ type: 'waitFor', event: 'reply', timeout: { value: 9, unit: 'days' } }];
  const automation = { name: unique(), trigger: { type: 'manual' }, steps };
  return { personId, automationId: await createRecord(owner, '/v1/automations', automation) };
};

/** Samples of resources whose records need others or have rules of their own. */
const RECORD_SAMPLES: Readonly<Record<string, RecordSample>> = {
  people: {
    body: ({ role, userId }, marker) => ({
      firstName: marker,
      ...(role === 'lender' ? { assignedLenderId: userId } : { assignedUserId: userId }),
    }),
    change: (marker) => ({ background: marker }),
  },
  events: {
    body: ({ personId }, marker) => ({ type: 'Viewed Page', pageTitle: marker, person: { id: personId } }),
    create: async (holder, marker) => {
      const body = { type: 'Viewed Page', pageTitle: marker, person: { id: holder.personId } };
      const { headers } = await holder.owner.post('/v1/events', body);
      return Number(headers['x-event-id']);
    },
    refusedPerson: 404,
    createdStatus: 200,
  },
  notes: {
    body: ({ personId }, marker) => ({ personId, body: marker }),
    change: (marker) => ({ subject: marker }),
    refusedPerson: 400,
  },
  threadedReplies: {
    body: async ({ owner, personId }, marker) => ({
      refType: 'Note',
      refId: await createRecord(owner, '/v1/notes', { personId, body: 'Note' }),
      body: marker,
    }),
    change: (marker) => ({ body: `${marker} again` }),
    refusedRecord: 400,
  },
  reactions: {
    body: () => ({}),
    create: async ({ owner, personId }) => {
      const noteId = await createRecord(owner, '/v1/notes', { personId, body: 'Note' });
      return createRecord(owner, `/v1/reactions/Note/${noteId}`, { body: '👍' });
    },
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
  personAttachments: {
    body: ({ personId }, marker) => ({ personId, uri: `https://files.example.com/${marker}`, fileName: marker }),
    change: (marker) => ({ fileName: `${marker} again` }),
    refusedPerson: 400,
  },
  tasks: {
    body: ({ personId }, marker) => ({ personId, name: marker }),
    change: () => ({ isCompleted: true }),
    refusedPerson: 400,
  },
  appointments: {
    body: ({ personId }, marker) => ({
      title: marker,
      start: '2030-01-31T15:00:00Z',
      end: '2030-01-31T16:00:00Z',
      invitees: [{ personId }],
    }),
    change: (marker) => ({ location: marker }),
    refusedPerson: 400,
  },
  stages: {
    body: (_holder, marker) => ({ name: marker }),
    change: (marker) => ({ name: `${marker} again` }),
  },
  customFields: {
    body: (_holder, marker) => ({ label: marker, type: 'text' }),
    change: (marker) => ({ label: `${marker} again` }),
  },
  timeframes: { body: () => ({}), create: async () => 1 },
  leadFlows: {
    body: ({ ownerId }, marker) => ({ name: marker, sources: [marker], assignUserId: ownerId }),
    change: (marker) => ({ name: `${marker} again` }),
  },
  users: {
    body: (_holder, marker) => ({
      firstName: marker,
      lastName: 'Member',
      email: `${marker}@example.com`,
      role: 'Agent',
    }),
    change: (marker) => ({ firstName: `${marker}x` }),
  },
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
      const pipeline = await holder.owner.post('/v1/pipelines', { name: unique(), stages: [{ name: 'Offer' }] });
      return { name: marker, stageId: pipeline.body.stages[0].id, userIds: [holder.userId] };
    },
    change: (marker) => ({ description: marker }),
  },
  dealAttachments: {
    async body(holder, marker) {
      const pipeline = await holder.owner.post('/v1/pipelines', { name: unique(), stages: [{ name: 'Offer' }] });
      const deal = { name: marker, stageId: pipeline.body.stages[0].id, userIds: [holder.userId] };
      const dealId = await createRecord(holder.owner, '/v1/deals', deal);
      return { dealId, uri: `https://files.example.com/${marker}`, fileName: marker };
    },
    change: (marker) => ({ fileName: `${marker} again` }),
    refusedRecord: 400,
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
  textMessageTemplates: {
    body: (_holder, marker) => ({ name: marker, message: 'Hello' }),
    change: (marker) => ({ message: marker }),
    ownOnly: true,
  },
  actionPlans: {
    body: (_holder, marker) => ({ name: marker, steps: [] }),
    change: (marker) => ({ name: `${marker} again` }),
  },
  actionPlansPeople: {
    body: async (holder) => ({
      personId: holder.personId,
      actionPlanId: await createRecord(holder.owner, '/v1/actionPlans', { name: unique(), steps: [] }),
    }),
    change: () => ({ status: 'Paused' }),
    refusedPerson: 404,
  },
  automations: {
    body: (_holder, marker) => ({ name: marker, trigger: { type: 'manual' }, steps: [] }),
    change: (marker) => ({ name: `${marker} again` }),
  },
  automationsPeople: {
    body: createAutomationStart,
    create: async (holder) => {
      const id = await createRecord(holder.owner, '/v1/automationsPeople', await createAutomationStart(holder));
      // The first step runs in the background and changes the status.
      return waitForRecord(async () => {
        const { body } = await holder.owner.get(`/v1/automationsPeople/${id}`);
        return body.status === 'Initial' ? undefined : id;
      });
    },
    change: () => ({ status: 'Paused' }),
    refusedPerson: 400,
  },
  emCampaigns: {
    body: (_holder, marker) => ({ origin: 'Mailer', originId: marker, name: marker }),
    change: (marker) => ({ subject: marker }),
  },
  suppressions: {
    async body({ owner, role }, marker) {
      const address = `${marker.toLowerCase()}@example.com`;
      // Agents suppress addresses of people whom they see.
      const collaborators = [account(1).users.agent.id, account(1).users.agent2.id];
      if (role.startsWith('agent')) await createRecord(owner, '/v1/people', { emails: [address], collaborators });
      return { address };
    },
  },
  emEvents: {
    body: () => ({}),
    create: async (holder, marker) => {
      const email = `${marker}@example.com`;
      await holder.owner.put(`/v1/people/${holder.personId}`, { emails: [email] });
      const event = {
        type: 'open',
        occurred: '2026-01-31T12:00:00Z',
        recipient: email,
        campaignId: await createRecord(holder.owner, '/v1/emCampaigns', {
          origin: 'Mailer',
          originId: marker,
          name: marker,
        }),
      };
      // A list selects rows by the ids of the events that they count. The marketing service receives the email later.
      return waitForRecord(async () => {
        const { body } = await holder.owner.post('/v1/emEvents', { emEvents: [event] });
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
  receivedLeads: {
    body: () => ({}),
    async create(holder, marker) {
      await holder.owner.post('/v1/events', {
        type: 'Registration',
        source: marker,
        person: { firstName: unique(), emails: [{ value: `${unique()}@example.com` }] },
      });
      return waitForRecord(async () => {
        const { body } = await holder.owner.get(`/v1/receivedLeads?source=${encodeURIComponent(marker)}`);
        return (body.receivedLeads as { id: number }[])[0]?.id;
      });
    },
  },
  conversations: {
    body: () => ({}),
    create: async ({ owner }) => (await startConversation(owner)).id,
    change: () => ({ archived: true }),
  },
  auditLog: {
    body: () => ({}),
    create: async (holder, marker) => {
      const { body: note } = await holder.owner.post('/v1/notes', { personId: holder.personId, body: marker });
      return waitForRecord(
        async () =>
          (
            (await holder.owner.get(`/v1/auditLog?resource=notes&resourceId=${note.id}`)).body.auditLog as {
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
    create: async (holder, marker) => {
      const lead = {
        type: 'Registration',
        source: marker,
        person: { firstName: marker, assignedUserId: holder.userId },
      };
      const { body } = await holder.owner.post('/v1/events', lead);
      return waitForRecord(async () => {
        const { body: list } = await holder.client.get('/v1/notifications');
        const found = (list.notifications as { id: number; personId: number }[]).find(
          ({ personId }) => personId === body.id,
        );
        return found?.id;
      });
    },
  },
};
