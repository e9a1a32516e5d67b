import { allResources, notes } from '@porchlight/contracts';
import { requireChildren } from './follow-steps';

const children = allResources
  .filter(({ service, fields }) => service === 'people' && 'personId' in fields)
  .map((descriptor) => ({ descriptor }));

it('given a resource with personId that is not opened as a child, then the start fails and names it', () => {
  expect(() => requireChildren(children, allResources)).not.toThrow();
  const visits = { ...notes, resource: 'visits' };
  expect(() => requireChildren(children, [...allResources, visits])).toThrow('The records of visits belong to people');
  expect(() => requireChildren([...children, { descriptor: visits }], [...allResources, visits])).not.toThrow();
});
