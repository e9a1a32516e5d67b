import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBody, createRenderer, type Descriptor } from '@porchlight/resource';
import { createRegistry, parseExternalServices } from '../index';
import { CreateRecordRequest, GetRecordResponse } from '../generated/porchlight/external/v1/record_service';

const ROOT = join(__dirname, '..', '..', '..', '..');
const EXAMPLE = readFileSync(join(ROOT, 'samples', 'service-in-python', 'open-houses.json'), 'utf8');

interface Wire {
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Record<string, unknown>;
}
/** A method of a definition with its messages; descriptors show only the name. */
const findMethod = ({ definition }: Descriptor, key: string) =>
  definition.methods[key] as { name: string; requestType: Wire; responseType: Wire };

const example = (): Descriptor => parseExternalServices(EXAMPLE).services[0]!.resources[0]!;
/** The example after `change`, as the text of a file. */
const changed = (change: (service: Record<string, any>, resource: Record<string, any>) => void): string => {
  const file = JSON.parse(EXAMPLE) as { services: Record<string, any>[] };
  change(file.services[0]!, file.services[0]!['resources'][0]);
  return JSON.stringify(file);
};

it('a declared resource has the descriptor of every resource', () => {
  const { services, problems } = parseExternalServices(EXAMPLE);
  expect(problems).toEqual([]);
  expect(services).toMatchObject([{ name: 'openhouses', address: ['127.0.0.1:50061'] }]);
  const descriptor = services[0]!.resources[0]!;
  expect(descriptor).toMatchObject({
    service: 'openhouses',
    resource: 'openHouses',
    path: 'openHouses',
    collection: 'openHouses',
    noun: 'OpenHouse',
    visibility: 'account',
    verbs: ['create', 'get', 'list', 'update', 'delete'],
    webhooks: { created: 'openHousesCreated', updated: 'openHousesUpdated', deleted: 'openHousesDeleted' },
    roles: {
      create: ['Owner', 'Broker', 'Agent'],
      delete: ['Owner', 'Broker'],
      list: expect.arrayContaining(['Lender']),
    },
  });
  expect(descriptor.filters['startsAfter']).toEqual({ type: 'time', match: 'above', column: 'startsAt' });
  expect(() => parseBody(descriptor, { address: '', startsAt: 'soon', id2: 1 }, 'create')).toThrow(
    /address.*startsAt.*id2/s,
  );
});

it('the registry adds resources and event names, and webhooks accept these', () => {
  const registry = createRegistry([example()]);
  expect(registry.webhookEvents).toEqual(expect.arrayContaining(['peopleCreated', 'openHousesCreated']));
  const find = (resources: readonly Descriptor[], name: string) => resources.find(({ resource }) => resource === name)!;
  const body = { event: 'openHousesCreated', url: 'https://example.com' };
  expect(parseBody(find(registry.resources, 'webhooks'), body, 'create').mask).toEqual(['event', 'url']);
  expect(() => parseBody(find(createRegistry().resources, 'webhooks'), body, 'create')).toThrow(/event/);
});

it('a request contains the sent fields as JSON, null for a cleared one', () => {
  const descriptor = example();
  const { record, mask } = parseBody(descriptor, { startsAt: '2030-03-31 15:00:00', note: null }, 'update');
  const method = findMethod(descriptor, 'createOpenHouse');
  const request = CreateRecordRequest.decode(method.requestType.encode({ record, mask, options: {} }).finish());
  expect(method.name).toBe('CreateRecord');
  expect(request.resource).toBe('openHouses');
  expect(JSON.parse(request.recordJson)).toEqual({ startsAt: '2030-03-31T15:00:00.000Z', note: null });
});

describe('a response', () => {
  const decode = (record: unknown) => {
    const bytes = GetRecordResponse.encode({ recordJson: JSON.stringify(record) }).finish();
    return findMethod(example(), 'getOpenHouse').responseType.decode(bytes)['record'];
  };
  const valid = { id: 7, version: 2, created: '2030-01-01T00:00:00Z', updated: '2030-01-02T00:00:00Z', address: 'a' };

  it('is rendered like every record', () => {
    const record = decode({ ...valid, startsAt: '2030-03-31T15:00:00.123Z', endsAt: null, extra: 1 });
    expect(createRenderer(example())(record as never)).toEqual({
      id: 7,
      created: '2030-01-01T00:00:00Z',
      updated: '2030-01-02T00:00:00Z',
      personId: null,
      address: 'a',
      startsAt: '2030-03-31T15:00:00Z',
      endsAt: null,
      note: null,
    });
  });

  it.each([
    ['a list', []],
    ['no id', { ...valid, id: undefined }],
    ['version 0', { ...valid, version: 0 }],
    ['text for an integer', { ...valid, personId: '1' }],
    ['no time', { ...valid, startsAt: 'soon' }],
  ])('with %s cannot be decoded', (_what, record) => expect(() => decode(record)).toThrow(/openHouses/));
});

it.each<[string, string, RegExp[]]>([
  ['no JSON', '{', [/is no JSON/]],
  ['an unknown key', '{"services":[],"more":1}', [/more/]],
  [
    'several faults of form',
    changed((service, resource) => {
      service['name'] = 'Open Houses';
      service['address'] = ['nowhere'];
      resource['fields']['note']['kind'] = 'blob';
    }),
    [/services\.0\.name/, /services\.0\.address\.0/, /fields\.note/],
  ],
  [
    'names that are taken, and references to nothing',
    changed((service, resource) => {
      service['name'] = 'people';
      resource['noun'] = 'Person';
      resource['nouns'] = 'People';
      resource['fields']['personId']['to'] = 'persons';
    }),
    [/'people', which is taken/, /'Person', which is taken/, /'peopleCreated', which is taken/, /'persons'/],
  ],
  [
    'filters and sorts without a field, and an invalid example',
    changed((_service, resource) => {
      resource['filters'] = {
        limit: { field: 'note', match: 'equals' },
        a: { match: 'equals' },
        personId: { match: 'contains' },
      };
      resource['sorts'] = ['nothing'];
      resource['roles'] = { read: ['Owner'] };
      resource['example'] = {};
    }),
    [/filters\.limit/, /filters\.a/, /by 'contains'/, /'nothing'/, /no role for create/, /Missing 'address'/],
  ],
])('given %s, then every problem is reported', (_what, text, expected) => {
  const { services, problems } = parseExternalServices(text);
  expect(services).toEqual([]);
  for (const pattern of expected) expect(problems.join('\n')).toMatch(pattern);
});
