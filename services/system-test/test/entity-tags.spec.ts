import { account, as, unique } from '@porchlight/acceptance/src/client';
import { registry } from '../src/system-test-registry';
import { createOwnerHolder, createRecord, findSample, type Holder } from '../src/record-samples';

const owner = as('owner');
const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-window', 'x-ratelimit-context'];

let holder: Holder;
beforeAll(async () => {
  holder = await createOwnerHolder(owner, account(1).users.owner.id);
});

describe.each(
  registry.resources
    .filter(({ verbs }) => verbs.includes('get'))
    .map((descriptor) => [descriptor.path, descriptor] as const),
)('entity tags of /v1/%s', (path, descriptor) => {
  it('identify the record, save its body on a match, and refuse a write with a stale tag', async () => {
    const sample = findSample(descriptor);
    const marker = unique();
    const id = sample.create
      ? await sample.create(holder, marker)
      : await createRecord(owner, `/v1/${path}`, await sample.body(holder, marker));
    const at = `/v1/${path}/${id}`;
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
