import { Change } from '@porchlight/contracts';
import {
  bool,
  defineResource,
  int,
  list,
  oneOf,
  readOnly,
  required,
  setOnce,
  str,
  writable,
  type Row,
} from '@porchlight/resource';
import type { Document } from '../../src/contract/document';
import type { ResourceStore } from '../../src/contract/resource-store-contract';
import type { StoreCall } from '../../src/contract/store-call';
import { callBy } from './sample-resource';
import { openTestStore, QUERY, type Harness, type TestStore } from './test-store';

interface Lane extends Row {
  created?: Date | undefined;
  updated?: Date | undefined;
  name?: string | undefined;
  orderWeight?: number | undefined;
  isDefault?: boolean | undefined;
}
interface Route extends Row {
  origin?: string | undefined;
  originId?: string | undefined;
  name?: string | undefined;
  subject?: string | undefined;
  kind?: string | undefined;
  low?: number | undefined;
  high?: number | undefined;
  orderWeight?: number | undefined;
  memberIds: number[];
  leaderIds: number[];
}
interface Visit extends Row {
  personId?: number | undefined;
  phone?: string | undefined;
  note?: string | undefined;
  guideId?: number | undefined;
  guideName?: string | undefined;
  createdById?: number | undefined;
  updatedById?: number | undefined;
  systemName?: string | undefined;
  isExternal?: boolean | undefined;
  tags: string[];
}

const service = (name: string) => ({ name, fullName: `porchlight.sample.v1.${name}`, methods: {} });
const verbs = ['create', 'get', 'list', 'update', 'delete'] as const;

const lanes = defineResource<Lane>(service('LaneService'), {
  verbs,
  roles: {},
  maxPerAccount: 10,
  ordered: 'places',
  retentionDays: 30,
  fields: {
    name: required(str({ min: 1 }), { unique: true }),
    orderWeight: writable(int({ min: 0 })),
    isDefault: writable(bool(), { sole: true }),
  },
  sorts: { orderWeight: { column: 'orderWeight' }, name: { column: 'nameKey' } },
  options: { moveTo: { type: 'int', verbs: ['delete'], replacement: 'lanes' } },
});
const routes = defineResource<Route>(service('RouteService'), {
  verbs,
  roles: {},
  timestamps: 'none',
  maxPerAccount: 10,
  ordered: 'last',
  identity: ['origin', 'originId'],
  fields: {
    origin: setOnce(str()),
    originId: setOnce(str(), { initialFrom: 'uuid' }),
    name: writable(str({ max: 20 }), { nullable: false, initialFrom: { field: 'subject' } }),
    subject: writable(str()),
    kind: writable(oneOf(['fast', 'slow']), { nullable: false, initial: 'slow' }),
    low: writable(int()),
    high: writable(int()),
    orderWeight: writable(int({ min: 0 }), { nullable: false }),
    memberIds: writable(list(int())),
    leaderIds: writable(list(int()), { partOf: 'memberIds' }),
  },
  filters: { name: { type: 'string', match: 'text', many: true } },
  sorts: { orderWeight: { column: 'orderWeight' } },
  problems: ({ low, high }) =>
    low !== undefined && high !== undefined && low > high ? ["Field 'low' must not be above 'high'."] : [],
});
const visits = defineResource<Visit>(service('VisitService'), {
  verbs,
  roles: {},
  timestamps: 'none',
  visibility: 'viewers',
  ofPerson: { activity: 'none' },
  fields: {
    personId: required(int(), { fixed: true }),
    phone: required(str()),
    note: writable(str(), { emptyClears: true }),
    guideId: writable(int(), { initialFrom: 'caller', references: { resource: 'users', inactive: true } }),
    guideName: readOnly(str(), { nameOf: { field: 'guideId', resource: 'users' } }),
    createdById: readOnly(int(), { stamp: 'creator' }),
    updatedById: readOnly(int(), { stamp: 'editor' }),
    systemName: readOnly(str(), { stamp: 'system' }),
    isExternal: readOnly(bool(), { computed: ({ systemName }) => systemName !== undefined }),
    tags: writable(list(str())),
  },
  filters: { personId: { type: 'int', match: 'equals' }, phone: { type: 'string', match: 'digits' } },
});

/** People by id, with the users who may see them. */
const PEOPLE = new Map([[5, [3, 4]]]);
const NAMES = new Map([
  [3, 'Ann'],
  [4, 'Bob'],
]);
let accounts = 9_000;

