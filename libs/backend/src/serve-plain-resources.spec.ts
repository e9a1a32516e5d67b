import { people } from '@porchlight/contracts';
import { servePlainResources } from './serve-plain-resources';

it('given a resource with further methods that its feature did not add, then the start fails and names it', () => {
  const added = new Set<string>();
  const rpc = { has: ({ fullName }: { fullName: string }) => added.has(fullName), add: () => undefined };
  const serve = () => servePlainResources([people], { resource: () => ({}) } as never, rpc as never);
  expect(serve).toThrow('people is not served: PersonService has methods besides those of the verbs');
  added.add(people.definition.fullName);
  expect(serve).not.toThrow();
});
