import { allActions, allResources } from '@porchlight/contracts';
import { findIncompatibleChanges } from './find-incompatible-changes';
import { createOpenApiDocument } from './openapi-document';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;
const made = createOpenApiDocument({
  resources: allResources,
  actions: allActions,
  baseUrl: 'https://api.porchlight.example',
  version: '1',
});
const changed = (change: (document: Any) => void): string[] => {
  const after = structuredClone(made) as Any;
  change(after);
  return findIncompatibleChanges(made, after);
};

describe('incompatible changes', () => {
  it('are empty without a change, or if the API accepts or returns more', () => {
    expect(findIncompatibleChanges(made, structuredClone(made))).toEqual([]);
    const more = changed((d) => {
      d.paths['/new'] = { get: { responses: {} } };
      d.components.schemas.Person.properties.shoeSize = { type: 'integer' };
      d.components.schemas.NewPerson.properties.shoeSize = { type: 'integer' };
      d.components.schemas.NewPerson.properties.firstName.maxLength = 300;
      d.paths['/people'].get.parameters.push({ name: 'shoeSize', in: 'query', schema: { type: 'integer' } });
      // Stated again, besides the alternatives that contain it.
      d.components.schemas.NewPerson.properties.contacted.type = ['boolean', 'integer'];
      d.paths['/events/{id}/journey'].get.responses['200'].content[
        'application/json'
      ].schema.properties.steps.items.properties.step.enum.push('NEW');
    });
    expect(more).toEqual([]);
  });

  it.each<[string, (d: Any) => void, RegExp]>([
    ['a path', (d) => delete d.paths['/people/claim'], /^POST \/people\/claim is gone$/],
    ['a method', (d) => delete d.paths['/people/{id}'].delete, /^DELETE \/people\/\{id\} is gone$/],
    [
      'the name of an operation',
      (d) => (d.paths['/people'].get.operationId = 'x'),
      /operationId was listPeople and is x/,
    ],
    ['a parameter', (d) => d.paths['/people'].get.parameters.pop(), /the parameter query \w+ is gone/],
    [
      'a parameter that is required',
      (d) => d.paths['/people'].get.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
      /the parameter query x is required now/,
    ],
    [
      'a field that is answered',
      (d) => delete d.components.schemas.Person.properties.name,
      / 200\S*: name is no longer answered/,
    ],
    [
      'the type of what is answered',
      (d) => (d.components.schemas.Person.properties.id.type = ['integer', 'null']),
      / 200\S*\.id: may now be null/,
    ],
    [
      'a field that is taken',
      (d) => delete d.components.schemas.NewPerson.properties.firstName,
      /POST \/people\S* body\S*: firstName is no longer taken/,
    ],
    [
      'a field that is required',
      (d) => d.components.schemas.NewTask.required.push('dueDate'),
      /POST \/tasks body: dueDate is required now/,
    ],
    [
      'a length',
      (d) => (d.components.schemas.NewPerson.properties.firstName.maxLength = 100),
      /maxLength is 100 and was 255/,
    ],
    [
      'a word',
      (d) => d.components.schemas.NewWebhook.properties.event.enum.shift(),
      /event: no longer takes dealCustomFieldsCreated/,
    ],
    [
      'a type',
      (d) => (d.components.schemas.NewPerson.properties.firstName.type = 'string'),
      /firstName: no longer takes null/,
    ],
    [
      'one of the alternatives of a type',
      (d) => (d.components.schemas.NewPerson.properties.contacted = { type: 'boolean' }),
      /contacted: no longer takes integer/,
    ],
    [
      'a media type',
      (d) => delete d.paths['/oauth/token'].post.requestBody.content['application/x-www-form-urlencoded'],
      /POST \/oauth\/token: \S*form-urlencoded is no longer taken/,
    ],
    ['a status', (d) => delete d.paths['/events'].post.responses['204'], /POST \/events: 204 is no longer answered/],
    [
      'deep inside',
      (d) => delete d.components.schemas.Person.properties.emails.items.properties.value,
      /emails\[\]: value is no longer answered/,
    ],
  ])('%s is noticed', (_what, change, sentence) => {
    expect(changed(change).join('\n')).toMatch(new RegExp(sentence.source, 'm'));
  });
});
