import { derive, type PersonDocument, preparePhones } from '../person';
import { readSearch } from './people-search';

const createPerson = (firstName: string, lastName: string, emails: string[] = [], phones: string[] = []) =>
  ({
    id: 1,
    ...derive({
      firstName,
      lastName,
      stageId: 1,
      source: '',
      contacted: false,
      collaboratorIds: [],
      tags: [],
      emails: emails.map((value) => ({ value, type: 'home', isPrimary: false, status: '' })),
      phones: preparePhones(
        phones.map((value) => ({ value, type: 'home', isPrimary: false, normalized: '' })),
        'US',
      ),
      addresses: [],
      lastActivity: new Date(0),
      createdVia: 'API',
    }),
  }) as unknown as PersonDocument;

/** Whether a list with this search has the person: the lookup keys and the checks. */
const finds = (text: string, person: PersonDocument): boolean => {
  const { conditions, checks } = readSearch([{ name: 'q', values: [text] }], '1');
  const keys = conditions.map(({ nameGrams }) => (nameGrams as { $in: string[] }).$in);
  return (
    keys.every((some) => some.some((key) => person.nameGrams.includes(key))) &&
    checks.every((check) => check.accepts(person))
  );
};

describe('D13.7 the search q', () => {
  const ann = createPerson('Łukasz', 'O’Brien-Stone', ['Ann.Lee@Mail.example'], ['(512) 555-0134', '+65 6123 4567']);

  it.each([
    'lukasz',
    'Łuk',
    'lu',
    "o'brien",
    'O’Br',
    'stone',
    'luk obr'.replace('obr', "o'br"),
    'stone lukasz',
    'ann.lee@mail.example',
    'ANN.LEE@m',
    'ann',
    'Ann Lee <ann.lee@mail.example>',
    '5125',
    '0134',
    '512-555',
    '(512) 555',
    '+1 512 555 0134',
    '15125550134',
    '50134',
    '+65 6123',
    '4567',
    'lukasz 0134',
    'lukasz 512 555',
  ])('given %s, the person is found', (text) => expect(finds(text, ann)).toBe(true));

  it.each(['ukasz', 'tone', 'lee', 'mail', '2555', '013', 'lukasz 9999', 'ann bob', '5550134 lukas9'])(
    'given %s, the person is not found',
    (text) => expect(finds(text, ann)).toBe(false),
  );

  it('given digits that are a word of the name, the person is found by them', () => {
    expect(finds('studio 5400', createPerson('Studio', '5400'))).toBe(true);
    expect(finds('54 studio', createPerson('Studio', '5400'))).toBe(true);
  });

  it('given a blank text, the list is not restricted', () => {
    expect(readSearch([{ name: 'q', values: ['  '] }], '1')).toEqual({ conditions: [], checks: [] });
  });

  it('given more than 20 words, the search is refused', () => {
    expect(() => readSearch([{ name: 'q', values: ['a b c d e f g h i j k l m n o p q r s t u'] }], '1')).toThrow(
      /at most 20 words/,
    );
  });
});
