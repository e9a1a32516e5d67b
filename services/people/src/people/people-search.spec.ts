import { FIRST_PAGE } from '@porchlight/resource';
import { withSearch } from './people-search';

describe('a search', () => {
  const isKnownPhone = async (phone: string): Promise<boolean> => phone.replace(/\D/g, '') === '55501';
  const search = async (text: string) =>
    (await withSearch({ ...FIRST_PAGE, filters: [{ name: 'q', values: [text] }] }, isKnownPhone)).filters;
  it.each([
    [
      '  Jo  smith jo ',
      [
        ['name', 'jo'],
        ['name', 'smith'],
      ],
    ],
    ['Jo@Example.com', [['email', 'Jo@Example.com']]],
    ['(555) 01', [['phone', '(555) 01']]],
    [
      'apt 1234',
      [
        ['name', 'apt'],
        ['name', '1234'],
      ],
    ],
    ['   ', []],
    ['Qq5d3c37caf0', [['name', 'qq5d3c37caf0']]],
    [
      'jo 555-01',
      [
        ['name', 'jo'],
        ['phone', '555-01'],
      ],
    ],
    ['555020', [['name', '555020']]],
  ])('%j', async (text, filters) =>
    expect((await search(text)).map(({ name, values }) => [name, ...values])).toEqual(filters),
  );

  it('has at most 20 words', () =>
    expect(search('a b c d e f g h i j k l m n o p q r s t u')).rejects.toThrow(/at most 20 words/));
});
