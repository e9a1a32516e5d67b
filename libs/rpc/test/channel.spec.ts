import type { Role } from '@porchlight/access';
import { PersonServiceDefinition } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemClock } from '@porchlight/runtime';
import { eventually } from '@porchlight/testkit';
import { byId, createActor, createPerson, foreignMinter, gate, startPeer, useScope } from './rpc-harness';
import type { PersonHandlers } from './rpc-harness';

const scope = useScope();

async function open(handlers: Partial<PersonHandlers> = {}, options: Parameters<typeof startPeer>[1] = {}) {
  const peer = await scope.peer(handlers, options);
  const client = scope.dial(peer.address);
  return { ...client, peer };
}

const echo: PersonHandlers['getPerson'] = async ({ id }) => ({ record: createPerson({ id, name: `Person ${id}` }) });

describe('a call over the channel', () => {
  test('transfers request, response and metadata', async () => {
    const seen: unknown[] = [];
    const { people } = await open({
      getPerson: async (request, call) => {
        const { actor, requestId, traceparent, suppressOwn, operation } = call;
        seen.push({
          request,
          actor,
          requestId,
          traceparent,
          suppressOwn,
          operation,
          left: call.deadline - systemClock.now(),
        });
        return { record: createPerson({ id: request.id, firstName: 'Zoë', tags: ['a', 'b'], emails: [] }) };
      },
    });
    const actor = createActor('Agent');
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const options = { actor, requestId: 'req-1', traceparent, suppressOwn: true, timeoutMs: 2000 };
    const { record } = await people.getPerson({ id: 5, options: { a: 'b' } }, options);
    expect(record).toMatchObject({ id: 5, firstName: 'Zoë', tags: ['a', 'b'] });
    expect(seen).toEqual([
      {
        request: { id: 5, options: { a: 'b' } },
        actor,
        requestId: 'req-1',
        traceparent,
        suppressOwn: true,
        operation: 'people.getPerson',
        left: expect.any(Number),
      },
    ]);
    const { left } = seen[0] as { left: number };
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(2000);
  });

  test('given 1000 concurrent calls, then each gets its own response', async () => {
    const { people } = await open({ getPerson: echo });
    const actor = createActor();
    const ids = Array.from({ length: 1000 }, (_, i) => i + 1);
    const answers = await Promise.all(ids.map((id) => people.getPerson(byId(id), { actor })));
    expect(answers.map((a) => a.record?.name)).toEqual(ids.map((id) => `Person ${id}`));
  });

  test('responses arrive in the order of completion', async () => {
    const slow = gate();
    const { people } = await open({
      getPerson: async (request, call) => {
        if (request.id === 1) await slow.promise;
        return echo(request, call);
      },
    });
    const actor = createActor();
    const order: number[] = [];
    const first = people.getPerson(byId(1), { actor }).then((a) => order.push(a.record!.id));
    await people.getPerson(byId(2), { actor }).then((a) => order.push(a.record!.id));
    slow.open();
    await first;
    expect(order).toEqual([2, 1]);
  });

  test('a refusal arrives unchanged', async () => {
    const { people, peer } = await open({
      getPerson: async () => Promise.reject(refuse('NOT_FOUND', { what: 'person' })),
    });
    await expect(people.getPerson(byId(1), { actor: createActor() })).rejects.toMatchObject({
      name: 'Refusal',
      reason: 'NOT_FOUND',
      params: { what: 'person' },
      message: 'There is no person with this id.',
    });
    await eventually(() => expect(peer.log.of('rpc.served')).toMatchObject([{ outcome: 'NOT_FOUND', level: 'info' }]));
  });

  test('a fault becomes INTERNAL, with details in the log only', async () => {
    const { people, peer } = await open({
      getPerson: async () => Promise.reject(new Error('connect mongodb://root:hunter2@db')),
    });
    const error = await people.getPerson(byId(1), { actor: createActor() }).catch((e: unknown) => e as Error);
    expect(error).toMatchObject({ reason: 'INTERNAL', params: {} });
    expect(JSON.stringify(error) + String((error as Error).message)).not.toContain('mongodb');
    const [line] = peer.log.of('rpc.served');
    expect(line).toMatchObject({ level: 'error', outcome: 'INTERNAL', operation: 'people.getPerson' });
    expect(JSON.stringify(line)).toContain('channel.spec.ts');
  });

  test('a response that cannot be encoded is a fault, and the next call succeeds', async () => {
    const { people } = await open({
      getPerson: async ({ id }) => (id === 1 ? ({ record: { tags: 7 } } as never) : { record: createPerson({ id }) }),
    });
    const actor = createActor();
    await expect(people.getPerson(byId(1), { actor })).rejects.toMatchObject({ reason: 'INTERNAL' });
    await expect(people.getPerson(byId(2), { actor })).resolves.toMatchObject({ record: { id: 2 } });
  });

  test('writes one canonical line and one metric', async () => {
    const { people, peer } = await open({ getPerson: echo });
    const actor = createActor();
    await people.getPerson(byId(1), { actor, requestId: 'req-9' });
    expect(peer.log.of('rpc.served')).toEqual([
      expect.objectContaining({
        level: 'info',
        operation: 'people.getPerson',
        account: actor.accountId,
        user: 7,
        requestId: 'req-9',
        outcome: 'ok',
        ms: expect.any(Number),
      }),
    ]);
    expect(await peer.metrics.registry.metrics()).toMatch(
      /porchlight_rpc_server_seconds_count\{[^}]*operation="people.getPerson",outcome="ok"[^}]*\} 1/,
    );
  });

  test('the line of a success can use the debug level', async () => {
    const { people, peer } = await open({ getPerson: echo }, { successLevel: 'debug' });
    await people.getPerson(byId(1), { actor: createActor() });
    expect(peer.log.of('rpc.served')).toMatchObject([{ level: 'debug' }]);
  });
});

