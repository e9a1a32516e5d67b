import { account, as, unique } from '@porchlight/acceptance/src/client';
import { registry } from '../src/system-test-registry';
import { createOwnerHolder, createRecord, findSample, type Holder } from '../src/record-samples';

const owner = as('owner');
/** Lists whose records this test cannot create three times: one webhook per event and URL. */
const LIMITED = ['webhooks'];

let holder: Holder;
beforeAll(async () => {
  holder = await createOwnerHolder(owner, account(1).users.owner.id);
});

describe.each(
  registry.resources
    .filter(({ resource, verbs }) => verbs.includes('create') && verbs.includes('list') && !LIMITED.includes(resource))
    .map((descriptor) => [descriptor.path, descriptor] as const),
)('the list /v1/%s', (path, descriptor) => {
  let ids: number[];
  const list = async (query: string) => {
    const { status, body } = await owner.get(`/v1/${path}?${query}`);
    const records = (body[descriptor.collection] ?? []) as { id: number }[];
    return { status, body, ids: records.map(({ id }) => id), next: body._metadata?.next as string | null };
  };

  beforeAll(async () => {
    const sample = findSample(descriptor);
    ids = [];
    for (let i = 0; i < 3; i++) {
      const marker = unique();
      const created = sample.create
        ? await sample.create(holder, marker)
        : await createRecord(owner, `/v1/${path}`, await sample.body(holder, marker));
      ids.push(created);
    }
  });

  it('given no sort, then records are in descending order of ids, with their total', async () => {
    const found = await list(`ids=${ids.join(',')}`);
    expect(found.ids).toEqual([...ids].sort((a, b) => b - a));
    expect(found.body._metadata).toMatchObject({ collection: descriptor.collection, total: 3, next: null });
  });

  it.each(Object.keys(descriptor.sorts).flatMap((sort) => [sort, `-${sort}`]))(
    'given the sort %s, then the pages contain each record once',
    async (sort) => {
      const query = `ids=${ids.join(',')}&sort=${sort}&limit=1`;
      const found: number[] = [];
      let next: string | null = '';
      do {
        const page = await list(next === '' ? query : `${query}&next=${encodeURIComponent(next!)}`);
        expect([page.status, page.ids.length]).toEqual([200, 1]);
        found.push(...page.ids);
        next = page.next;
      } while (next !== null && found.length < 5);
      expect([...found].sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b));
    },
  );

  it('given conditions on ids, then they are combined', async () => {
    const [first, second, third] = [...ids].sort((a, b) => a - b) as [number, number, number];
    const found = await list(`ids=${first},${second},${third}&idGreaterThan=${first}&idLessThan=${third}`);
    expect([found.status, found.ids]).toEqual([200, [second]]);
  });

  it.each([
    ['sort=colour', 'INVALID_QUERY'],
    ['colour=1', 'INVALID_QUERY'],
    ['limit=0', 'INVALID_QUERY'],
    ['next=abc', 'INVALID_NEXT'],
  ])('given %s, then it is refused with %s', async (query, errorCode) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { errorCode } });
  });

  it('given a token of another list, then it is refused', async () => {
    const { next } = await list(`ids=${ids.join(',')}&limit=1`);
    const found = await list(`ids=${ids.join(',')}&limit=1&sort=id&next=${encodeURIComponent(next!)}`);
    expect(found).toMatchObject({ status: 400, body: { errorCode: 'INVALID_NEXT' } });
  });
});
