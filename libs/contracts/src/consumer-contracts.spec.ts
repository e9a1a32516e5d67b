import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { allResources, CONSUMER_CONTRACTS, FACTS, SERVICE_CALLS } from './index';

const ROOT = join(__dirname, '..', '..', '..');
const entries = Object.entries(CONSUMER_CONTRACTS).flatMap(([consumer, contract]) =>
  Object.entries(contract).map(([name, expectation]) => ({ consumer, name, expectation })),
);

/** `people.people.created` and `/porchlight.people.v1.PersonService/ListPeople` belong to people. */
const findProvider = (name: string): string => name.replace(/^\/porchlight\./, '').split('.')[0]!;

it('given the files of contracts, then each is part of the list', () => {
  const files = readdirSync(join(ROOT, 'libs', 'contracts', 'consumers')).filter((file) => file.endsWith('.json'));
  expect(files.map((file) => file.replace('.json', '')).sort()).toEqual(Object.keys(CONSUMER_CONTRACTS).sort());
});

it.each(entries)('given $name in the contract of $consumer, then another service provides it', ({ consumer, name }) => {
  expect(findProvider(name)).not.toBe(consumer);
  if (name.startsWith('/')) return;
  const [service, resource, verb] = name.split('.');
  const isFact = FACTS.some(({ type }) => type === name);
  const isChange = allResources.some((one) => one.service === service && one.resource === resource);
  const isAccount = resource === 'accounts';
  expect(isFact || ((isChange || isAccount) && ['created', 'deleted'].includes(verb!))).toBe(true);
});

it.each([...new Set(entries.map(({ name }) => findProvider(name)))])(
  'given contracts with %s, then its tests verify them',
  (provider) => expect(existsSync(join(ROOT, 'services', provider, 'test', 'consumers.spec.ts'))).toBe(true),
);

const lists = entries.flatMap(({ name, expectation: { records } }) => (records ? [{ name, records }] : []));

it.each(lists)('given $name, then it lists the records that the service reads in $records', ({ name, records }) => {
  const listed = allResources.find(({ service, resource }) => records === `${service}.${resource}.created`);
  expect(name).toBe(`/${listed?.definition.fullName}/List${listed?.nouns}`);
});

it('given the contracts, then a service may call no other methods but lists of what it copies, and ask whether facts are true', () => {
  const confirm = '/porchlight.facts.v1.FactService/ConfirmFacts';
  const listed = new Set(lists.map(({ name }) => name));
  const calls = Object.entries(SERVICE_CALLS).map(([service, methods]) => [
    service,
    methods.filter((method) => method !== confirm && !listed.has(method)),
  ]);
  expect(Object.values(SERVICE_CALLS).filter((methods) => !methods.includes(confirm))).toEqual([]);
  expect(Object.fromEntries(calls)).toEqual({
    auth: [],
    deals: [],
    marketing: [
      '/porchlight.auth.v1.OwnAccountService/GetOwnAccount',
      '/porchlight.people.v1.EmailMessageService/RecordEmail',
      '/porchlight.people.v1.EventService/IngestEvent',
    ],
    notifier: [
      '/porchlight.auth.v1.AccountService/GetSystemKey',
      '/porchlight.auth.v1.OwnAccountService/GetOwnAccount',
    ],
    people: [],
  });
});
