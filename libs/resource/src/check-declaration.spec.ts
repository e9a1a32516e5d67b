import { bool, int, str } from './codecs/scalars';
import { type Declaration, defineResource, type Row } from './descriptor';
import { readOnly, required, setOnce, writable } from './field';

const PREFIX = 'porchlight.people.v1';
const definition = {
  name: 'VisitService',
  fullName: `${PREFIX}.VisitService`,
  methods: { getVisit: { name: 'GetVisit' } },
};

interface Visit extends Row {
  readonly personId: number;
  readonly place: string;
  readonly isDeleted: boolean;
}

const declare = (declared: object, fields: object = {}) =>
  defineResource<Visit>(definition, {
    roles: {},
    visibility: 'viewers',
    fields: {
      personId: required(int(), { fixed: true }),
      place: setOnce(str()),
      isDeleted: readOnly(bool()),
      ...fields,
    },
    filters: { personId: { type: 'int', match: 'equals' } },
    ...declared,
  } as Declaration<Visit>);

describe('the identity of a resource', () => {
  it.each([
    ['setOnce', setOnce(str())],
    ['readOnly', readOnly(str())],
    ['fixed', writable(str(), { fixed: true })],
  ])('given a field that is %s, then it is accepted', (_, place) => {
    const visits = declare({ identity: ['personId', 'place'], ofPerson: { activity: 'created' } }, { place });
    expect(visits.identity).toEqual(['personId', 'place']);
  });

  it.each([
    ['a field that updates change', ['place'], { place: writable(str()) }, 'setOnce, readOnly, or fixed: true'],
    ['a name that is no field', ['nothing'], {}, 'identity needs a field nothing'],
  ])('given %s, then the start fails and says what to add', (_, identity, fields, sentence) => {
    expect(() => declare({ identity }, fields)).toThrow(sentence);
  });

  it('given softDelete, then the start fails: a deleted record would block a new one', () => {
    const includeDeleted = { type: 'bool', match: 'rule' };
    expect(() => declare({ identity: ['place'], softDelete: true, filters: { includeDeleted } })).toThrow(
      'identity and softDelete do not fit together',
    );
  });

  it('given records that name several people, then the start fails for an identity with personId', () => {
    const filters = { personId: { type: 'int', match: 'equals', column: 'personIds' } };
    const ofPerson = { activity: 'none', people: 'guests[].personId' };
    expect(() => declare({ identity: ['personId'], filters, ofPerson })).toThrow(
      'a record that names several people has no personId in its identity',
    );
  });
});
