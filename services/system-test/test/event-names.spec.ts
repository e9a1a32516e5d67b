import { WARNING_WEBHOOK_EVENTS } from '@porchlight/contracts';
import { eventually, type Receiver } from '@porchlight/testkit';
import { account, as, unique, type Reply } from '@porchlight/acceptance/src/client';
import { register, useReceiver } from '@porchlight/acceptance/src/receive';
import { registry } from '../src/system-test-registry';
import { findSample, type Holder } from '../src/record-samples';
import { startConversation } from '../src/start-conversation';

/** Warnings about receivers (services/notifier/test/failing-webhooks.spec.ts). */
const FIRED_BY_NO_CALL: readonly string[] = WARNING_WEBHOOK_EVENTS;
/** Names that an operation of this version fires. */
const FIRED = registry.webhookEvents.filter((name) => !FIRED_BY_NO_CALL.includes(name));

/**
 * Every name of the table fires, by a real call, at a real receiver; none fires for own writes that ask for silence
 * (decisions section 7).
 */
describe('every event', () => {
  const owner = as('owner');
  let receiver: Receiver;
  useReceiver(async (started) => {
    receiver = started;
    for (const event of FIRED) {
      const reply = await register(event, `${receiver.url}/${event}`);
      expect([event, reply.status]).toEqual([event, 201]);
    }
  });

  /**
   * Does everything that the table names, with these headers; the id of the record that each name is about, by name.
   */
  const doEverything = async (headers: Readonly<Record<string, string>>): Promise<Record<string, number>> => {
    const about: Record<string, number> = {};
    const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
      const reply = await owner.call(method, path, { headers, ...(body !== undefined && { body }) });
      if (reply.status >= 300)
        throw new Error(`${method} ${path} answered ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply;
    };
    /** Makes, changes and deletes a record of a resource whose three names begin alike. */
    const live = async (name: string, path: string, made: object, changed: object, query = ''): Promise<number> => {
      const { id } = (await call('POST', `/v1/${path}`, made)).body as { id: number };
      await call('PUT', `/v1/${path}/${id}`, changed);
      await call('DELETE', `/v1/${path}/${id}${query}`);
      for (const verb of ['Created', 'Updated', 'Deleted']) about[`${name}${verb}`] = id;
      return id;
    };
    const email = `${unique()}@example.com`;
    const lead = await call('POST', '/v1/events', {
      type: 'Registration',
      source: 'Names',
      person: { firstName: 'Nia', emails: [email] },
    });
    about['eventsCreated'] = Number(lead.headers['x-event-id']);
    const personId = lead.body.id as number;
    const { stages } = (await owner.get('/v1/stages?limit=100')).body as { stages: { id: number; name: string }[] };
    const stage = stages.find(({ name }) => name !== 'Lead' && name !== 'Trash')!;
    await call('PUT', `/v1/people/${personId}`, { stageId: stage.id, tags: [unique()], price: 7 });
    about['peopleTagsCreated'] = about['peopleStageUpdated'] = personId;

    const spare = (await owner.post('/v1/stages', { name: unique() }, { headers: { 'x-suppress-webhooks': 'own' } }))
      .body as { id: number };
    await live('stage', 'stages', { name: unique() }, { name: unique() }, `?assignStageId=${spare.id}`);
    const times = { start: '2030-01-31T15:00:00Z', end: '2030-01-31T16:00:00Z' };
    await live('appointments', 'appointments', { title: unique(), ...times }, { title: unique() });
    const { id: pipelineId, stages: steps } = (
      await call('POST', '/v1/pipelines', { name: unique(), stages: [{ name: 'Offer' }] })
    ).body as { id: number; stages: { id: number }[] };
    await live('deals', 'deals', { name: 'a', stageId: steps[0]!.id, price: 1 }, { price: 2 });
    await call('PUT', `/v1/pipelines/${pipelineId}`, {
      name: unique(),
      stages: [{ id: steps[0]!.id, name: unique() }],
    });
    await call('DELETE', `/v1/pipelines/${pipelineId}`);
    for (const verb of ['Created', 'Updated', 'Deleted']) {
      about[`pipeline${verb}`] = pipelineId;
      about[`pipelineStage${verb}`] = steps[0]!.id;
    }

    const { id: campaignId } = (
      await call('POST', '/v1/emCampaigns', {
        origin: 'Mailer',
        originId: unique(),
        name: 'n',
        subject: 's',
        bodyHtml: '<p></p>',
      })
    ).body as { id: number };
    for (const [name, type] of [
      ['emEventsOpened', 'open'],
      ['emEventsClicked', 'click'],
      ['emEventsUnsubscribed', 'unsubscribe'],
    ] as const) {
      const known = async (): Promise<Reply> =>
        call('POST', '/v1/emEvents', {
          emEvents: [{ type, occurred: '2026-01-31T12:00:00Z', recipient: email, campaignId }],
        });
      // The marketing service receives a new person a moment later.
      await eventually(async () => {
        const { body } = await known();
        expect(body.emEventIds).toHaveLength(1);
        about[name] = body.emEventIds[0] as number;
      });
    }
    const { id: noteId } = (await call('POST', '/v1/notes', { personId, body: 'n' })).body as { id: number };
    const reaction = await call('POST', `/v1/reactions/Note/${noteId}`, { body: '👍' });
    await call('DELETE', `/v1/reactions/Note/${noteId}`);
    about['reactionCreated'] = about['reactionDeleted'] = reaction.body.id as number;
    const conversation = await startConversation(owner, headers);
    await call('PUT', `/v1/conversations/${conversation.id}`, { archived: true });
    about['conversationsCreated'] = about['conversationsUpdated'] = conversation.id;
    for (const verb of ['Created', 'Updated', 'Deleted']) about[`people${verb}`] = personId;
    const ownerId = account(1).users.owner.id;
    const holder: Holder = { owner, client: owner, role: 'owner', userId: ownerId, ownerId, personId };
    for (const descriptor of registry.resources) {
      const { path, webhooks = {} } = descriptor;
      const names = [webhooks.created, webhooks.updated, webhooks.deleted].filter((name) => name !== undefined);
      if (names.every((name) => name in about)) continue;
      const sample = findSample(descriptor);
      const { id } = (await call('POST', `/v1/${path}`, await sample.body(holder, unique()))).body as { id: number };
      if (webhooks.updated) await call('PUT', `/v1/${path}/${id}`, sample.change!(unique()));
      if (webhooks.deleted) await call('DELETE', `/v1/${path}/${id}`);
      for (const name of names) about[name] = id;
    }
    await call('DELETE', `/v1/people/${personId}`);
    return about;
  };

  /** Event names of the given records, over all notifications. */
  const listNotified = (about: Record<string, number>): string[] => {
    const fired = receiver.requests.map(({ path, json }) => ({
      path,
      ...(json as { event: string; resourceIds: number[] }),
    }));
    return Object.entries(about).flatMap(([name, id]) =>
      fired.some(({ path, event, resourceIds }) => path === `/${name}` && event === name && resourceIds.includes(id))
        ? [name]
        : [],
    );
  };

  it('is sent for its API call, to its own webhook, with the id of its record', async () => {
    const about = await doEverything({});
    expect(Object.keys(about).sort()).toEqual([...FIRED].sort());
    await eventually(() => expect(listNotified(about).sort()).toEqual([...FIRED].sort()));
    // No webhook receives another event name.
    for (const { path, json } of receiver.requests) expect(path).toBe(`/${(json as { event: string }).event}`);
  });

  it('given X-Suppress-Webhooks: own, then it is not sent to webhooks of the calling system', async () => {
    const silent = await doEverything({ 'x-suppress-webhooks': 'own' });
    // What comes after it arrives: by then it would have, too.
    const loud = await doEverything({});
    await eventually(() => expect(listNotified(loud).sort()).toEqual([...FIRED].sort()));
    expect(listNotified(silent)).toEqual([]);
  });
});
