import { getFields, listFilters, parseBody, formatRpcMethod } from '@porchlight/resource';
import { allResources, Event, events, people, Person, WEBHOOK_EVENTS } from './index';

describe.each(allResources.map((d) => [d.resource, d] as const))('%s', (_name, descriptor) => {
  it('has an RPC for every verb', () => {
    const { methods } = descriptor.definition;
    const names = Object.keys(methods);
    const served = descriptor.verbs.map((verb) => formatRpcMethod(descriptor, verb)).filter((m) => m !== 'createEvent');
    expect(names).toEqual(expect.arrayContaining(served));
  });

  it('has roles for every verb that it supports, and for no other', () => {
    expect(Object.keys(descriptor.roles).sort()).toEqual([...descriptor.verbs].sort());
  });

  it('hides its version and ignores an id in bodies', () => {
    const fields = getFields(descriptor);
    expect(fields['id']!.writable).toBe('never');
    expect(fields['version']).toMatchObject({ writable: 'never', visible: false });
  });

  it('has only webhook events that can be registered', () => {
    const { created, updated, deleted } = descriptor.webhooks ?? {};
    const names = [created, updated, deleted].filter((n) => n !== undefined);
    expect(WEBHOOK_EVENTS).toEqual(expect.arrayContaining(names));
  });

  it('does not give a filter the name of a reserved parameter', () => {
    for (const reserved of ['limit', 'offset', 'next', 'sort', 'fields'])
      expect(listFilters(descriptor)).not.toHaveProperty(reserved);
  });
});

describe('parsed bodies fit the generated encoders', () => {
  it.each([
    [{}],
    [{ person: {} }],
    [{ person: { emails: ['a@b.c'] }, property: {}, propertySearch: {}, campaign: { source: 'x' } }],
  ])('event %j', (body) => {
    const { record } = parseBody(events, body, 'create');
    expect(Event.decode(Event.encode(record).finish())).toMatchObject({ id: 0 });
  });
  it.each([[{}], [{ emails: ['a@b.c'], phones: null, addresses: [{}], tags: ['x'] }]])('person %j', (body) => {
    const { record } = parseBody(people, body, 'create');
    expect(Person.decode(Person.encode(record).finish())).toMatchObject({ id: 0 });
  });
});