/** Rules that descriptors declare, without a strategy. */
export const rulesConformance = (openHarness: () => Promise<Harness>): void => {
  let suite: TestStore;
  let accountId: number;
  let owner: StoreCall;
  let ahead = 0;
  let laneStore: ResourceStore<Lane, Document & { name: string }>;
  let routeStore: ResourceStore<Route, Document>;
  let visitStore: ResourceStore<Visit, Document>;
  const moved: Array<[number, number]> = [];

  beforeAll(async () => {
    const { open } = await openHarness();
    suite = await openTestStore(await open(), { clock: { now: () => Date.now() + ahead } });
    laneStore = suite.store.resource({
      descriptor: lanes,
      reassign: async (_call, { id }, to) => void moved.push([id, to]),
    });
    routeStore = suite.store.resource({ descriptor: routes });
    visitStore = suite.store.resource({
      descriptor: visits,
      findExisting: async (_call, _reference, ids) => new Set(ids.filter((id) => NAMES.has(id))),
      findNames: async (_call, _resource, ids) => new Map([...NAMES].filter(([id]) => ids.includes(id))),
      loadPerson: async (_call, id) => (PEOPLE.has(id) ? { viewers: PEOPLE.get(id)! } : undefined),
    });
    await suite.store.prepare();
  });
  afterAll(() => suite.stop());
  beforeEach(() => {
    accountId = accounts += 1;
    owner = callBy(accountId);
    ahead = 0;
    moved.length = 0;
  });

  const addLane = async (name: string, orderWeight?: number) =>
    (await laneStore.create(owner, { id: 0, version: 0, name, orderWeight }, ['name', 'orderWeight'])).record.id;
  const listLanes = async () => {
    const { records } = await laneStore.list(owner, { ...QUERY, sort: 'orderWeight', descending: false });
    return records.map(({ name, orderWeight }) => `${name}:${orderWeight}`);
  };
  const addRoute = async (values: Partial<Route>) => {
    const record: Route = { id: 0, version: 0, memberIds: [], leaderIds: [], name: 'Route', ...values };
    return (await routeStore.create(owner, record, Object.keys(values))).record;
  };
  const changeRoute = async (id: number, values: Partial<Route>) => {
    const record: Route = { id, version: 0, memberIds: [], leaderIds: [], ...values };
    return (await routeStore.update(owner, id, record, Object.keys(values))).record;
  };
  const addVisit = async (values: Partial<Visit>, call = owner) => {
    const record: Visit = { id: 0, version: 0, personId: 5, phone: '555-0100', tags: [], ...values };
    return (await visitStore.create(call, record, Object.keys(record))).record;
  };
  const changeVisit = async (id: number, values: Partial<Visit>, call = owner) =>
    (await visitStore.update(call, id, { id, version: 0, tags: [], ...values }, Object.keys(values))).record;

  describe("ordered: 'places'", () => {
    it('given records, when one is added at a weight, then all weights are recalculated in steps of 1000', async () => {
      await addLane('a');
      await addLane('b');
      await addLane('c', 1500);
      expect(await listLanes()).toEqual(['a:1000', 'c:2000', 'b:3000']);
    });

    it('given records, when one is moved, then it takes the place of the record with that weight', async () => {
      const first = await addLane('a');
      for (const name of ['b', 'c']) await addLane(name);
      await laneStore.update(owner, first, { id: first, version: 0, orderWeight: 3000 }, ['orderWeight']);
      expect(await listLanes()).toEqual(['b:1000', 'c:2000', 'a:3000']);
    });

    it('given records, when several are added at one place at once, then no two have one weight', async () => {
      await Promise.all(['a', 'b', 'c', 'd'].map((name) => addLane(name, 0)));
      expect((await listLanes()).map((lane) => lane.split(':')[1])).toEqual(['1000', '2000', '3000', '4000']);
    });
  });

  it('given a record with a sole value, when another one gets it, then the first one no longer has it', async () => {
    const [first, second] = [await addLane('a'), await addLane('b')];
    for (const id of [first, second])
      await laneStore.update(owner, id, { id, version: 0, isDefault: true }, ['isDefault']);
    expect(await laneStore.get(owner, second)).toMatchObject({ isDefault: true });
    expect(await laneStore.get(owner, first)).not.toHaveProperty('isDefault');
  });

  describe('the delete with a replacement', () => {
    it('given another record, when it is named, then it gets what belongs to the deleted one', async () => {
      const [from, to] = [await addLane('a'), await addLane('b')];
      await laneStore.remove(owner, from, { moveTo: String(to) });
      expect(moved).toEqual([[from, to]]);
      expect(await laneStore.load(owner, from)).toBeUndefined();
    });

    it.each(['itself', 'a missing record'])('given %s as the replacement, then nothing is deleted', async (which) => {
      const id = await addLane('a');
      const moveTo = which === 'itself' ? String(id) : '77';
      await expect(laneStore.remove(owner, id, { moveTo })).rejects.toMatchObject({
        reason: 'UNKNOWN_REFERENCE',
        params: { field: 'moveTo', what: 'another lane', value: moveTo },
      });
      expect(await laneStore.load(owner, id)).toMatchObject({ name: 'a' });
      expect(moved).toEqual([]);
    });

    it('given another version or a dry run, when a replacement is named, then nothing is reassigned', async () => {
      const [from, to] = [await addLane('a'), await addLane('b')];
      await expect(laneStore.remove(owner, from, { moveTo: String(to), ifVersion: '9' })).rejects.toMatchObject({
        reason: 'PRECONDITION_FAILED',
      });
      await laneStore.remove(owner, from, { moveTo: String(to), dryRun: 'true' });
      expect(moved).toEqual([]);
      expect(await laneStore.load(owner, from)).toBeDefined();
    });
  });

  it('given retentionDays, when a record is older, then lists leave it out', async () => {
    await addLane('a');
    expect((await laneStore.list(owner, QUERY)).page.total).toBe(1);
    ahead = 31 * 86_400_000;
    expect(await laneStore.list(owner, QUERY)).toMatchObject({ records: [], page: { total: 0 } });
  });

  it('given exclusive work, when a record is created meanwhile, then it waits for the end of the work', async () => {
    const order: string[] = [];
    const work = laneStore.exclusive(owner, async () => {
      order.push('work');
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('end');
    });
    await Promise.all([work, addLane('a').then(() => order.push('created'))]);
    expect(order).toEqual(['work', 'end', 'created']);
  });

  describe("ordered: 'last'", () => {
    it('given records, when one is added without a weight, then it is the last; sent weights are stored', async () => {
      expect(await addRoute({ orderWeight: 7 })).toMatchObject({ orderWeight: 7 });
      expect(await addRoute({})).toMatchObject({ orderWeight: 1007 });
      expect(await addRoute({ orderWeight: 3 })).toMatchObject({ orderWeight: 3 });
      expect(await addRoute({})).toMatchObject({ orderWeight: 2007 });
    });

    it('given the largest weight, when a record is added without a weight, then it has the same weight', async () => {
      await addRoute({ orderWeight: 2_147_483_647 });
      expect(await addRoute({})).toMatchObject({ orderWeight: 2_147_483_647 });
    });
  });

  describe('identity', () => {
    it('given a record, when a second one has its identity, then it is refused with the id of the first', async () => {
      const { id } = await addRoute({ origin: 'A', originId: '1' });
      await addRoute({ origin: 'B', originId: '1' });
      await expect(addRoute({ origin: 'A', originId: '1' })).rejects.toMatchObject({
        reason: 'CONFLICT',
        message: `There is a route with this origin and originId already, which has id ${id}. Update that one, or send another originId.`,
      });
    });
  });

  describe('initial values', () => {
    it('given a create that names no field, then the fields have their declared values', async () => {
      const route = await addRoute({ name: undefined, subject: '  A subject that is longer than a name ' });
      expect(route).toMatchObject({ name: 'A subject that is lo', kind: 'slow' });
      expect(route.originId).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('given nothing to take a required text from, then the create is refused', async () => {
      await expect(addRoute({ name: undefined })).rejects.toMatchObject({
        reason: 'INVALID_BODY',
        message: expect.stringContaining("Missing 'name' field."),
      });
    });
  });

  describe('problems', () => {
    it('given fields that do not fit together, when they are sent, then the write is refused', async () => {
      await expect(addRoute({ low: 9, high: 1 })).rejects.toMatchObject({ reason: 'INVALID_BODY' });
      const { id } = await addRoute({ high: 5 });
      await expect(changeRoute(id, { low: 6 })).rejects.toMatchObject({ reason: 'INVALID_BODY' });
    });

    it('given a record that has a problem already, when another field changes, then the write is accepted', async () => {
      const { id } = await addRoute({ high: 5 });
      await routeStore.modify(owner, id, (before) => ({ ...before, low: 6 }));
      expect(await changeRoute(id, { name: 'Other' })).toMatchObject({ name: 'Other', low: 6 });
    });
  });

  describe('partOf', () => {
    it('given leaders, when they are sent, then they are members too', async () => {
      expect(await addRoute({ memberIds: [1], leaderIds: [2] })).toMatchObject({ memberIds: [1, 2], leaderIds: [2] });
    });

    it('given leaders, when one is removed from the members, then it is no leader', async () => {
      const { id } = await addRoute({ memberIds: [1, 2], leaderIds: [1, 2] });
      expect(await changeRoute(id, { memberIds: [1] })).toMatchObject({ memberIds: [1], leaderIds: [1] });
    });
  });

  describe('filters by a comparable form', () => {
    it('given a filter of match text, then case and accents do not matter, also after an update', async () => {
      const { id } = await addRoute({ name: 'Café' });
      const find = async (...values: string[]) =>
        (await routeStore.list(owner, { ...QUERY, filters: [{ name: 'name', values }] })).page.total;
      expect(await find('CAFE')).toBe(1);
      expect(await find('bar', 'cafe')).toBe(1);
      await changeRoute(id, { name: 'Bar' });
      expect(await find('cafe')).toBe(0);
    });

    it('given a filter of match digits, then signs do not matter, and a text without digits finds nothing', async () => {
      await addVisit({ phone: '+1 (555) 0100-200' });
      const find = async (value: string) =>
        (await visitStore.list(owner, { ...QUERY, filters: [{ name: 'phone', values: [value] }] })).page.total;
      expect(await find('5550100200')).toBe(1);
      expect(await find('555')).toBe(0);
      expect(await find('none')).toBe(0);
    });
  });

  describe('a record of a person', () => {
    it('given a person whom the caller may not see, then the create is refused', async () => {
      await expect(addVisit({ personId: 6 })).rejects.toMatchObject({
        reason: 'INVALID_BODY',
        message: expect.stringContaining("Field 'personId': no such person or no permission."),
      });
    });

    it('given a person, then the viewers of the person see the record', async () => {
      const { id } = await addVisit({});
      const as = (userId: number): StoreCall => ({ ...owner, actor: { ...owner.actor, role: 'Agent', userId } });
      expect(await visitStore.load(as(3), id)).toBeDefined();
      expect(await visitStore.load(as(9), id)).toBeUndefined();
    });

    it('given a record, when another person is sent, then it is refused; the same one is accepted', async () => {
      const { id } = await addVisit({});
      await expect(changeVisit(id, { personId: 6 })).rejects.toMatchObject({
        message: expect.stringContaining("Field 'personId' cannot be changed."),
      });
      expect(await changeVisit(id, { personId: 5 })).toMatchObject({ personId: 5, version: 1 });
    });

    it('given a caller with a system, then the record has its creator, editor and system', async () => {
      const by = (userId: number, system?: string): StoreCall => ({
        ...owner,
        actor: { ...owner.actor, userId, ...(system !== undefined && { system }) },
      });
      const visit = await addVisit({}, by(3, 'Site'));
      expect(visit).toMatchObject({ createdById: 3, updatedById: 3, systemName: 'Site', isExternal: true });
      expect(visit).toMatchObject({ guideId: 3, guideName: 'Ann' });
      expect(await changeVisit(visit.id, { note: 'x' }, by(4))).toMatchObject({ createdById: 3, updatedById: 4 });
      expect(await changeVisit(visit.id, { note: 'x' }, by(3))).toMatchObject({ updatedById: 4, version: 2 });
    });

    it('given an empty text of a field that it clears, then the field has no value; lists are empty', async () => {
      const visit = await addVisit({ note: 'x' });
      const cleared = await changeVisit(visit.id, { note: '' });
      expect(cleared.note).toBeUndefined();
      expect(cleared.tags).toEqual([]);
    });
  });

  it('given a change, then its record has the comparable forms in no field', async () => {
    const { id } = await addRoute({ name: 'Published' });
    await suite.store.drain(AbortSignal.timeout(10_000));
    const changes = suite.published.filter((change) => change.accountId === accountId);
    expect(changes.map(({ value }) => Change.decode(value).ids)).toEqual([[id]]);
    expect(Object.keys(await routeStore.get(owner, id))).not.toContain('nameKey');
  });
};
