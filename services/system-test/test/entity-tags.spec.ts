import { account, as, unique } from '@porchlight/acceptance/src/client';
import { allResources } from '@porchlight/contracts';
import { RECORD_SAMPLES, type Holder } from '../src/record-samples';

const owner = as('owner');
const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-window', 'x-ratelimit-context'];

let holder: Holder;
beforeAll(async () => {
  const { id } = (await owner.post('/v1/people', { firstName: unique(), assignedUserId: account(1).users.owner.id }))
    .body as { id: number };
  holder = { accountId: 1, role: 'owner', userId: account(1).users.owner.id, personId: id };
});

describe.each(
  allResources.filter(({ verbs }) => verbs.includes('get')).map((descriptor) => [descriptor.path, descriptor] as const),
)('entity tags of /v1/%s', (path, descriptor) => {
  it('stand on the record, spare its body, and guard what changes it', async () => {
    const sample = RECORD_SAMPLES[descriptor.resource];
    if (!sample) throw new Error(`There is no sample of ${descriptor.resource}.`);
    const marker = unique();
    const made = sample.make
      ? await sample.make(holder, marker)
      : (await owner.post(`/v1/${path}`, await sample.body(holder, marker))).body.id;
    const at = `/v1/${path}/${made as number}`;
    const first = await owner.get(at);
    expect(first.status).toBe(200);
    expect(first.headers.etag).toMatch(/^"\d+-[\w-]{11}"$/);
    const known = await owner.get(at, { headers: { 'if-none-match': first.headers.etag! } });
    expect([known.status, known.body]).toEqual([304, undefined]);
    for (const name of RATE_HEADERS) expect(known.headers[name]).toBeDefined();
    expect((await owner.get(at, { headers: { 'if-none-match': 'no tag' } })).status).toBe(200);
    const head = await owner.call('HEAD', at);
    expect([head.status, head.headers.etag]).toEqual([200, first.headers.etag]);
    const stale = { headers: { 'if-match': '"999999-aaaaaaaaaaa"' } };
    if (descriptor.verbs.includes('update') && sample.change) {
      expect((await owner.call('PUT', at, { body: sample.change(marker), ...stale })).status).toBe(412);
      expect(
        (await owner.call('PUT', at, { body: sample.change(marker), headers: { 'if-match': 'no tag' } })).status,
      ).toBe(400);
      const now = (await owner.get(at)).headers.etag!;
      expect((await owner.call('PUT', at, { body: sample.change(marker), headers: { 'if-match': now } })).status).toBe(
        200,
      );
    }
    if (descriptor.verbs.includes('delete')) expect((await owner.delete(at, stale)).status).toBe(412);
  });
});