describe('access', () => {
  test('a call without a valid token is rejected', async () => {
    let handled = 0;
    const { people } = await open({
      getPerson: async () => {
        handled++;
        return {};
      },
    });
    const forged = await foreignMinter.mint(createActor(), 'people');
    await expect(people.getPerson(byId(1))).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' });
    await expect(people.getPerson(byId(1), { token: 'x.y.z' })).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' });
    await expect(people.getPerson(byId(1), { token: forged })).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' });
    expect(handled).toBe(0);
  });

  test('a service can be limited to roles', async () => {
    const { stages } = await open();
    await expect(stages.getStage(byId(1), { actor: createActor('Broker') })).resolves.toBeDefined();
    await expect(stages.getStage(byId(1), { actor: createActor('Lender') })).rejects.toMatchObject({
      reason: 'FORBIDDEN',
      params: { role: 'Lender' },
    });
  });

  test('given a table of roles, then a role without an entry is rejected before the handler runs', async () => {
    let handled = 0;
    const methodRoles = new Map<string, readonly Role[]>(
      Object.values(PersonServiceDefinition.methods).map(({ name }) => [
        `/${PersonServiceDefinition.fullName}/${name}`,
        ['Owner'],
      ]),
    );
    const { people } = await open(
      {
        getPerson: async () => {
          handled += 1;
          return { record: undefined };
        },
      },
      { methodRoles },
    );
    await expect(people.getPerson(byId(1), { actor: createActor('Agent') })).rejects.toMatchObject({
      reason: 'FORBIDDEN',
      params: { role: 'Agent' },
    });
    expect(handled).toBe(0);
    await people.getPerson(byId(1), { actor: createActor('Owner') });
    expect(handled).toBe(1);
  });

  test('given a table of roles, a method without roles cannot be added', async () => {
    await expect(startPeer({}, { methodRoles: new Map() })).rejects.toThrow('has no roles');
  });

  test('a public service needs no token, but verifies one that is sent', async () => {
    const { credentials } = await open();
    await expect(credentials.verifyApiKey({ apiKey: 'right' })).resolves.toMatchObject({ valid: true, keyId: 3 });
    await expect(credentials.verifyApiKey({ apiKey: 'right' }, { token: 'x' })).rejects.toMatchObject({
      reason: 'UNAUTHENTICATED',
    });
    const withActor = await credentials.verifySystem({ name: 'a', key: 'b' }, { actor: createActor('Agent') });
    expect(withActor.name).toBe('Agent');
  });

  test('a public handler that reads a missing actor fails', async () => {
    const { credentials } = await open();
    await expect(credentials.verifySystem({ name: 'a', key: 'b' })).rejects.toMatchObject({ reason: 'INTERNAL' });
  });

  test('a token never reaches the log', async () => {
    const { people, peer, log } = await open({ getPerson: async () => Promise.reject(new Error('fault')) });
    await people.getPerson(byId(1), { token: 'eyJ-not-a-token' }).catch(() => undefined);
    expect(peer.log.lines.length).toBeGreaterThan(0);
    expect(peer.log.text() + log.text()).not.toContain('eyJ-not-a-token');
  });
});
