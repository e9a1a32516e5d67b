import { listAdditions } from './list-additions';

const before = {
  paths: { '/people': { get: { summary: 'List people.', parameters: [{ $ref: '#/components/parameters/limit' }] } } },
  webhooks: { peopleCreated: {} },
  components: {
    parameters: { limit: { name: 'limit', in: 'query' }, next: { name: 'next', in: 'query' } },
    schemas: { Person: { properties: { id: {}, stage: { enum: ['Lead'] } } } },
  },
};
// Each test changes a part of the document, whose type is that of no part.
const change = (edit: (document: any) => void): string[] => {
  const after = structuredClone(before);
  edit(after);
  return listAdditions(before, after);
};

describe('additions to the API', () => {
  it('given the same description, then there are none', () => {
    expect(change(() => undefined)).toEqual([]);
  });

  it.each<[string, (document: any) => void, string]>([
    [
      'an operation',
      (d) => (d.paths['/people'].post = { summary: 'Create a person. More.' }),
      '`POST /people`: Create a person.',
    ],
    ['a parameter', (d) => d.paths['/people'].get.parameters.push({ name: 'stage' }), '`GET /people` takes `stage`.'],
    [
      'a shared parameter',
      (d) => d.paths['/people'].get.parameters.push({ $ref: '#/components/parameters/next' }),
      '`GET /people` takes `next`.',
    ],
    ['a field', (d) => (d.components.schemas.Person.properties.name = {}), '`Person` has `name`.'],
    ['a word', (d) => d.components.schemas.Person.properties.stage.enum.push('Hot'), '`Person.stage` may be `Hot`.'],
    ['an event', (d) => (d.webhooks.notesCreated = {}), 'The webhook event `notesCreated` fires.'],
    ['a deprecated operation', (d) => (d.paths['/people'].get.deprecated = true), '`GET /people` is deprecated.'],
    [
      'a deprecated parameter',
      (d) => (d.components.parameters.limit.deprecated = true),
      '`GET /people`: the parameter `limit` is deprecated.',
    ],
  ])('given %s, then it is listed', (_what, edit, sentence) => {
    expect(change(edit)).toEqual([sentence]);
  });
});
