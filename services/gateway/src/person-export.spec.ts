import { allActions, allResources, type ExportPersonResponse } from '@porchlight/contracts';
import type { Forward, ForwardAction, Forwarded } from '@porchlight/edge';
import { isRefusal, refuse } from '@porchlight/errors';
import type { Channel } from '@porchlight/rpc';
import { resourcesOfPerson, withPersonExport } from './person-export';

const action = allActions.find(({ rpc }) => rpc === 'exportPerson')!;
const forwardAction: ForwardAction = async () => ({ people: [7], exportJson: '' });
const channel = {} as Channel;
const open = (forward: Forward, notifier = channel): ForwardAction =>
  withPersonExport(forwardAction, { forward, notifier, timeoutMs: 1_000, clock: { date: () => new Date(0) } });
const call = (scopes: string[] = []) =>
  ({ actor: { accountId: 1, userId: 1, role: 'Owner', scopes }, requestId: 'r' }) as unknown as Forwarded;
const emptyPage: Forward = async () => ({ records: [], record: { id: 7 }, page: { next: '' } });

const toEmail = (value: string) => ({ value, type: 'home', isPrimary: false, status: '' });
const reasonOf = (error: unknown): unknown => (isRefusal(error) ? error.reason : error);

describe('Export of a person', () => {
  test('Given the declared resources, Then those of all services that name a person are exported', () => {
    expect(resourcesOfPerson(allResources).map(({ resource }) => resource)).toEqual(
      expect.arrayContaining([
        'actionPlansPeople',
        'appointments',
        'automationsPeople',
        'calls',
        'deals',
        'emEvents',
        'emails',
        'events',
        'notes',
        'personAttachments',
        'tasks',
        'textMessages',
      ]),
    );
  });

  test('When one service does not answer, Then nothing is exported', async () => {
    const forward: Forward = async (descriptor, ...others) => {
      if (descriptor.service === 'deals') throw refuse('UNAVAILABLE');
      return emptyPage(descriptor, ...others);
    };
    const error = await open(forward)(action, { id: 7 }, call()).catch(reasonOf);
    expect(error).toBe('UNAVAILABLE');
  });

  test('D13.4 Given addresses of the person, Then their suppressions are part of the export', async () => {
    const queried: string[] = [];
    const forward: Forward = async (descriptor, verb, request) => {
      if (verb === 'get')
        return { record: { id: 7, emails: ['Ann@x.example', 'ann@x.example ', 'bo@x.example'].map(toEmail) } };
      if (descriptor.resource !== 'suppressions') return { records: [], page: { next: '' } };
      const { query } = request as { query: { filters: { name: string; values: string[] }[] } };
      const [{ values } = { values: [] }] = query.filters;
      queried.push(...values);
      return { records: [{ id: queried.length, address: values[0], reason: 'bounced' }], page: { next: '' } };
    };
    const empty = { call: async () => ({ notifications: [], conversations: [] }) } as unknown as Channel;
    const { exportJson } = (await open(forward, empty)(action, { id: 7 }, call())) as ExportPersonResponse;
    expect(queried).toEqual(['ann@x.example', 'bo@x.example']);
    expect((JSON.parse(exportJson) as { suppressions: object[] }).suppressions).toMatchObject([
      { address: 'ann@x.example', reason: 'bounced' },
      { address: 'bo@x.example', reason: 'bounced' },
    ]);
  });

  test('When the scopes exclude a service, Then the export is refused', async () => {
    const error = await open(emptyPage)(action, { id: 7 }, call(['read', 'people'])).catch(reasonOf);
    expect(error).toBe('INSUFFICIENT_SCOPE');
  });

  test('When a list has more records than an export contains, Then it is refused after a bounded number of pages', async () => {
    let pages = 0;
    const forward: Forward = async (_descriptor, verb) => {
      if (verb === 'get') return { record: { id: 7 } };
      pages += 1;
      return { records: Array.from({ length: 100 }, (_, n) => ({ id: n + 1 })), page: { next: 'more' } };
    };
    const error = await open(forward)(action, { id: 7 }, call()).catch(reasonOf);
    expect(error).toBe('EXPORT_TOO_LARGE');
    expect(pages).toBeLessThan(110);
  });

  test('Given another action, Then its response is not changed', async () => {
    const other = allActions.find(({ rpc }) => rpc === 'erasePerson')!;
    const response = (await open(emptyPage)(other, { id: 7 }, call())) as ExportPersonResponse;
    expect(response.exportJson).toBe('');
  });
});
