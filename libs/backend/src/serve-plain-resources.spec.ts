import { people, ponds, timeframes, TIMEFRAMES } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import type { ResourceHandlers } from '@porchlight/store';
import { servePlainResources } from './serve-plain-resources';

it('given a resource with further methods that its feature did not add, then the start fails and names it', () => {
  const added = new Set<string>();
  const rpc = { has: ({ fullName }: { fullName: string }) => added.has(fullName), add: () => undefined };
  const serve = () => servePlainResources([people], { resource: () => ({}), opened: () => [] } as never, rpc as never);
  expect(serve).toThrow('people is not served: PersonService has methods besides those of the verbs');
  added.add(people.definition.fullName);
  expect(serve).not.toThrow();
});

describe('a plain resource', () => {
  const serve = (descriptor: Descriptor, store: object): ResourceHandlers => {
    let handlers: ResourceHandlers = {};
    const rpc = { has: () => false, add: (_definition: object, added: ResourceHandlers) => void (handlers = added) };
    servePlainResources([descriptor], store as never, rpc as never);
    return handlers;
  };

  it('given a resource that a feature opened, then it is served from the opened store', async () => {
    const opened = { descriptor: ponds, get: async () => ({ id: 7, version: 1 }) };
    const resource = jest.fn();
    const handlers = serve(ponds, { opened: () => [opened], resource });
    expect(await handlers['getPond']!({ id: 7 }, {} as never)).toEqual({ record: { id: 7, version: 1 } });
    expect(resource).not.toHaveBeenCalled();
  });

  it('given declared records, then they are served without a store', async () => {
    const handlers = serve(timeframes, {});
    const { records, page } = await handlers['listTimeframes']!({}, {} as never);
    expect(records.map(({ name }: { name: string }) => name)).toEqual(TIMEFRAMES);
    expect(page).toEqual({ total: 5, next: '', warnings: [] });
    expect(await handlers['getTimeframe']!({ id: 2 }, {} as never)).toMatchObject({ record: { name: TIMEFRAMES[1] } });
    await expect(handlers['getTimeframe']!({ id: 6 }, {} as never)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
  });
});
